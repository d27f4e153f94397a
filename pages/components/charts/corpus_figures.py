"""Figures of one corpus, cut into words, into characters, and by a tokenizer at one step.

Compression ratio is UTF-8 bytes per token; fertility is tokens per word (Rust et al., 2021).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core import Corpus, Trace
from bpe_core.text.corpus import CODE_POINTS
from bpe_core.tokenizers.metrics import compression_ratio, fertility

#: The width of the embedding of GPT-2's smallest model and of BERT's base model.
EMBEDDING_WIDTH = 768
_WORDS_AT_A_TIME = 10_000
_CHARACTERS_AT_A_TIME = 200_000


@dataclass(frozen=True)
class Figures:
    """How one tokenizer cuts a corpus: the vocabulary size, and the tokens in the whole corpus."""

    vocabulary_size: int
    token_count: int
    word_count: int
    byte_count: int

    @property
    def tokens_per_word(self) -> float:
        """Fertility: tokens per word of the running text."""
        return fertility(self.token_count, self.word_count)

    @property
    def bytes_per_token(self) -> float:
        """Compression ratio: UTF-8 bytes of the text per token."""
        return compression_ratio(self.byte_count, self.token_count)

    def embedding_parameters(self, width: int = EMBEDDING_WIDTH) -> int:
        """Numbers in an embedding matrix with one row of `width` numbers per token."""
        return self.vocabulary_size * width

    @property
    def token_pairs(self) -> int:
        """How many pairs of tokens full attention compares: every token with every token."""
        return self.token_count**2


def word_figures(corpus: Corpus) -> Figures:
    """Figures where every distinct word is a token.

    >>> word_figures(Corpus.from_counts({"hug": 10, "pug": 5})).vocabulary_size
    2
    """
    return Figures(len(corpus.words), corpus.word_total, corpus.word_total, corpus.text_bytes)


#: Computed once for a whole corpus, and not at every step.
_character_figures: WeakKeyDictionary[Corpus, Figures] = WeakKeyDictionary()


def character_figures(corpus: Corpus) -> Figures:
    """Figures where every distinct character is a token, and so is an end-of-word marker.

    >>> character_figures(Corpus.from_counts({"hug": 10, "pug": 5})).token_count
    45
    """
    known = _character_figures.get(corpus)
    if known is None:
        known = _character_figures[corpus] = _count_characters(corpus)
    return known


def _count_characters(corpus: Corpus) -> Figures:
    marker = 1 if corpus.end_of_word else 0
    alphabet = _alphabet_size(corpus.words) + marker
    return Figures(alphabet, _character_count(corpus), corpus.word_total, corpus.text_bytes)


def _character_count(corpus: Corpus) -> int:
    """Count the characters and markers of the whole corpus."""
    if corpus.unit == "char":
        return int(np.diff(corpus.starts) @ corpus.counts)
    # A byte begins a character unless it continues one (0x80 to 0xBF); a marker counts as one.
    tokens = [token for token in corpus.base_vocabulary if isinstance(token, bytes)]
    opens = np.array([len(token) > 1 or token[0] & 0xC0 != 0x80 for token in tokens])
    in_words = np.add.reduceat(opens[corpus.units], corpus.starts[:-1], dtype=np.int64)
    return int(in_words @ corpus.counts)


def _alphabet_size(words: Sequence[str]) -> int:
    """Count the distinct characters of the words.

    This takes a few at a time: a single call over a million words, or over a single word of that
    length, would hold up everybody.
    """
    found = np.zeros(CODE_POINTS, bool)
    for i in range(0, len(words), _WORDS_AT_A_TIME):
        text = "".join(words[i : i + _WORDS_AT_A_TIME])
        for start in range(0, len(text), _CHARACTERS_AT_A_TIME):
            part = text[start : start + _CHARACTERS_AT_A_TIME]
            found[np.frombuffer(part.encode("utf-32-le", "surrogatepass"), "<u4")] = True
    return int(found.sum())


def figures_at(trace: Trace, step: int) -> Figures:
    """Figures of a training at a step; the vocabulary includes special tokens and base tokens."""
    corpus, vocabulary = trace.corpus, trace.first_merge_id + step  # a merge adds one token
    return Figures(vocabulary, int(trace.token_counts[step]), corpus.word_total, corpus.text_bytes)


def growth_of(trace: Trace) -> dict[str, list[float]]:
    """The results of `figures_at` for all steps at once, by the names of the figures.

    >>> from bpe_core import train_bpe
    >>> growth = growth_of(train_bpe(Corpus.from_counts({"hug": 10}), num_merges=2))
    >>> growth["vocabulary_size"], growth["token_count"], growth["bytes_per_token"]
    ([3, 4, 5], [30, 20, 10], [1.0, 1.5, 3.0])
    """
    counts = trace.token_counts
    return {
        "vocabulary_size": [trace.first_merge_id + step for step in range(len(counts))],
        "token_count": counts.tolist(),
        "bytes_per_token": (trace.corpus.text_bytes / counts).tolist(),
    }
