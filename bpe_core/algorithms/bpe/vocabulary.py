"""The vocabulary of a trace: special tokens, base tokens, one token per merge.

A merged token is a stretch of base tokens that occurs somewhere in the corpus, so its text is cut
out of the corpus on demand. Unlike a tuple of strings, this stays small where tokens get long
(without pre-tokenization the lengths of n tokens can add up to n squared). The words of a corpus
that a worker returns are cut out of one text in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from bpe_core.text.corpus import Corpus, Token, encode_utf8

#: How many words are cut out of their text in one go when all are wanted.
WORDS_AT_A_TIME = 1_000


T = TypeVar("T")


class CutSequence(Sequence[T]):
    """A sequence whose items are cut out of a text on demand. Compares equal to a list or tuple."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (CutSequence, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


class WordTexts(CutSequence[str]):
    """Words that are cut out of one text.

    >>> words = WordTexts("hugpug", np.array([0, 3, 6]))
    >>> words[1], words[-1], list(words), len(words)
    ('pug', 'pug', ['hug', 'pug'], 2)
    """

    def __init__(self, text: str, borders: NDArray[np.integer]) -> None:
        self.text = text
        self._borders = borders

    @classmethod
    def join(cls, words: Iterable[str]) -> Self:
        words = list(words)
        lengths = np.fromiter(map(len, words), np.int32, len(words))
        return cls("".join(words), np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32))

    def __len__(self) -> int:
        return len(self._borders) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            starts, ends = self._borders[:-1][index].tolist(), self._borders[1:][index].tolist()
            return [self.text[start:end] for start, end in zip(starts, ends, strict=True)]
        place = range(len(self))[index]
        return self.text[int(self._borders[place]) : int(self._borders[place + 1])]

    def __iter__(self) -> Iterator[str]:
        for i in range(0, len(self), WORDS_AT_A_TIME):
            yield from self[i : i + WORDS_AT_A_TIME]


class UnitText:
    """The text of any stretch of a corpus's base tokens."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def cut(self, start: int, stop: int) -> Token:
        """The text of `corpus.units[start:stop]`."""
        if self._offsets is None:
            return self._text[start:stop]
        return self._text[int(self._offsets[start]) : int(self._offsets[stop])]

    @cached_property
    def _text(self) -> Token:
        words, marker = self._corpus.words, self._corpus.end_of_word
        if marker:
            text = "".join(word + marker for word in words)
        else:
            text = words.text if isinstance(words, WordTexts) else "".join(words)
        return text if self._corpus.unit == "char" else encode_utf8(text)

    def _unit_sizes(self) -> NDArray[np.int64]:
        """How long each base token is in the text."""
        return np.array([len(token) for token in self._corpus.base_vocabulary])

    @cached_property
    def _offsets(self) -> NDArray[np.int64] | None:
        """Where each base token begins in the text; None if each has length one."""
        sizes = self._unit_sizes()
        if np.all(sizes == 1):
            return None
        offsets = np.zeros(len(self._corpus.units) + 1, np.int64)
        np.cumsum(sizes[self._corpus.units], out=offsets[1:])
        return offsets


class Vocabulary(CutSequence[Token]):
    """All tokens up to a step, by id: special, base, merged.

    `first` holds the tokens that no merge made, and `places` where in the corpus each merge's token
    begins and ends.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10}), special_tokens=["<eos>"])
    >>> list(trace.vocabulary)
    ['<eos>', 'g', 'h', 'u', 'hu', 'hug']
    """

    def __init__(self, first: tuple[Token, ...], text: UnitText, places: NDArray[np.int64]) -> None:
        self._first = first
        self._text = text
        self._places = places

    def __len__(self) -> int:
        return len(self._first) + len(self._places)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...

    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        place = range(len(self))[index]
        if isinstance(place, range):
            return tuple(self[i] for i in place)
        if place < len(self._first):
            return self._first[place]
        return self._text.cut(*self._places[place - len(self._first)].tolist())

    def __iter__(self) -> Iterator[Token]:
        """Yield all tokens; cutting them all at once is much faster than one by one."""
        yield from self._first
        yield from map(self._text.cut, *self._places.T.tolist())

    def __repr__(self) -> str:
        return repr(tuple(self))
