"""The counts of all pairs at all steps, as one table that answers "what at step k?" at once.

A pair comes into being in one step, and from then on its count only falls; where walls between
words fall later, it may get more occurrences then, and begins a new life. A life is a few
stretches of steps with a constant count, and a table with a row for each stretch (pair, since,
until, count) holds everything. The rows are sorted as the trainer would prefer them: by count,
then by the tie rule. The most frequent pairs at step k are then the first rows of the table whose
stretch covers k, and the search can start at the row of the pair that wins at k.

The table is computed from the gaps of the trace alone: a merge at a gap changes the pair at the
border before the new token and at the border after it, and nothing else. Unlike the trainer's
index, which knows only the current step, this knows all steps; it is made only when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.text.corpus import Corpus

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]


@dataclass(frozen=True)
class Occurrences:
    """Stretches of steps in which a pair of tokens occurs at a gap, one entry per stretch.

    The pair (`left`, `right`) occurs at `gap` in the states `since` to `until - 1`.
    """

    gap: Int32s
    since: Int32s
    until: Int32s
    left: Int32s
    right: Int32s


def list_occurrences(recorded: RecordedMerges) -> Occurrences:
    """All occurrences of all pairs at all steps, sorted by pair and then by `until`.

    For an occurrence that is never merged away, `until` is one past the last state.
    """
    table = _joined([_occurrences(*epoch) for epoch in recorded.epochs()])
    if recorded.max_token_length is not None:  # the others can never win
        lengths = recorded.token_lengths[table[3:]].sum(axis=0)
        table = table[:, lengths <= recorded.max_token_length]
    pair = table[3].astype(np.int64) * len(recorded.token_lengths) + table[4]
    if recorded.opened is not None:
        of, *states = _cut_at_births(pair, table[1], table[2])
        pair, table = pair[of], table[:, of]
        table[1:3] = states
    order = _order_by(pair, table[2], len(recorded) + 2)
    return Occurrences(*(column[order] for column in table))


def _occurrences(recorded: RecordedMerges, first: int, end: int) -> Int32s:
    """The occurrences in the states from `first` up to `end`, sorted by gap; a field in a row."""
    changes = _sorted_changes(recorded)
    until = np.where(recorded.closed == 0, end, recorded.closed)[changes.gap].clip(max=end)
    begins = changes.since.clip(first)
    if recorded.opened is not None:
        begins = np.maximum(begins, recorded.opened[changes.gap])
    until[:-1] = np.where(changes.gap[1:] == changes.gap[:-1], begins[1:], until[:-1])
    sides = _filled(changes.left), _filled(changes.right)
    real = begins < until  # else both sides change in one step: only the last change counts
    return np.array([changes.gap, begins, until, *sides], np.int32)[:, real]


def _joined(epochs: list[Int32s]) -> Int32s:
    """The occurrences of all epochs, of which those that go on from one to the next are one."""
    if len(epochs) == 1:
        return epochs[0]
    table = np.concatenate(epochs, axis=1)
    table = table[:, np.lexsort((table[1], table[0]))]
    same = np.all(table[[0, 3, 4], 1:] == table[[0, 3, 4], :-1], axis=0)
    goes_on = np.zeros(table.shape[1], bool)
    goes_on[1:] = same & (table[1, 1:] == table[2, :-1])
    table[2, np.flatnonzero(goes_on) - 1] = table[2, goes_on]
    return table[:, ~goes_on]


def _cut_at_births(pair: Int64s, since: Int32s, until: Int32s) -> tuple[Int64s, Int32s, Int32s]:
    """Cut the occurrences of a pair wherever more of them begin, so that counts only fall between.

    Returns for each part which occurrence it is a part of, and its states, `since` and `until`.

    Few pairs are cut: those that occur inside words and at a wall that falls later.
    """
    states = int(until.max(initial=0)) + 1
    begun, step = np.divmod(np.unique(pair * states + since), states)
    growing = np.isin(begun, begun[1:][begun[1:] == begun[:-1]])
    if not growing.any():
        return np.arange(len(pair)), since, until
    births: dict[int, list[int]] = {}
    for number, birth in zip(begun[growing].tolist(), step[growing].tolist(), strict=True):
        births.setdefault(number, []).append(birth)
    is_cut = np.isin(pair, list(births))
    parts = [
        (place, *part)
        for place in np.flatnonzero(is_cut).tolist()
        for part in _parts(int(since[place]), int(until[place]), births[int(pair[place])])
    ]
    whole = np.flatnonzero(~is_cut)
    whole_lives = np.column_stack([whole, since[whole], until[whole]])
    of, begins, ends = np.concatenate([whole_lives, np.array(parts)]).T
    return of, begins.astype(np.int32), ends.astype(np.int32)


def _parts(since: int, until: int, births: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The states `since` to `until`, cut at births."""
    return pairwise([since, *(birth for birth in births if since < birth < until), until])


def _sorted_changes(recorded: RecordedMerges) -> Occurrences:
    """When the tokens around a gap change, sorted by gap and step; -1 for an unchanged side.

    At the start each gap has a base token on either side. A merge at a gap makes a token that
    covers both its parts: the gaps at its two borders get a new token on one side.
    """
    inside = recorded.corpus.inside
    units = recorded.corpus.units
    gaps = np.flatnonzero(inside).astype(np.int32)
    merged = np.flatnonzero(recorded.closed).astype(np.int32)
    step = recorded.closed[merged]
    ids = recorded.base_merges[step - 1]
    before = merged - recorded.token_lengths[ids[:, 0]]
    after = merged + recorded.token_lengths[ids[:, 1]]
    has_before = (before >= 0) & inside[before]
    has_after = inside[after]
    new_right, new_left = ids[has_before, 2], ids[has_after, 2]
    gap = np.concatenate([gaps, before[has_before], after[has_after]])
    since = np.concatenate([np.zeros_like(gaps), step[has_before], step[has_after]])
    left = np.concatenate([units[gaps], np.full_like(new_right, -1), new_left])
    right = np.concatenate([units[gaps + 1], new_right, np.full_like(new_left, -1)])
    order = _order_by(gap.astype(np.int64), since, len(recorded) + 2)
    gap, since = gap[order], since[order]
    return Occurrences(gap, since, since, left[order], right[order])


def _order_by(first: Int64s, second: Int32s | Int64s, second_limit: int) -> Int64s:
    """The order by `first`, then by `second`, which is below `second_limit`."""
    places = len(first).bit_length()
    if len(first) and int(first.max()) < 2 ** (62 - places) // second_limit:
        key = first * np.int64(second_limit) + second
        # With its place packed into each number, a sort is several times faster than an argsort.
        key <<= places
        key |= np.arange(len(key))
        key.sort()
        return key & ((1 << places) - 1)
    return np.lexsort((second, first))


def _filled(values: Int32s) -> Int32s:
    """The values with each -1 replaced by the last value before it."""
    last_known = np.maximum.accumulate(np.where(values >= 0, np.arange(len(values)), 0))
    return values[last_known]


class PairHistory:
    """The table of all pairs and their counts at all steps. Ids do not count special tokens.

    Row i says: the pair (`left[i]`, `right[i]`) has the count `count[i]` in the states `since[i]`
    to `until[i] - 1`, and had `count_before[i]` until then (0: it is new). `is_last[i]`: the pair
    has no later row. Its occurrences are at the gaps `gaps[begin[i]:end[i]]`.

    For each state, `distinct` is how many pairs there are; for each but the last, `largest` is a
    count that no pair exceeds there.
    """

    def __init__(self, recorded: RecordedMerges) -> None:
        self._make_rows(recorded)
        del self.rank
        # A chosen pair may not be the most frequent; without choices, the merged pair always is.
        if recorded.choices:
            self.largest = self._largest_counts(len(recorded))
        else:
            self.largest = recorded.merge_counts

    def _make_rows(self, recorded: RecordedMerges) -> None:
        """Make the rows, in order; `rank` is their order by the tie rule."""
        occurrences = list_occurrences(recorded)
        self.gaps = occurrences.gap
        self._make(recorded, occurrences)
        self._sort()

    def _make(self, recorded: RecordedMerges, occurrences: Occurrences) -> None:
        size = len(occurrences.gap)
        pair_begins = np.zeros(size, bool)
        pair_begins[:1] = True
        for side in (occurrences.left, occurrences.right):
            pair_begins[1:] |= side[1:] != side[:-1]
        life_begins = pair_begins.copy()
        life_begins[1:] |= occurrences.since[1:] != occurrences.since[:-1]
        row_begins = life_begins.copy()
        row_begins[1:] |= occurrences.until[1:] != occurrences.until[:-1]
        begin = np.flatnonzero(row_begins)
        life_ends = np.append(np.flatnonzero(life_begins)[1:], size).astype(np.int32)
        number = np.cumsum(life_begins) - 1  # of the pair's life, for each occurrence
        is_first = pair_begins[begin]
        # A new life that begins where the last one ends is the same pair with a higher count.
        is_first[1:] |= life_begins[begin][1:] & (
            occurrences.since[begin][1:] != occurrences.until[begin][:-1]
        )
        self.begin = begin.astype(np.int32)
        self.end = life_ends[number[begin]]
        self.left, self.right = occurrences.left[begin], occurrences.right[begin]
        self.until = occurrences.until[begin]
        self.since = occurrences.since[begin]
        self.since[1:] = np.where(is_first[1:], self.since[1:], self.until[:-1])
        self.count = self._counts(recorded.corpus, begin)
        self.count_before = np.zeros_like(self.count)
        self.count_before[1:] = np.where(is_first[1:], 0, self.count[:-1])
        self.is_last = np.append(is_first[1:], True)[: len(begin)]
        self.rank = self._ranks(recorded, _first_gaps(occurrences, number)[begin])
        begun = np.bincount(self.since[is_first], minlength=len(recorded) + 2)
        gone = np.bincount(self.until[self.is_last], minlength=len(recorded) + 2)
        self.distinct = np.cumsum(begun - gone)

    def _counts(self, corpus: Corpus, begin: Int64s) -> Int64s:
        """The count in each row: that of all occurrences that last at least as long."""
        sums = np.zeros(len(self.gaps) + 1, np.int64)
        np.cumsum(corpus.counts[corpus.word_of_unit[self.gaps]], out=sums[1:])
        counts: Int64s = sums[self.end] - sums[begin]
        return counts

    def _ranks(self, recorded: RecordedMerges, first_gaps: Int64s) -> Int64s:
        rule = find_tie_rule(recorded.tie_break)
        left, right = self.left.astype(np.int64), self.right.astype(np.int64)
        first_id = recorded.first_base_id
        ranks: Int64s = rule.ranks(left, right, first_gaps, lambda: recorded.vocabulary[first_id:])
        ranks -= ranks.min(initial=0)  # a rule may count from wherever it likes
        return ranks

    def _sort(self) -> None:
        falling = self.count.max(initial=0) - self.count
        order = _order_by(falling, self.rank, int(self.rank.max(initial=0)) + 1)
        for name in (
            *("begin", "end", "left", "right", "since", "until"),
            *("is_last", "count", "count_before", "rank"),
        ):
            setattr(self, name, getattr(self, name)[order])

    def _largest_counts(self, last_state: int) -> Int64s:
        """The highest count of any pair at each state but the last; it never rises."""
        largest = np.zeros(last_state, np.int64)
        levels = np.unique(self.count)[::-1]
        starts = np.searchsorted(-self.count, -levels, side="left").tolist()
        stops = np.searchsorted(-self.count, -levels, side="right").tolist()
        level = 0
        for step in range(last_state):
            while not len(self._alive(starts[level], stops[level], step)):
                level += 1
            largest[step] = levels[level]
        return largest

    def top(self, step: int, limit: int | None = None) -> Int64s:
        """The rows of the most frequent pairs at a state, by count and tie rule, best first."""
        first = self._first_row_not_above(step)
        if limit is None:
            return first + self._alive(first, len(self.count), step)
        width = 64 + 8 * limit
        while True:
            rows = self._alive(first, first + width, step)
            if len(rows) >= limit or first + width >= len(self.count):
                return first + rows[:limit]
            width *= 4

    def find(self, step: int, left: int, right: int) -> Int64s:
        """The row of one pair at a state; empty if the pair does not occur there."""
        rows = self._alive(0, len(self.count), step)
        found: Int64s = rows[(self.left[rows] == left) & (self.right[rows] == right)]
        return found

    def life(self, left: int, right: int) -> Int64s:
        """The rows of one pair, from its first count to its last."""
        rows = np.flatnonzero((self.left == left) & (self.right == right))
        return rows[np.argsort(self.since[rows])]

    def ties(self, step: int) -> Int64s:
        """The rows of all pairs that share the highest count at a state, in the rule's order."""
        best = self.top(step, 1)
        if not len(best):
            return best
        first = int(best[0])
        stop = self._first_below(int(self.count[first]))
        return first + self._alive(first, stop, step)

    def tie_counts(self) -> Int64s:
        """For each state but the last, how many pairs share the highest count: 1 is no tie.

        As long as `ties` at every state, all at once.
        """
        shared = np.zeros_like(self.largest)
        counts, first = np.unique(np.sort(self.largest), return_index=True)
        groups = np.split(np.argsort(self.largest, kind="stable"), first[1:])
        for count, states in zip(counts.tolist(), groups, strict=False):
            rows = slice(self._first_below(count + 1), self._first_below(count))
            begun, over = (
                np.searchsorted(np.sort(borders[rows]), states, side="right")
                for borders in (self.since, self.until)
            )
            shared[states] = begun - over
        return shared

    def _alive(self, first: int, stop: int, step: int) -> Int64s:
        """Which of these rows hold at a state, counted from `first`."""
        part = slice(first, stop)
        return np.flatnonzero((self.since[part] <= step) & (self.until[part] > step))

    def _first_row_not_above(self, step: int) -> int:
        """The first row that can hold at a state: all rows above it have larger counts."""
        if step == len(self.largest):  # the last state
            return 0
        return self._first_below(int(self.largest[step]) + 1)

    def _first_below(self, count: int) -> int:
        """The first row whose count is below `count` (the rows are sorted by falling count)."""
        return len(self.count) - int(np.searchsorted(self.count[::-1], count))


def _first_gaps(occurrences: Occurrences, number: Int64s) -> Int64s:
    """For each occurrence, the first gap among it and its pair's longer-lasting occurrences."""
    size = int(occurrences.gap.max(initial=0)) + 1
    backwards = (number * size + occurrences.gap)[::-1]
    smallest: Int64s = np.minimum.accumulate(backwards)[::-1]
    return smallest - number * size
