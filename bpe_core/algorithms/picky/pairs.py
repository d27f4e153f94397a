"""Which pair is merged next, where counts may also rise.

A count may rise, because a token has come apart: such a pair is put into the bucket of its new
count at once. So a pair may wait in several buckets, and it counts only where its count and its key
are those that it has now. A rare pair may become a frequent one, so all pairs are known.
"""

from __future__ import annotations

import heapq

from bpe_core.algorithms.bpe.pair_buckets import PairBuckets
from bpe_core.algorithms.bpe.pair_queue import Merged
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
        for pair, count, gaps in places.pairs().at_least(1):
            self.add(pair, count, gaps)

    # What a step changes

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a pair that occurred nowhere."""
        if pair in self.counts:
            self._again.add(pair)
        if count in self._tied:
            self._tied[count] += 1
        super().add(pair, count, gaps)

    def exchange(self, merged: Merged) -> None:
        """Update the pairs around a merge whose token did not occur before."""
        left, right, new = merged.left, merged.right, merged.new
        before, after = merged.neighbours
        for token, weight, gaps in before:
            self._add_to_count((right if token == new else token) << 32 | left, -weight)
            self.add(token << 32 | new, weight, gaps)
        for token, weight, gaps in after:
            self._add_to_count(right << 32 | token, -weight)
            self.add(new << 32 | token, weight, gaps)

    def _add_to_count(self, pair: int, by: int) -> None:
        """Add to the count of a pair, unless it is just merged."""
        counts, tied = self.counts, self._tied
        if pair in counts:
            count = counts[pair]
            counts[pair] = count + by
            if count in tied:
                tied[count] -= 1
            if count + by in tied:
                tied[count + by] += 1

    def change(self, changes: Changes) -> None:
        """Update the pairs after a step that replaced tokens one by one."""
        counts = self.counts
        for pair, by in changes.counts.items():
            counts.setdefault(pair, 0)
            self._add_to_count(pair, by)
        for pair, gaps in changes.gaps.items():
            if counts[pair]:
                self._again.add(pair)
                self._late.setdefault(pair, []).extend(gaps)
                self._put(pair, counts[pair])

    def take(self, pair: int) -> tuple[int, Gaps]:
        """Remove a pair that is merged; return its count, and all gaps where it occurs."""
        count, gaps = self.counts[pair], self.all_gaps(pair)
        self._forget(pair)
        self._again.add(pair)
        if count in self._tied:
            self._tied[count] -= 1
        return count, gaps

    def key(self, pair: int) -> Key:
        """The pair's key by the tie rule: the smallest key wins."""
        if pair in self._late:
            self.gaps[pair] = self.all_gaps(pair)
        return super().key(pair)

    def all_gaps(self, pair: int) -> Gaps:
        """All gaps where a pair occurs, and some where it no longer does, in order."""
        gaps = self.gaps.get(pair, [])
        if pair not in self._late:
            return gaps
        return sorted({*map(int, gaps), *self._late.pop(pair)})

    def _forget(self, pair: int) -> None:
        super()._forget(pair)
        self._late.pop(pair, None)

    # What is next

    @property
    def tied(self) -> int:
        """How many pairs are as frequent as the one that `choose` returned last."""
        return self._tied[-self._levels[0]] if self._levels else 0

    def choose(self) -> int | None:
        """The most frequent pair, by the tie rule among equals, which goes on waiting."""
        while self._levels:
            level = -self._levels[0]
            bucket = self._bucket(level)
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
