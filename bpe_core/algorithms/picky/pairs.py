"""Which pair is merged next, where counts may also rise.

Pairs wait in buckets by their count, as in `PairQueue`: one whose count has fallen is moved when
it is met there. Unlike there, a count may rise, because a token has come apart: such a pair is put
into the bucket of its new count at once. So several buckets may be open, a pair may wait in
several, and it counts only where its count and its key are those that it has now. A rare pair may
become a frequent one, so all pairs are known.
"""

from __future__ import annotations

import heapq

from bpe_core.algorithms.bpe.pair_queue import Merged, PairIndex
from bpe_core.algorithms.bpe.places import Gaps, Places
from bpe_core.algorithms.bpe.tie_rules import Key, TieRule
from bpe_core.algorithms.picky.places import Changes


class RisingPairs(PairIndex):
    """All pairs, kept up to date while tokens are merged and come apart.

    >>> from bpe_core import Corpus, TIE_RULES
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "up": 15})  # g h p u
    >>> pairs = RisingPairs(Places(corpus), TIE_RULES["first-seen"](corpus.base_vocabulary))
    >>> pairs.choose() == 3 << 32, pairs.counts[3 << 32], pairs.tied
    (True, 15, 2)
    """

    def __init__(self, places: Places, rule: TieRule) -> None:
        """Count all pairs."""
        super().__init__(places, rule, min_frequency=1)
        self._late: dict[int, list[int]] = {}  # gaps that are not yet among the pair's gaps
        self._again: set[int] = set()  # pairs that may also wait with an old key
        self._levels: list[int] = []  # the counts that have a bucket, negative: a heap
        self._closed: dict[int, list[int]] = {}  # buckets whose keys were never needed
        self._open: dict[int, list[tuple[Key, int]]] = {}  # buckets as heaps by the rule's key
        self._tied: dict[int, int] = {}  # for each open bucket, how many pairs have its count
        for pair, count, gaps in places.pairs().at_least(1):
            self.add(pair, count, gaps)

    # What a step changes

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a pair that occurred nowhere."""
        if pair in self.counts:
            self._again.add(pair)
        self.counts[pair], self.gaps[pair] = count, gaps
        if count in self._tied:
            self._tied[count] += 1
        self._put(pair, count)

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
        if pair in self.counts:
            del self.counts[pair]
            self.gaps.pop(pair, None)
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
            bucket = self._open[level] if level in self._open else self._open_bucket(level)
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

    def _put(self, pair: int, count: int) -> None:
        if count in self._open:
            heapq.heappush(self._open[count], (self.key(pair), pair))
        elif count in self._closed:
            self._closed[count].append(pair)
        else:
            self._closed[count] = [pair]
            heapq.heappush(self._levels, -count)

    def _open_bucket(self, level: int) -> list[tuple[Key, int]]:
        waiting = set(self._closed.pop(level))
        equal = [pair for pair in waiting if self.counts.get(pair) == level]
        self._tied[level] = len(equal)
        self._open[level] = bucket = [(self.key(pair), pair) for pair in equal]
        heapq.heapify(bucket)
        for pair in waiting.difference(equal):
            self._put_lower(pair, level)
        return bucket

    def _put_lower(self, pair: int, level: int) -> None:
        """Move a pair whose count has fallen below a level; one that has risen waits above it."""
        count = self.counts.get(pair, 0)
        if not count:
            self._forget(pair)
        elif count < level:
            self._put(pair, count)
