"""A corpus: its distinct words, how often each occurs, and each word as base tokens.

Pairs are counted inside words, and every occurrence of a word is merged in the same way, so each
distinct word is kept only once, with its count (Sennrich, Haddow, Birch, 2016, "Neural Machine
Translation of Rare Words with Subword Units"). All base tokens are in one flat array; a word is
a slice of it. Unlike a `Trace`, which records how the words change, a corpus never changes.

Terms used here: *units* are what a text is first cut into, either characters or UTF-8 bytes; the
*base vocabulary* is all units (and the end-of-word marker, if there is one), numbered from 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Integral
from typing import Any, Literal, Self, TypeGuard, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import (
    CountError,
    EmptyCorpusError,
    EmptyWordError,
    NotCountsTypeError,
    NotTextTypeError,
    NumberTooSmallError,
    TotalTooLargeError,
    UnknownUnitError,
)
from bpe_core.text.byte_alphabet import byte_order
from bpe_core.text.normalization import check_normalizers, normalize
from bpe_core.text.pre_tokenization import (
    SPACE_LETTER,
    Counted,
    PreTokenizer,
    count_words,
    find_pre_tokenizer,
)

Unit = Literal["char", "byte"]
Token = str | bytes
T = TypeVar("T", str, Token)
UNITS: tuple[Unit, ...] = get_args(Unit)
#: What each unit is called, in English.
UNIT_LABELS: Mapping[str, str] = {"char": "characters", "byte": "bytes"}
LARGEST_TOTAL = 2**62
CODE_POINTS = 0x110000


def encode_utf8(text: str) -> bytes:
    """Encode as UTF-8 but keep lone surrogates, so that nothing is lost from a bad paste.

    >>> encode_utf8("\\ud800").hex()
    'eda080'
    """
    return text.encode("utf-8", "surrogatepass")


def byte_length(token: Token) -> int:
    """How many bytes a token takes in UTF-8.

    >>> byte_length("é"), byte_length(b"\\xc3")
    (2, 1)
    """
    return len(as_bytes(token))


def as_bytes(token: Token) -> bytes:
    """A token's bytes in UTF-8."""
    return token if isinstance(token, bytes) else encode_utf8(token)


def plain_token(token: Token) -> str | list[int]:
    """A token as JSON can hold it: text, or a list of bytes.

    >>> plain_token("é"), plain_token(b"\\xc3")
    ('é', [195])
    """
    return token if isinstance(token, str) else list(token)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Words with counts, spelled in base tokens. Make one with `from_counts` or `from_text`.

    `units` (int32) holds the base-token ids of all words one after another, and word i is
    `units[starts[i]:starts[i + 1]]` (`starts`: int64, one longer than `words`), including its
    end-of-word marker. `counts` is int64. `running_words` are the indices of the first 300 words of
    the running text (empty where only counts were given). `text_bytes` is the size of the whole
    text in UTF-8 bytes.
    """

    words: list[str]
    counts: NDArray[np.int64]
    units: NDArray[np.int32]
    starts: NDArray[np.int64]
    base_vocabulary: tuple[Token, ...]
    unit: Unit
    end_of_word: str
    alphabet: str
    normalizer: tuple[str, ...]
    pre_tokenizer: str
    running_words: NDArray[np.int64]
    text_bytes: int

    def __repr__(self) -> str:
        return (
            f"Corpus({len(self.words)} words, {len(self.base_vocabulary)} base tokens, "
            f"unit={self.unit!r})"
        )

    @classmethod
    def from_counts(
        cls,
        counts: Mapping[str, int],
        *,
        unit: Unit = "char",
        end_of_word: str = "",
        alphabet: str = "value",
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "whitespace",
    ) -> Corpus:
        """Make a corpus of counted words, which are taken as they are.

        `normalizer` and `pre_tokenizer` only say how a tokenizer trained on this corpus treats
        other texts. Raises `EmptyCorpusError`, `EmptyWordError`, `CountError`,
        `TotalTooLargeError` and an `UnknownNameError` for each name.

        >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5})
        >>> corpus.base_vocabulary, corpus.units.tolist(), corpus.starts.tolist()
        (('g', 'h', 'p', 'u'), [1, 3, 0, 2, 3, 0], [0, 3, 6])
        """
        if not isinstance(counts, Mapping):
            raise NotCountsTypeError(kind=type(counts).__name__)
        _check_counts(counts)
        normalizer, rule = check_normalizers(normalizer), find_pre_tokenizer(pre_tokenizer)
        if unit not in UNITS:
            raise UnknownUnitError(name=unit, known=UNITS)
        order = byte_order(alphabet)
        if not counts:
            raise EmptyCorpusError()
        words = list(counts)
        units, starts, vocabulary = spell(words, unit, end_of_word, order)
        corpus = cls(
            words=words,
            counts=np.fromiter(counts.values(), np.int64, len(words)),
            units=units,
            starts=starts,
            base_vocabulary=vocabulary,
            unit=unit,
            end_of_word=end_of_word,
            alphabet=alphabet,
            normalizer=normalizer,
            pre_tokenizer=rule.name,
            running_words=np.zeros(0, np.int64),
            text_bytes=sum(n * len(encode_utf8(word)) for word, n in counts.items()),
        )
        corpus._check_total()
        return corpus

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        normalizer: Sequence[str] = (),
        pre_tokenizer: str = "whitespace",
        **settings: Any,
    ) -> Corpus:
        """Make a corpus of the words of a text, in the order in which they first occur.

        The other settings are those of `from_counts`. Raises `EmptyCorpusError`, and an
        `UnknownNameError` for each name.

        >>> corpus = Corpus.from_text("to be or not to be", pre_tokenizer="gpt2")
        >>> dict(zip(corpus.words, corpus.counts.tolist()))
        {'to': 1, 'Ġbe': 2, 'Ġor': 1, 'Ġnot': 1, 'Ġto': 1}
        >>> corpus.running_words.tolist(), corpus.text_bytes
        ([0, 1, 2, 3, 4, 1], 18)
        """
        if not isinstance(text, str):
            raise NotTextTypeError(kind=type(text).__name__)
        rule = find_pre_tokenizer(pre_tokenizer)
        counted = count_words(normalize(text, normalizer), rule)
        return cls.of_text(counted, rule, normalizer=normalizer, **settings)

    @classmethod
    def of_text(
        cls, counted: Counted, rule: PreTokenizer, *, unit: Unit = "char", **settings: Any
    ) -> Corpus:
        """Make a corpus of the counted words of a text, in which spaces are not yet written."""
        counts = write_spaces(counted.counts, rule, unit)
        corpus = cls.from_counts(counts, unit=unit, pre_tokenizer=rule.name, **settings)
        first_words = [write_space(word, rule, unit) for word in counted.first_words]
        return corpus.with_text(first_words, counted.text_bytes)

    def with_text(self, first_words: Sequence[str], text_bytes: int) -> Self:
        """The same words, with how the text begins that they come from, and its size."""
        place = {word: i for i, word in enumerate(self.words)} if first_words else {}
        running = np.array([place[word] for word in first_words], np.int64)
        return replace(self, running_words=running, text_bytes=text_bytes)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings with which words and texts become such a corpus."""
        names = ("unit", "end_of_word", "alphabet", "normalizer", "pre_tokenizer")
        return {name: getattr(self, name) for name in names}

    def limit_alphabet(self, most: int) -> Corpus:
        """The same words with only the `most` most frequent characters; of equals, the first ones.

        A rarer character is left out, and what is before and after it becomes adjacent, as with
        `limit_alphabet` in Hugging Face tokenizers; words without any other are left out, too.
        Bytes are all kept. Raises `NumberTooSmallError`.

        >>> corpus = Corpus.from_counts({"hug": 2, "hüg": 1, "?": 1}).limit_alphabet(3)
        >>> corpus.words, corpus.counts.tolist(), corpus.base_vocabulary
        (['hug', 'hg'], [2, 1], ('g', 'h', 'u'))
        """
        if most < 1:
            raise NumberTooSmallError(name="limit_alphabet", value=most, smallest=1)
        counts = np.delete(self.count_units(), [] if self.marker_id is None else self.marker_id)
        if self.unit == "byte" or len(counts) <= most:
            return self
        characters = [token for i, token in enumerate(self.base_vocabulary) if i != self.marker_id]
        rare = np.argsort(-counts, kind="stable")[most:].tolist()
        left_out = {ord(characters[i]): None for i in rare}
        written = [word.translate(left_out) for word in self.words]
        kept: dict[str, int] = {}
        for word, count in zip(written, self.counts.tolist(), strict=True):
            if word:
                kept[word] = kept.get(word, 0) + count
        running = [written[i] for i in self.running_words.tolist()]
        limited = Corpus.from_counts(kept, **self.settings)
        return limited.with_text([word for word in running if word], self.text_bytes)

    def _check_total(self) -> None:
        lengths = np.diff(self.starts).tolist()
        total = sum(map(int.__mul__, self.counts.tolist(), lengths))
        if total > LARGEST_TOTAL:
            raise TotalTooLargeError(total=total, largest=LARGEST_TOTAL)

    @property
    def joiner(self) -> str:
        """The text shown between running words: a space if whitespace was dropped."""
        return find_pre_tokenizer(self.pre_tokenizer).joiner

    @cached_property
    def word_total(self) -> int:
        """How many words the whole corpus has: the sum of the counts."""
        return int(self.counts.sum())

    @property
    def marker_id(self) -> int | None:
        """The base-token id of the end-of-word marker, or None if there is none.

        >>> Corpus.from_counts({"<": 1}, end_of_word="<").marker_id
        1
        """
        return int(self.units[-1]) if self.end_of_word else None

    def count_units(self) -> NDArray[np.int64]:
        """How often each base token occurs, by id (int64)."""
        counts = np.zeros(len(self.base_vocabulary), np.int64)
        np.add.at(counts, self.units, self.counts[self.word_of_unit])
        return counts

    def as_characters(self, first: int = 0) -> str:
        """All base tokens of the words, one character each: its id, counted from `first`.

        A marker may look like a letter of the text, but is another character here.

        >>> Corpus.from_counts({"hug": 10, "pug": 5}).as_characters(first=97)
        'bdacda'
        """
        return (self.units + first).astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    @cached_property
    def word_of_unit(self) -> NDArray[np.int32]:
        """For each entry of `units`, the index of its word (int32)."""
        return np.repeat(np.arange(len(self.words), dtype=np.int32), np.diff(self.starts))

    @cached_property
    def inside(self) -> NDArray[np.bool_]:
        """For each entry of `units`, whether it is followed by a gap inside its word."""
        inside = np.ones(len(self.units), bool)
        inside[self.starts[1:] - 1] = False
        return inside


def write_space(word: str, rule: PreTokenizer, unit: Unit) -> str:
    """The word with its spaces written as in the corpus: `Ġ` for characters after `gpt2`."""
    return word.replace(" ", rule.space) if rule.space and unit == "char" else word


def read_space(token: T, rule: PreTokenizer, unit: Unit) -> T:
    """A token or a word of a corpus with `Ġ` read as the space that it stands for there.

    >>> from bpe_core.text.pre_tokenization import find_pre_tokenizer
    >>> rules = find_pre_tokenizer("gpt2"), find_pre_tokenizer("whitespace")
    >>> [read_space("Ġis", rule, "char") for rule in rules]
    [' is', 'Ġis']
    """
    if unit == "byte" or rule.space != SPACE_LETTER or isinstance(token, bytes):
        return token
    return token.replace(SPACE_LETTER, " ")


def write_spaces(counts: dict[str, int], rule: PreTokenizer, unit: Unit) -> dict[str, int]:
    """Apply `write_space` to all counted words; words that become equal are counted together.

    >>> write_spaces({" is": 2, "Ġis": 1}, find_pre_tokenizer("gpt2"), "char")
    {'Ġis': 3}
    """
    if not rule.space or unit != "char":
        return counts
    written: dict[str, int] = {}
    for word, count in counts.items():
        word = word.replace(" ", rule.space)
        written[word] = written.get(word, 0) + count
    return written


def is_whole(number: object) -> TypeGuard[int]:
    """Whether a value is an integer, from Python or another library, but not a boolean."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def _check_counts(counts: Mapping[str, int]) -> None:
    for word, count in counts.items():
        if not word:
            raise EmptyWordError()
        if not (type(count) is int or is_whole(count)) or count < 1:
            raise CountError(word=word, count=count)
    if (total := sum(counts.values())) > LARGEST_TOTAL:
        raise TotalTooLargeError(total=total, largest=LARGEST_TOTAL)


#: The base tokens of all words, one after another; where each word begins; the base vocabulary.
Spelling = tuple[NDArray[np.int32], NDArray[np.int64], tuple[Token, ...]]


def spell(words: Sequence[str], unit: Unit, marker: str, order: Sequence[int]) -> Spelling:
    """Spell words in units and with their marker.

    The base vocabulary is all characters, marker included, in code-point order; or all 256 bytes
    in `order`, then the marker.

    >>> spell(["low", "lower"], "char", "</w>", ())[2]
    ('</w>', 'e', 'l', 'o', 'r', 'w')
    >>> units, _, vocabulary = spell(["é"], "byte", "</w>", range(256))
    >>> units.tolist(), vocabulary[256]
    ([195, 169, 256], b'</w>')
    """
    vocabulary: list[Token]
    if unit == "char":
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        raw = "".join(words).encode("utf-32-le", "surrogatepass")
        codes: NDArray[np.unsignedinteger] = np.frombuffer(raw, "<u4")
        seen = np.zeros(CODE_POINTS, bool)
        seen[codes] = True
        alphabet = np.flatnonzero(seen)
        characters = [chr(code) for code in alphabet.tolist()]
        vocabulary, marker_id = [*characters], bisect_right(characters, marker)
    else:
        encoded = [encode_utf8(word) for word in words]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        codes, alphabet = np.frombuffer(b"".join(encoded), np.uint8), np.array(order)
        vocabulary, marker_id = [bytes([value]) for value in order], len(order)
    ids = np.zeros(CODE_POINTS, np.int32)
    ids[alphabet] = np.arange(len(alphabet), dtype=np.int32)
    if marker:
        ids[alphabet[marker_id:]] += 1
        vocabulary.insert(marker_id, marker if unit == "char" else encode_utf8(marker))
    starts = np.zeros(len(words) + 1, np.int64)
    np.cumsum(lengths + bool(marker), out=starts[1:])
    if not marker:
        return ids[codes], starts, tuple(vocabulary)
    units = np.full(int(starts[-1]), marker_id, np.int32)
    is_unit = np.ones(len(units), bool)
    is_unit[starts[1:] - 1] = False
    units[is_unit] = ids[codes]
    return units, starts, tuple(vocabulary)
