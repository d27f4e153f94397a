"""The same corpus cut into words, into characters, and by BPE at one step: the plain figures.

Compression ratio is UTF-8 bytes per token; fertility is tokens per word (Rust et al., 2021).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core import Corpus, Trace
from bpe_core.text.corpus import CODE_POINTS
from bpe_core.tokenizers.metrics import compression_ratio, fertility
from bpe_core.unigram import UnigramTrace

#: The width of the embedding of GPT-2's smallest model and of BERT's base model.
EMBEDDING_WIDTH = 768
_WORDS_AT_A_TIME = 10_000
_CHARACTERS_AT_A_TIME = 200_000


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
        return fertility(self.token_count, self.word_count)

    @property
    def bytes_per_token(self) -> float:
        """Compression ratio: UTF-8 bytes of the text for each token."""
        return compression_ratio(self.byte_count, self.token_count)

    def embedding_parameters(self, width: int = EMBEDDING_WIDTH) -> int:
        """Numbers in an embedding matrix with one row of `width` a token."""
        return self.vocabulary_size * width

    @property
    def token_pairs(self) -> int:
        """How many pairs of tokens full attention compares: each token with each."""
        return self.token_count**2


def word_figures(corpus: Corpus) -> Figures:
    """Every different word is a token.

    >>> word_figures(Corpus.from_counts({"hug": 10, "pug": 5})).vocabulary_size
    2
    """
    return Figures(len(corpus.words), corpus.word_total, corpus.word_total, corpus.text_bytes)


#: Read off a whole corpus once, not whenever its learner is at a step.
_character_figures: WeakKeyDictionary[Corpus, Figures] = WeakKeyDictionary()


def character_figures(corpus: Corpus) -> Figures:
    """Every different character is a token, and so is the end-of-word marker where there is one.

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
    """How many characters and markers the whole corpus has."""
    if corpus.unit == "char":
        return int(np.diff(corpus.starts) @ corpus.counts)
    # A byte opens a character unless it continues one (0x80 to 0xBF); a marker counts as one.
    opens = np.array([len(token) > 1 or token[0] & 0xC0 != 0x80 for token in _bytes_of(corpus)])
    in_words = np.add.reduceat(opens[corpus.units], corpus.starts[:-1], dtype=np.int64)
    return int(in_words @ corpus.counts)


def _bytes_of(corpus: Corpus) -> list[bytes]:
    return [token for token in corpus.base_vocabulary if isinstance(token, bytes)]


def _alphabet_size(words: Sequence[str]) -> int:
    """How many different characters the words have.

    A few at a time: one call over a million words, or over one as long, would hold up everybody.
    """
    found = np.zeros(CODE_POINTS, bool)
    for i in range(0, len(words), _WORDS_AT_A_TIME):
        text = "".join(words[i : i + _WORDS_AT_A_TIME])
        for start in range(0, len(text), _CHARACTERS_AT_A_TIME):
            part = text[start : start + _CHARACTERS_AT_A_TIME]
            found[np.frombuffer(part.encode("utf-32-le", "surrogatepass"), "<u4")] = True
    return int(found.sum())


def figures_at(trace: Trace | UnigramTrace, step: int) -> Figures:
    """What was trained, at a step: special tokens and base vocabulary are in the vocabulary."""
    corpus, vocabulary = trace.corpus, int(_sizes(trace)[step])
    return Figures(vocabulary, int(trace.token_counts[step]), corpus.word_total, corpus.text_bytes)


def _sizes(trace: Trace | UnigramTrace) -> Sequence[int]:
    """How large the vocabulary is at each step: a merge adds one token, a round drops some."""
    if isinstance(trace, UnigramTrace):
        return trace.sizes
    start = trace.first_merge_id
    return range(start, start + len(trace) + 1)


def growth_of(trace: Trace | UnigramTrace) -> dict[str, list[float]]:
    """What `figures_at` says, for all steps at once, by the names of its figures.

    >>> from bpe_core import train_bpe
    >>> growth = growth_of(train_bpe(Corpus.from_counts({"hug": 10}), num_merges=2))
    >>> growth["vocabulary_size"], growth["token_count"], growth["bytes_per_token"]
    ([3, 4, 5], [30, 20, 10], [1.0, 1.5, 3.0])
    """
    counts = trace.token_counts
    return {
        "vocabulary_size": list(_sizes(trace)),
        "token_count": counts.tolist(),
        "bytes_per_token": (trace.corpus.text_bytes / counts).tolist(),
    }
