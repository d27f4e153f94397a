"""Merging pairs quickly: the part of a training that BPE and WordPiece share.

The tutorials' trainer counts all pairs anew at each step. Unlike it, this one counts once and then
touches only the places where something changes:

- A pair stands at a gap: its left token ends there, its right token starts behind it. Each token
  is noted where it starts and where it ends, so a merge rewrites these two places and closes the
  gap, and one huge word costs no more than many short ones.
- An index knows for each pair its count and the gaps where it came to be. A pair comes to be in a
  single step (the one that makes its younger token) and afterwards only loses occurrences: its
  count never rises and its first gap never moves back. So the list of gaps is written once, and a
  gap where the pair no longer stands is passed over when it is met.
- A pair waits in the bucket of its count. The highest bucket is opened first; a pair whose count
  has fallen meanwhile moves on to a lower bucket. Within a bucket the tie rule decides.
- Only the most frequent pairs are in the index. What is rarer cannot win before those are used
  up; then all pairs are counted once more, and again the most frequent are taken.

A pair that stands in many places is merged with NumPy, one in few places by a plain loop: the
same steps, whichever is faster.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.bpe.tie_rules import Key, TieRule
from bpe_core.text.corpus import Corpus, byte_length
from bpe_core.training.limits import MOST_TOKEN_BYTES, Clock, StopReason

Ids = NDArray[np.int32]
Gaps = list[int] | Ids
Group = tuple[int, int, Gaps]  # a token or pair, its count, the gaps where it stands
Neighbours = tuple[Iterable[Group], Iterable[Group]]  # of a merged pair: before it, after it
Number = TypeVar("Number", np.int32, np.int64)

NOTHING = -1  # in place of a token: a word's border
MANY = 96  # from this many gaps on NumPy is faster than a loop
INDEXED = 3_000  # about how many pairs are in the index


def merge_until_over(
    merger: Merger, clock: Clock, limit: int | None, limited_by: StopReason
) -> StopReason:
    """Merge until something ends it; returns what did. `limit` is how many merges at most."""
    while merger.step != limit:
        if clock.is_over(merger.step):
            stopped: StopReason = "time_limit"
            break
        if not merger.merge_next():
            stopped = merger.why_it_ended()
            break
    else:
        stopped = limited_by
    clock.report(merger.step)
    return stopped


class Merger:
    """The state of a training: the tokens, the pair index and the buckets.

    Every unit of the corpus has a place, and so has the border before and after each word. The gap
    after the unit at place g is gap g. `starting[i]` is the token that starts at place i, and
    `ending[i]` the one that ends there; a border holds NOTHING, a closed gap minus the step that
    closed it. Both exist twice over the same memory: as `array`, quick to read one by one, and as
    NumPy array (`_np`), quick to read in bulk.
    """

    def __init__(self, corpus: Corpus, rule: TieRule, min_frequency: int) -> None:
        self.step = 0
        self.merge_counts: list[int] = []
        self._merged: list[tuple[int, int]] = []
        self._rule = rule
        self._min_frequency = min_frequency
        self._base = len(corpus.base_vocabulary)
        self._lengths = [1] * self._base  # of each token, in units
        self._sizes = list(map(byte_length, corpus.base_vocabulary))  # the same, in bytes
        self._shared_bytes = 0  # that a merged token has fewer than its two
        self._is_too_long = False
        self._inside = corpus.inside
        self._lay_out(corpus)
        self._counts: dict[int, int] = {}
        self._where: dict[int, Gaps] = {}
        self._buckets: dict[int, list[int]] = {}
        self._levels: list[int] = []  # the counts that have a bucket, negative: a heap
        self._level = 0  # the count of the open bucket
        self._open: list[tuple[Key, int]] = []  # the open bucket: a heap by the rule's key
        self._floor = 0  # pairs with a lower count are not in the index
        self._count_pairs()

    def _lay_out(self, corpus: Corpus) -> None:
        self._places = np.arange(len(corpus.units), dtype=np.int32) + corpus.word_of_unit + 1
        size = len(corpus.units) + len(corpus.words) + 1
        tokens = np.full(size, NOTHING, np.int32)
        tokens[self._places] = corpus.units
        weights = np.zeros(size, np.int64)
        weights[self._places] = corpus.counts[corpus.word_of_unit]
        self._starting, self._np_starting = _shared("i", tokens)
        self._ending, self._np_ending = _shared("i", tokens)
        self._weights, self._np_weights = _shared("q", weights)

    def closed_gaps(self) -> Ids:
        """For each unit the step that closed the gap after it, 0 for none (int32)."""
        closed: Ids = np.maximum(-self._np_ending[self._places], 0)
        return closed

    def why_it_ended(self) -> StopReason:
        """Why there is no next step."""
        if self._is_too_long:
            return "token_length"
        has_open_gaps = np.any(self._inside & (self.closed_gaps() == 0))
        return "min_frequency" if has_open_gaps else "nothing_left"

    def merge_ids(self) -> Ids:
        """Left, right and new id of each merge (int32, n x 3)."""
        ids = np.empty((len(self._merged), 3), np.int32)
        ids[:, :2] = np.array(self._merged, np.int32).reshape(-1, 2)
        ids[:, 2] = np.arange(self._base, self._base + len(ids))
        return ids

    # The index

    def _count_pairs(self) -> None:
        """Count all pairs of the corpus and put the most frequent into the index."""
        gaps = self._open_gaps()
        pairs = self._np_ending[gaps].astype(np.int64) << 32 | self._np_starting[gaps + 1]
        groups = _Groups(pairs, gaps, self._np_weights[gaps])
        self._floor = self._choose_floor(groups.sums)
        for pair, count, places in groups.at_least(self._floor):
            self._add(pair, count, places)

    def _choose_floor(self, counts: NDArray[np.int64]) -> int:
        """The lowest count in the index, given the counts of all pairs."""
        if len(counts) <= INDEXED:
            return self._min_frequency
        return max(self._min_frequency, int(np.partition(counts, -INDEXED)[-INDEXED]))

    def _open_gaps(self) -> Ids:
        open_gaps = (self._np_ending[:-1] >= 0) & (self._np_starting[1:] >= 0)
        return np.flatnonzero(open_gaps).astype(np.int32)

    def _add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Take a pair into the index."""
        self._counts[pair] = count
        self._where[pair] = gaps
        self._put(pair, count)

    def _put(self, pair: int, count: int) -> None:
        """Let a pair wait in the bucket of its count."""
        if count == self._level:
            heapq.heappush(self._open, (self._key(pair), pair))
        elif count in self._buckets:
            self._buckets[count].append(pair)
        else:
            self._buckets[count] = [pair]
            heapq.heappush(self._levels, -count)

    def _put_lower(self, pair: int) -> None:
        """A pair whose count has fallen waits in a lower bucket, or leaves the index."""
        count = self._counts[pair]
        if count >= self._floor:
            self._put(pair, count)
        else:
            del self._counts[pair], self._where[pair]

    def _key(self, pair: int) -> Key:
        left, right = pair >> 32, pair & 0xFFFFFFFF
        return self._rule.key(left, right, self._first_gap(pair, left, right))

    def _first_gap(self, pair: int, left: int, right: int) -> int:
        """Where the pair stands first; gaps before, where it no longer stands, are dropped."""
        gaps = self._where[pair]
        starting, ending = self._starting, self._ending
        for i, gap in enumerate(gaps):
            if ending[gap] == left and starting[gap + 1] == right:
                if i:
                    self._where[pair] = gaps[i:]
                return int(gap)
        raise AssertionError("a pair with a count stands somewhere")

    def _choose_pair(self) -> int | None:
        """The most frequent pair, by the tie rule among equals; None if there is none."""
        while True:
            while self._open:
                pair = heapq.heappop(self._open)[1]
                if self._counts[pair] == self._level:
                    return pair
                self._put_lower(pair)
            if self._levels:
                self._open_bucket(-heapq.heappop(self._levels))
            elif self._floor > self._min_frequency:
                self._count_pairs()
            else:
                return None

    def _open_bucket(self, level: int) -> None:
        waiting = self._buckets.pop(level)
        counts = self._counts
        self._level = level
        self._open = [(self._key(pair), pair) for pair in waiting if counts[pair] == level]
        heapq.heapify(self._open)
        for pair in waiting:
            if counts[pair] != level:
                self._put_lower(pair)

    # The merge

    def merge_next(self) -> bool:
        """Do one step of the algorithm; False if there is none: `why_it_ended` tells why."""
        pair = self._choose_pair()
        if pair is None or not self._fits(pair >> 32, pair & 0xFFFFFFFF):
            return False
        self._merge(pair, self._counts.pop(pair), self._where.pop(pair))
        return True

    def _size_of(self, left: int, right: int) -> int:
        return self._sizes[left] + self._sizes[right] - self._shared_bytes

    def _fits(self, left: int, right: int) -> bool:
        """Whether the two make a token that is not too long; if they don't, training ends."""
        self._is_too_long = self._size_of(left, right) > MOST_TOKEN_BYTES
        return not self._is_too_long

    def _merge(self, pair: int, count: int, gaps: Gaps) -> None:
        """Merge a pair that is not in the index any more."""
        left, right = pair >> 32, pair & 0xFFFFFFFF
        self.merge_counts.append(count)
        new = self._base + self.step
        self.step += 1
        self._merged.append((left, right))
        self._lengths.append(self._lengths[left] + self._lengths[right])
        self._sizes.append(self._size_of(left, right))
        self._rule.learn(left, right)
        merge = self._merge_many if len(gaps) >= MANY else self._merge_few
        before, after = merge(gaps, left, right, new)
        self._exchange_left(before, left, right, new)
        self._exchange_right(after, right, new)

    def _exchange_left(self, before: Iterable[Group], left: int, right: int, new: int) -> None:
        """What stood before the left token now stands before the new one."""
        counts, floor = self._counts, self._floor
        for token, weight, gaps in before:
            # Where two merged pairs adjoin, what stood before the left token was a right one.
            lost = (right if token == new else token) << 32 | left
            if lost in counts:
                counts[lost] -= weight
            if weight >= floor:
                self._add(token << 32 | new, weight, gaps)

    def _exchange_right(self, after: Iterable[Group], right: int, new: int) -> None:
        """What stood after the right token now stands after the new one."""
        counts, floor = self._counts, self._floor
        for token, weight, gaps in after:
            lost = right << 32 | token
            if lost in counts:
                counts[lost] -= weight
            if weight >= floor:
                self._add(new << 32 | token, weight, gaps)

    def _merge_few(self, gaps: Gaps, left: int, right: int, new: int) -> Neighbours:
        """Merge a pair gap by gap, from left to right."""
        starting, ending = self._starting, self._ending
        to_start, to_end = 1 - self._lengths[left], self._lengths[right]
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
        """What stands before and after each new token; the new token itself only before.

        The two halves of the loop are alike on purpose: most of a training's time goes by here.
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
            gap = _every_other(gap, self._lengths[left])
        start, end = gap + (1 - self._lengths[left]), gap + self._lengths[right]
        starting[start] = ending[end] = new
        ending[gap] = -self.step
        weights = self._np_weights[gap]
        before, after = ending[start - 1], starting[end + 1]
        some = before >= 0
        groups_before = _Groups(before[some], start[some] - 1, weights[some])
        some = (after >= 0) & (after != new)
        groups_after = _Groups(after[some], end[some], weights[some])
        return groups_before.at_least(0), groups_after.at_least(0)


def _shared(typecode: str, values: NDArray[Number]) -> tuple[array[int], NDArray[Number]]:
    """The values as an `array`, and a NumPy array over the same memory."""
    shared: array[int] = array(typecode)
    shared.frombytes(values.tobytes())
    return shared, np.frombuffer(shared, values.dtype)


def _every_other(gaps: Ids, length: int) -> Ids:
    """Of overlapping occurrences of (a, a) in a run, the first, third, fifth, ..."""
    index = np.arange(len(gaps))
    begins = np.ones(len(gaps), bool)
    begins[1:] = gaps[1:] != gaps[:-1] + length
    run_start = np.maximum.accumulate(np.where(begins, index, 0))
    chosen: Ids = gaps[(index - run_start) % 2 == 0]
    return chosen


class _Groups:
    """Many labels, some of them equal: each distinct one with its sum of weights and its gaps."""

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
