"""The same corpus cut into words, into characters, and by BPE at one step: the plain figures.

Compression ratio is UTF-8 bytes per token; fertility is tokens per word (Rust et al., 2021).
"""

from dataclasses import dataclass

from bpe_core import Corpus, Trace

#: The width of the embedding of GPT-2's smallest model and of BERT's base model.
EMBEDDING_WIDTH = 768


@dataclass(frozen=True)
class Figures:
    """How one tokenizer cuts a corpus: its vocabulary, and the tokens of the whole corpus."""

    vocabulary_size: int
    token_count: int
    word_count: int
    byte_count: int

    @property
    def tokens_per_word(self) -> float:
        """Fertility: tokens for each word of the running text."""
        return self.token_count / self.word_count

    @property
    def bytes_per_token(self) -> float:
        """Compression ratio: UTF-8 bytes of the text for each token."""
        return self.byte_count / self.token_count

    @property
    def embedding_parameters(self) -> int:
        """Numbers in an embedding matrix with one row of `EMBEDDING_WIDTH` a token."""
        return self.vocabulary_size * EMBEDDING_WIDTH


def word_figures(corpus: Corpus) -> Figures:
    """Every different word is a token.

    >>> word_figures(Corpus.from_counts({"hug": 10, "pug": 5})).vocabulary_size
    2
    """
    return Figures(len(corpus.words), corpus.word_total, corpus.word_total, corpus.text_bytes)


def character_figures(corpus: Corpus) -> Figures:
    """Every different character is a token, and so is the end-of-word marker where there is one.

    >>> character_figures(Corpus.from_counts({"hug": 10, "pug": 5})).token_count
    45
    """
    marker = 1 if corpus.end_of_word else 0
    lengths = (len(word) + marker for word in corpus.words)
    tokens = sum(n * count for n, count in zip(lengths, corpus.counts.tolist(), strict=True))
    alphabet = set().union(*corpus.words)
    return Figures(len(alphabet) + marker, tokens, corpus.word_total, corpus.text_bytes)


def bpe_figures(trace: Trace, step: int) -> Figures:
    """BPE after `step` merges: the base vocabulary, special tokens, and a token a merge."""
    corpus = trace.corpus
    vocabulary = len(trace.special_tokens) + len(corpus.base_vocabulary) + step
    return Figures(vocabulary, int(trace.token_counts[step]), corpus.word_total, corpus.text_bytes)
