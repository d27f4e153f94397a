"""A grid for dice: after each token, which numbers of a die mean which next token.

It is the bigram model of some words, on paper: who rolls the dice again and again writes words as
the model does. Two ten-sided dice show a number from 1 to 100.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_core import Token
from bpe_core.experiments.bigram_model import BORDER, BigramModel

Row = tuple[tuple[Token, ...], int]
#: The numbers that the dice can show.
SIDES = 100


@dataclass(frozen=True)
class DiceRange:
    """The numbers from `first` to `last` mean this token, or the end of the word if it is None.

    It came `count` times. One that is too rare for a number of its own has none: `first` > `last`.
    """

    token: Token | None
    count: int
    first: int
    last: int


@dataclass(frozen=True)
class DiceRow:
    """The tokens that may come after a token, or at the beginning of a word if it is None."""

    before: Token | None
    ranges: list[DiceRange]


def dice_grid(words: Iterable[Row]) -> list[DiceRow]:
    """The rows of the grid: the beginning of a word, and then each token, as they are met.

    >>> rows = dice_grid([(("h", "ug"), 10), (("p", "ug"), 5), (("h", "ug", "s"), 5)])
    >>> [(each.token, each.first, each.last) for each in rows[0].ranges]
    [('h', 1, 75), ('p', 76, 100)]
    >>> rows[2].before, [(each.token, each.first, each.last) for each in rows[2].ranges]
    ('ug', [(None, 1, 75), ('s', 76, 100)])
    """
    grid = []
    for before, row in BigramModel(words).rows.items():
        counted, ranges = 0, []
        for token, count in row.items():
            first = round(SIDES * counted / row.total()) + 1
            counted += count
            last = round(SIDES * counted / row.total())
            ranges.append(DiceRange(_token(token), count, first, last))
        grid.append(DiceRow(_token(before), ranges))
    return grid


def _token(token: object) -> Token | None:
    assert token is BORDER or isinstance(token, str | bytes)
    return token
