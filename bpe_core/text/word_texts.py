"""Many words as one text and the positions where it is cut: how a worker returns them.

Unlike in a list, a million words are only two objects, and creating them takes no long call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, overload

import numpy as np
from numpy.typing import NDArray

#: How many words are cut out of their text in one go when all are wanted.
WORDS_AT_A_TIME = 1_000


class WordTexts(Sequence[str]):
    """Words that are cut out of one text on demand. Compares equal to a list.

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (WordTexts, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]
