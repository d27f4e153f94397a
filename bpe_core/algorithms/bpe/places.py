"""Keep the places where tokens occur during a training, and update them at each merge.

A pair occurs at a gap: its left token ends there, and its right token starts after it. Each token
is recorded where it starts and where it ends, so a merge rewrites these two places and closes the
gap, and one huge word costs no more than many short ones. Unlike the queue of pairs, this module
does not know what is merged next.

A pair that occurs in many places is merged with NumPy, one that occurs in few places by a plain
loop: the steps are the same, and the faster way is used.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.text.corpus import Corpus

Ids = NDArray[np.int32]
Gaps = list[int] | Ids
Group = tuple[int, int, Gaps]  # a token or pair, its count, and the gaps where it occurs
Neighbours = tuple[Iterable[Group], Iterable[Group]]  # before and after a merged pair
Number = TypeVar("Number", np.int32, np.int64)

NOTHING = -1  # in place of a token: a word's border
MANY = 96  # from this many gaps on NumPy is faster than a loop


class Places:
    """The tokens of a corpus while they are merged; a pair is `left << 32 | right`, by ids.

    Every unit of the corpus has a place, and so does the border before and after each word. The
    gap after the unit at place g is gap g. `starting[i]` is the token that starts at place i, and
    `ending[i]` the one that ends there. A border holds NOTHING; a closed gap holds the negative of
    the step that closed it. Each list exists twice over the same memory: as an `array`, fast to
    read item by item, and as a NumPy array (`_np`), fast to read in bulk.

    `step` is the number of merges made; `lengths` is the number of units in each token.

    >>> places = Places(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> for pair, count, gaps in places.pairs().at_least(6):
    ...     print(pair >> 32, pair & 0xFFFFFFFF, count, gaps.tolist())
    1 3 10 [1]
    3 0 15 [2, 6]
    >>> before, after = places.merge([2, 6], 3, 0, new=4)
    >>> list(before), list(after), places.closed_gaps().tolist()
    ([(1, 10, [1]), (2, 5, [5])], [], [0, 1, 0, 0, 1, 0])
    """

    def __init__(self, corpus: Corpus) -> None:
        self.step = 0
        self.lengths = [1] * len(corpus.base_vocabulary)
        self._inside = corpus.inside
        self._places = np.arange(len(corpus.units), dtype=np.int32) + corpus.word_of_unit + 1
        size = len(corpus.units) + len(corpus.words) + 1
        tokens = np.full(size, NOTHING, np.int32)
        tokens[self._places] = corpus.units
        weights = np.zeros(size, np.int64)
        weights[self._places] = corpus.counts[corpus.word_of_unit]
        self._starting, self._np_starting = _shared("i", tokens)
        self._ending, self._np_ending = _shared("i", tokens)
        self._weights, self._np_weights = _shared("q", weights)

    # Reading the places

    def closed_gaps(self) -> Ids:
        """For each unit, the step that closed the gap after it, 0 for none (int32)."""
        closed: Ids = np.maximum(-self._np_ending[self._places], 0)
        return closed

    def has_open_gaps(self) -> bool:
        """Whether any pair is left."""
        return bool(np.any(self._inside & (self.closed_gaps() == 0)))

    def pairs(self, longest: int | None = None) -> Groups:
        """All pairs of at most `longest` units, with their counts and the gaps where they occur."""
        gaps = self._open_gaps()
        if longest is not None:
            lengths = np.array(self.lengths)
            together = lengths[self._np_ending[gaps]] + lengths[self._np_starting[gaps + 1]]
            gaps = gaps[together <= longest]
        pairs = self._np_ending[gaps].astype(np.int64) << 32 | self._np_starting[gaps + 1]
        return Groups(pairs, gaps, self._np_weights[gaps])

    def gaps_of(self, left: int, right: int) -> Ids:
        """All gaps where a pair occurs."""
        # Where a token ends, the next place is a border or the start of another.
        ends = np.flatnonzero(self._np_ending[:-1] == left).astype(np.int32)
        found: Ids = ends[self._np_starting[ends + 1] == right]
        return found

    def _open_gaps(self) -> Ids:
        open_gaps = (self._np_ending[:-1] >= 0) & (self._np_starting[1:] >= 0)
        return np.flatnonzero(open_gaps).astype(np.int32)

    def count_at(self, gaps: Ids) -> int:
        """How often the pair at these gaps occurs."""
        return int(self._np_weights[gaps].sum())

    def first_of(self, gaps: Gaps, left: int, right: int) -> int:
        """The index of the first of these gaps where a pair still occurs.

        The pair has to occur at one of them.
        """
        starting, ending = self._starting, self._ending
        for i, gap in enumerate(gaps):
            if ending[gap] == left and starting[gap + 1] == right:
                return i
        raise AssertionError("a pair with a count occurs somewhere")

    def times_merged(self) -> int:
        """How often the last merge was made: not all overlapping pairs are merged."""
        return int(self._np_weights[self._np_ending == -self.step].sum())

    # The merge

    def merge(self, gaps: Gaps, left: int, right: int, new: int) -> Neighbours:
        """Merge a pair at those gaps where it occurs; return the neighbours of the next id."""
        self.step += 1
        self.lengths.append(self.lengths[left] + self.lengths[right])
        merge = self._merge_many if len(gaps) >= MANY else self._merge_few
        return merge(gaps, left, right, new)

    def _merge_few(self, gaps: Gaps, left: int, right: int, new: int) -> Neighbours:
        """Merge a pair gap by gap, from left to right."""
        starting, ending = self._starting, self._ending
        to_start, to_end = 1 - self.lengths[left], self.lengths[right]
        merged = []
        for gap in gaps if isinstance(gaps, list) else gaps.tolist():
            if ending[gap] == left and starting[gap + 1] == right:
                starting[gap + to_start] = ending[gap + to_end] = new
                ending[gap] = -self.step
                merged.append(gap)
        return self._neighbours_of(merged, to_start - 1, to_end, new)

    def _neighbours_of(
        self, merged: list[int], to_before: int, to_after: int, new: int
    ) -> Neighbours:
        """Group the tokens before and after each new token; the new token itself only before.

        The two halves of the loop are alike on purpose: most of a training's time is spent here.
        """
        starting, ending, weights = self._starting, self._ending, self._weights
        before: dict[int, list[int]] = {}
        after: dict[int, list[int]] = {}
        count_before: dict[int, int] = {}
        count_after: dict[int, int] = {}
        for gap in merged:
            weight = weights[gap]
            place = gap + to_before
            token = ending[place]
            if token in before:
                before[token].append(place)
                count_before[token] += weight
            elif token >= 0:
                before[token] = [place]
                count_before[token] = weight
            place = gap + to_after
            token = starting[place + 1]
            if token in after:
                after[token].append(place)
                count_after[token] += weight
            elif token >= 0 and token != new:
                after[token] = [place]
                count_after[token] = weight
        return (
            zip(before, count_before.values(), before.values(), strict=True),
            zip(after, count_after.values(), after.values(), strict=True),
        )

    def _merge_many(self, gaps: Gaps, left: int, right: int, new: int) -> Neighbours:
        """Merge a pair everywhere at once."""
        starting, ending = self._np_starting, self._np_ending
        gap = np.asarray(gaps, np.int32)
        gap = gap[(ending[gap] == left) & (starting[gap + 1] == right)]
        if left == right:
            gap = _every_other(gap, self.lengths[left])
        start, end = gap + (1 - self.lengths[left]), gap + self.lengths[right]
        starting[start] = ending[end] = new
        ending[gap] = -self.step
        weights = self._np_weights[gap]
        before, after = ending[start - 1], starting[end + 1]
        some = before >= 0
        groups_before = Groups(before[some], start[some] - 1, weights[some])
        some = (after >= 0) & (after != new)
        groups_after = Groups(after[some], end[some], weights[some])
        return groups_before.at_least(0), groups_after.at_least(0)


def _shared(typecode: str, values: NDArray[Number]) -> tuple[array[int], NDArray[Number]]:
    """The values as an `array`, and a NumPy array over the same memory."""
    shared: array[int] = array(typecode)
    shared.frombytes(values.tobytes())
    return shared, np.frombuffer(shared, values.dtype)


def _every_other(gaps: Ids, length: int) -> Ids:
    """The first, third, fifth, ... of overlapping occurrences of (a, a) in a run."""
    index = np.arange(len(gaps))
    begins = np.ones(len(gaps), bool)
    begins[1:] = gaps[1:] != gaps[:-1] + length
    run_start = np.maximum.accumulate(np.where(begins, index, 0))
    chosen: Ids = gaps[(index - run_start) % 2 == 0]
    return chosen


class Groups:
    """Labels grouped by value: each distinct label with its sum of weights and its gaps."""

    def __init__(self, labels: NDArray[np.integer], gaps: Ids, weights: NDArray[np.int64]) -> None:
        order = np.argsort(labels, kind="stable")
        labels, self._gaps = labels[order], gaps[order]
        begins = np.ones(len(labels), bool)
        begins[1:] = labels[1:] != labels[:-1]
        self._starts = np.flatnonzero(begins)
        self._labels = labels[self._starts]
        self.sums = np.add.reduceat(weights[order], self._starts) if len(labels) else weights

    def at_least(self, smallest: int) -> Iterable[Group]:
        """The groups with at least this sum: label, sum, gaps in order."""
        chosen = np.flatnonzero(self.sums >= smallest)
        ends = np.append(self._starts[1:], len(self._gaps))[chosen]
        slices = map(slice, self._starts[chosen].tolist(), ends.tolist())
        gaps = map(self._gaps.__getitem__, slices)
        return zip(self._labels[chosen].tolist(), self.sums[chosen].tolist(), gaps, strict=True)
