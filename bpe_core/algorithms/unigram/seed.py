"""The seed vocabulary: every substring that occurs at least twice, up to a length.

Unigram training starts with far too many tokens and prunes. Kudo (2018) takes the most frequent
substrings, found with a suffix array. Here the occurrences are sorted level by level instead:
the substrings of length n - 1 that occur at least twice are extended by one unit, which gives
those of length n, and one sort brings equal ones together. Like prefix doubling for suffix arrays,
this names substrings by numbers and never looks at more than one unit; unlike a suffix array, it
stops at the maximum length.

A word here may be a piece: longer words are cut (see `PIECE_UNITS`), and tokens do not extend
across a cut.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bpe_core.text.corpus import Corpus

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Bools = NDArray[np.bool_]

PIECE_UNITS = 512  # a longer word is trained in pieces of this many units
LEAST_COUNT = 2  # a substring that occurs once teaches nothing
MOST_TOKEN_UNITS = 16  # the default length of the longest tokens


@dataclass(frozen=True)
class Pieces:
    """The training words: `starts` (one entry longer), `counts`, and the word of each unit."""

    starts: Int64s
    counts: Int64s
    of_unit: Int64s


def cut_into_pieces(corpus: Corpus, longest: int = PIECE_UNITS) -> Pieces:
    """The corpus's words; those of more than `longest` units are cut into pieces of `longest`.

    >>> cut_into_pieces(Corpus.from_counts({"abcde": 3, "f": 1}), longest=2).starts.tolist()
    [0, 2, 4, 5, 6]
    """
    place = np.arange(len(corpus.units)) - corpus.starts[corpus.word_of_unit]
    begins = np.flatnonzero(place % longest == 0)
    starts = np.append(begins, len(corpus.units))
    counts = corpus.counts[corpus.word_of_unit[begins]]
    return Pieces(starts, counts, np.repeat(np.arange(len(begins)), np.diff(starts)))


@dataclass(frozen=True)
class Occurrences:
    """Where tokens occur: token `token[i]` of `length[i]` units begins at unit `unit[i]`.

    `repeated[i]`: the same token occurs in the same word more than once (always False for single
    units, where it is not needed).
    """

    unit: Int32s
    length: Int32s
    token: Int32s
    repeated: Bools


@dataclass(frozen=True)
class Seed:
    """The seed vocabulary: the base vocabulary, then substrings by descending count times length.

    `first` is where each token first occurs in the corpus's units (-1: nowhere), `length` is its
    number of units, and `count` is how often it occurs, weighted by the counts of the words
    (int64). There were `candidates` substrings to choose from.
    """

    first: Int64s
    length: Int64s
    count: Int64s
    candidates: int


def find_seed(
    corpus: Corpus, pieces: Pieces, max_length: int, seed_size: int
) -> tuple[Seed, Occurrences]:
    """At most `seed_size` substrings of 2 to `max_length` units beside the base vocabulary, and
    where they are.

    If there are more, those that occur only as a part of one longer substring are dropped first:
    `hu` if it is always in `hug`. If count times length is equal, the substring that occurs first
    in the corpus comes first.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5})
    >>> seed, _ = find_seed(corpus, cut_into_pieces(corpus), max_length=4, seed_size=100)
    >>> list(zip(seed.first.tolist(), seed.length.tolist(), seed.count.tolist()))[5:]
    [(0, 3, 15), (1, 2, 20), (0, 2, 15), (6, 4, 5), (3, 3, 5), (7, 3, 5), (3, 2, 5), (8, 2, 5)]
    """
    levels = _find_levels(corpus, pieces, max_length)
    base = _base_level(corpus, pieces)
    first = np.concatenate([level.first for level in levels] or [np.zeros(0, np.int64)])
    count = np.concatenate([level.count for level in levels] or [np.zeros(0, np.int64)])
    lengths = [np.full_like(level.first, level.length) for level in levels]
    length = np.concatenate(lengths or [np.zeros(0, np.int64)])
    part = np.concatenate([level.is_part for level in levels] or [np.zeros(0, bool)])
    worth = -count.astype(float) * length  # as whole numbers this might overflow
    chosen = np.lexsort((length, first, worth, part))[:seed_size]
    order = chosen[np.lexsort((length[chosen], first[chosen], worth[chosen]))]
    number = np.full(len(first), -1, np.int32)
    number[order] = np.arange(len(order)) + len(base.first)
    seed = Seed(
        first=np.concatenate([base.first, first[order]]),
        length=np.concatenate([np.ones_like(base.first), length[order]]),
        count=np.concatenate([base.count, count[order]]),
        candidates=len(first),
    )
    return seed, _occurrences(base, levels, number)


def count_candidates(corpus: Corpus, max_length: int = MOST_TOKEN_UNITS) -> int:
    """How many substrings of 2 to `max_length` units occur at least twice.

    >>> count_candidates(Corpus.from_counts({"hug": 2, "hugs": 1}))
    3
    """
    levels = _find_levels(corpus, cut_into_pieces(corpus), max_length)
    return sum(len(level.first) for level in levels)


@dataclass(frozen=True)
class _Level:
    """All frequent substrings of one length; `unit`, `name`, `repeated` have one per occurrence."""

    length: int
    first: Int64s
    count: Int64s
    unit: Int32s
    name: Int32s
    repeated: Bools
    is_part: Bools


def _base_level(corpus: Corpus, pieces: Pieces) -> _Level:
    size, units = len(corpus.base_vocabulary), corpus.units
    first = np.full(size, -1)
    first[units[::-1]] = np.arange(len(units) - 1, -1, -1)  # the last assignment wins
    count = np.zeros(size, np.int64)
    np.add.at(count, units, pieces.counts[pieces.of_unit])
    every = np.arange(len(units), dtype=np.int32)
    return _Level(1, first, count, every, units, np.zeros(len(units), bool), np.zeros(size, bool))


def _find_levels(corpus: Corpus, pieces: Pieces, max_length: int) -> list[_Level]:
    levels: list[_Level] = []
    before = _base_level(corpus, pieces)
    ends = pieces.starts[pieces.of_unit + 1]
    while before.length < max_length:
        going_on = before.count[before.name] >= LEAST_COUNT
        going_on &= before.unit + before.length < ends[before.unit]
        if not np.any(going_on):
            break
        longer = _extend(corpus, pieces, before, going_on)
        _mark_parts(before, longer, len(corpus.units))
        levels.append(longer)
        before = longer
    return levels


def _extend(corpus: Corpus, pieces: Pieces, before: _Level, going_on: Bools) -> _Level:
    """The frequent substrings that are one unit longer."""
    unit, size = before.unit[going_on], len(corpus.units)
    key = before.name[going_on].astype(np.int64) * len(corpus.base_vocabulary)
    key += corpus.units[unit + before.length]
    key *= size  # sorting the units along with their keys saves an argsort
    key += unit
    key.sort()
    key, unit = np.divmod(key, size)
    same = key[1:] == key[:-1]
    begins = np.flatnonzero(np.append(True, ~same))
    word = pieces.of_unit[unit]
    count = np.add.reduceat(pieces.counts[word], begins)
    frequent = count >= LEAST_COUNT
    names = np.arange(np.count_nonzero(frequent), dtype=np.int32)
    sizes = np.diff(np.append(begins, len(unit)))
    is_frequent = np.repeat(frequent, sizes)
    twice = np.append(same & (word[1:] == word[:-1]), False)
    twice[1:] |= twice[:-1]
    return _Level(
        length=before.length + 1,
        first=unit[begins[frequent]].astype(np.int64),
        count=count[frequent],
        unit=unit[is_frequent].astype(np.int32),
        name=np.repeat(names, sizes[frequent]),
        repeated=twice[is_frequent],
        is_part=np.zeros(len(names), bool),
    )


def _mark_parts(shorter: _Level, longer: _Level, units: int) -> None:
    """Mark substrings that occur only as a part of one longer, equally frequent substring."""
    name_at = np.zeros(units, np.int32)
    name_at[shorter.unit] = shorter.name
    for shift in (0, 1):  # the longer one without its last unit, then without its first unit
        part = name_at[longer.first + shift]
        shorter.is_part[part] |= shorter.count[part] == longer.count


def _occurrences(base: _Level, levels: list[_Level], number: Int32s) -> Occurrences:
    """All occurrences of the chosen tokens. The levels are used up: they take a lot of memory."""
    parts = [(base.unit, np.ones_like(base.unit), base.name, base.repeated)]
    start = 0
    while levels:
        level = levels.pop(0)
        token = number[start + level.name]
        chosen = token >= 0
        unit = level.unit[chosen]
        parts.append(
            (unit, np.full_like(unit, level.length), token[chosen], level.repeated[chosen])
        )
        start += len(level.first)
    columns = []
    for column in zip(*parts, strict=True):
        columns.append(np.concatenate(column))
    return Occurrences(*columns)
