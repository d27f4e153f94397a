"""Which pairs have the highest count, while counts change.

A heap holds counts that may be out of date. Counts mostly fall, so an entry is corrected only when
it reaches the top. The pairs that share the highest count are taken out of the heap together: they
form the level, and stay there until their count changes. Unlike the trainer's queue, this returns
all pairs that tie, because the question here is which of them somebody else would take.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from copy import copy


class Ranking:
    """Pairs by count. Call `settle` after a change; then `level` and `members` are up to date.

    `members` has every pair that has reached the level since it was opened. Some may have left it:
    `is_on` says which are still there. `opened` counts the levels, so a new one can be noticed.

    >>> ranking = Ranking({1: 5, 2: 5, 3: 4})
    >>> ranking.level, ranking.members
    (5, [1, 2])
    >>> ranking.change(1, 0), ranking.settle(), ranking.is_on(1), ranking.is_on(2)
    (None, None, False, True)
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.counts = dict(counts)
        self.level = 0
        self.members: list[int] = []
        self.opened = 0
        self._on_level = 0
        self._heap = [(-count, pair) for pair, count in self.counts.items()]
        heapq.heapify(self._heap)
        self.settle()

    def copy(self) -> Ranking:
        """A copy that can be changed independently."""
        other = copy(self)
        other.counts, other.members = self.counts.copy(), self.members.copy()
        other._heap = self._heap.copy()  # noqa: SLF001  (the same class)
        return other

    def is_on(self, pair: int) -> bool:
        """Whether the pair has the highest count."""
        return self.counts.get(pair, 0) == self.level > 0

    @property
    def is_tied(self) -> bool:
        """Whether several pairs have the highest count."""
        return self._on_level > 1

    def change(self, pair: int, count: int) -> None:
        """Give a pair another count, which may be below zero where somebody counts wrongly."""
        old = self.counts.get(pair, 0)
        if count == old:
            return
        self.counts[pair] = count
        if old == self.level:
            self._on_level -= 1
        if count == self.level:
            self._on_level += 1
            self.members.append(pair)
        elif count > old or old == self.level:
            heapq.heappush(self._heap, (-count, pair))

    def settle(self) -> None:
        """Find the level."""
        top = self._top()
        if self._on_level and top <= self.level:
            return
        for pair in set(self.members):
            if self._on_level and self.is_on(pair):
                heapq.heappush(self._heap, (-self.level, pair))
        self._open(top)

    def _top(self) -> int:
        """The highest count in the heap; 0 if no count is above 0."""
        heap, counts = self._heap, self.counts
        while heap:
            count, pair = -heap[0][0], heap[0][1]
            now = counts[pair]
            if now == count and now != self.level:
                return max(0, count)
            heapq.heappop(heap)
            if now < count and now != self.level:
                heapq.heappush(heap, (-now, pair))
        return 0

    def _open(self, top: int) -> None:
        self.level, self.opened = top, self.opened + 1
        found: dict[int, None] = {}
        while top and self._heap and self._heap[0][0] == -top:
            pair = heapq.heappop(self._heap)[1]
            now = self.counts[pair]
            if now == top:
                found[pair] = None
            elif now < top:
                heapq.heappush(self._heap, (-now, pair))
        self.members = list(found)
        self._on_level = len(found)
