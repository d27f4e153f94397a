"""Which pair is merged next, where counts may also rise.

A count may rise, because a token has come apart: such a pair is put into the bucket of its new
count at once. So a pair may wait in several buckets, and it counts only where its count and its key
are those that it has now. A rare pair may become a frequent one, so all pairs are known; but only
the frequent ones wait, and when these are used up, more of them do.
"""

from __future__ import annotations

import heapq

import numpy as np

from bpe_core.algorithms.bpe.pair_buckets import PairBuckets
from bpe_core.algorithms.bpe.pair_queue import Merged, choose_floor
from bpe_core.algorithms.bpe.places import Gaps, Places
from bpe_core.algorithms.bpe.tie_rules import Key, TieRule
from bpe_core.algorithms.picky.places import Changes


class RisingPairs(PairBuckets):
    """All pairs, kept up to date while tokens are merged and come apart.

    >>> from bpe_core import Corpus, TIE_RULES
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "up": 15})  # g h p u
    >>> pairs = RisingPairs(Places(corpus), TIE_RULES["first-seen"](corpus.base_vocabulary))
    >>> pairs.choose() == 3 << 32, pairs.counts[3 << 32], pairs.tied
    (True, 15, 2)
    """

    def __init__(self, places: Places, rule: TieRule) -> None:
        """Count all pairs."""
        super().__init__(places, rule, rarest=1)
        self._late: dict[int, list[int]] = {}  # gaps that are not yet among the pair's gaps
        self._again: set[int] = set()  # pairs that may also wait with an old key
        self._tied: dict[int, int] = {}  # for each open bucket, how many pairs have its count
        self._count_pairs()
        self._let_wait()

    def _count_pairs(self) -> None:
        for pair, count, gaps in self.places.pairs().at_least(1):
            self.counts[pair], self.gaps[pair] = count, gaps

    def _let_wait(self) -> None:
        """Let the most frequent pairs wait; all others are known, but too rare to be chosen."""
        counts = np.fromiter(self.counts.values(), np.int64, len(self.counts))
        self.floor = choose_floor(counts[counts > 0], 1)
        for pair, count in self.counts.items():
            if count >= self.floor:
                self._put(pair, count)

    # Updating the counts

    def exchange(self, merged: Merged) -> None:
        """Update the pairs around a merge whose token did not occur before."""
        left, right, new = merged.left, merged.right, merged.new
        before, after = merged.neighbours
        for token, count, gaps in before:
            self._lose((right if token == new else token) << 32 | left, count)
            self.add(token << 32 | new, count, gaps)
        for token, count, gaps in after:
            self._lose(right << 32 | token, count)
            self.add(new << 32 | token, count, gaps)

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a pair that occurred nowhere."""
        if pair in self.counts:
            self._again.add(pair)
        self.counts[pair], self.gaps[pair] = count, gaps
        if count >= self.floor:
            if count in self._tied:
                self._tied[count] += 1
            self._put(pair, count)

    def _lose(self, pair: int, lost: int) -> None:
        """Subtract from the count of a pair, unless it is just merged."""
        if (count := self.counts.get(pair)) is not None:
            self.counts[pair] = count - lost
            if count >= self.floor:
                self._retie(count, count - lost)

    def _retie(self, before: int, now: int) -> None:
        """Count the pairs of open buckets again: one has another count now."""
        if before in self._tied:
            self._tied[before] -= 1
        if now in self._tied:
            self._tied[now] += 1

    def change(self, changes: Changes) -> None:
        """Update the pairs after a step that replaced tokens one by one."""
        for pair, count, gaps in changes.gained:
            self._gain(pair, count, gaps)
        for pair, count in changes.lost:
            self._lose(pair, count)
        for pair, _, _ in changes.gained:
            if (count := self.counts[pair]) >= self.floor:
                self._put(pair, count)

    def _gain(self, pair: int, gained: int, gaps: list[int]) -> None:
        """Add to the count of a pair, which occurs at these gaps, too."""
        count = self.counts.get(pair, 0)
        self.counts[pair] = count + gained
        if count + gained >= self.floor:
            self._retie(count, count + gained)
        self._again.add(pair)
        if pair in self._late:
            self._late[pair] += gaps
        else:
            self._late[pair] = gaps

    def take(self, pair: int) -> tuple[int, Gaps]:
        """Remove a pair that is merged; return its count, and all gaps where it occurs."""
        count, gaps = self.counts.pop(pair), self.all_gaps(pair)
        self.gaps.pop(pair, None)
        self._again.add(pair)
        if count in self._tied:
            self._tied[count] -= 1
        return count, gaps

    def first_gap(self, pair: int) -> int:
        """The first gap where a pair occurs."""
        if pair in self._late:
            self.gaps[pair] = self.all_gaps(pair)
        return super().first_gap(pair)

    def all_gaps(self, pair: int) -> Gaps:
        """All gaps where a pair occurs, and some where it no longer does, in order."""
        gaps = self.gaps.get(pair, [])
        if pair not in self._late:
            return gaps
        known = gaps if isinstance(gaps, list) else gaps.tolist()
        return sorted({*known, *self._late.pop(pair)})

    def _forget(self, pair: int) -> None:
        """A rare pair is known all the same: it may become a frequent one."""

    # Choosing the next pair

    @property
    def tied(self) -> int:
        """How many pairs are as frequent as the one that `choose` returned last."""
        return self._tied[-self._levels[0]] if self._levels else 0

    def choose(self) -> int | None:
        """The most frequent pair, by the tie rule among equals, which goes on waiting."""
        while self._levels or self.floor > 1:
            if not self._levels:
                self._let_wait()
                continue
            level = -self._levels[0]
            bucket = self._open.get(level) or self._bucket(level)
            while bucket:
                key, pair = bucket[0]
                if self.counts.get(pair) != level:
                    heapq.heappop(bucket)
                    self._put_lower(pair, level)
                elif pair in self._again and key != (key_now := self.key(pair)):
                    heapq.heapreplace(bucket, (key_now, pair))
                else:
                    return pair
            heapq.heappop(self._levels)
            del self._open[level], self._tied[level]
        return None

    def _bucket(self, level: int) -> list[tuple[Key, int]]:
        if level not in self._open:
            self._tied[level] = len(super()._bucket(level))
        return self._open[level]
