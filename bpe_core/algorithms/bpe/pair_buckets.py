"""Pairs in buckets by their counts, of which several may be open.

In BPE no count ever rises, so `PairQueue` opens one bucket after another. Where a new pair may be
more frequent than the one that was merged last, or a count may rise, a bucket above the open one is
opened while that one waits.
"""

from __future__ import annotations

import heapq

from bpe_core.algorithms.bpe.pair_queue import PairIndex
from bpe_core.algorithms.bpe.places import Gaps, Places
from bpe_core.algorithms.bpe.tie_rules import Key, TieRule


class PairBuckets(PairIndex):
    """Pairs that wait in the bucket of their count; one that is rarer than `rarest` is forgotten.

    A pair whose count has fallen is moved when it is met in its old bucket.
    """

    def __init__(self, places: Places, rule: TieRule, rarest: int) -> None:
        super().__init__(places, rule, rarest)
        self.floor = rarest
        self._levels: list[int] = []  # the counts that have a bucket, negative: a heap
        self._closed: dict[int, list[int]] = {}  # buckets whose keys were never needed
        self._open: dict[int, list[tuple[Key, int]]] = {}  # buckets as heaps by the rule's key

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a pair that occurred nowhere."""
        self.counts[pair], self.gaps[pair] = count, gaps
        self._put(pair, count)

    def _put(self, pair: int, count: int) -> None:
        if count in self._open:
            heapq.heappush(self._open[count], (self.key(pair), pair))
        elif count in self._closed:
            self._closed[count].append(pair)
        else:
            self._closed[count] = [pair]
            heapq.heappush(self._levels, -count)

    def _bucket(self, level: int) -> list[tuple[Key, int]]:
        """The bucket of a count, opened if it is closed."""
        if level not in self._open:
            waiting = set(self._closed.pop(level))
            equal = [pair for pair in waiting if self.counts.get(pair) == level]
            self._open[level] = [(self.key(pair), pair) for pair in equal]
            heapq.heapify(self._open[level])
            for pair in waiting.difference(equal):
                self._put_lower(pair, level)
        return self._open[level]

    def _put_lower(self, pair: int, level: int) -> None:
        """Move a pair whose count has fallen below a level; one that has risen waits above it."""
        count = self.counts.get(pair, 0)
        if count < self.floor:
            self._forget(pair)
        elif count < level:
            self._put(pair, count)

    def _forget(self, pair: int) -> None:
        self.counts.pop(pair, None)
        self.gaps.pop(pair, None)
