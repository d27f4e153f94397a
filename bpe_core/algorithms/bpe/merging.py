"""Choose and merge pairs quickly: the part of a training that BPE and WordPiece share.

Unlike the trainer in tutorials, which counts all pairs again at each step, this one counts once
and then touches only what a merge has changed:

- A pair comes into being in a single step (the one that makes its younger token) and afterwards
  only loses occurrences: its count never rises and its first gap never moves back. So the list of
  its gaps is written once, and gaps where the pair no longer occurs are skipped when read.
- A pair waits in the bucket of its count. The highest bucket is opened first; a pair whose count
  has fallen meanwhile moves to a lower bucket. Within a bucket the tie rule decides.
- Only the most frequent pairs are known. Rarer pairs cannot win before those are used up; then
  all pairs are counted once more, and again the most frequent are kept.

The places of the tokens, where a merge rewrites what it changes, are in
`bpe_core.algorithms.bpe.places`; a `Merger` brings both together, step by step.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.places import Gaps, Neighbours, Places
from bpe_core.algorithms.bpe.tie_rules import Key, TieRule
from bpe_core.algorithms.limits import MOST_TOKEN_BYTES, StopReason
from bpe_core.text.corpus import Corpus, byte_length

# About one pair in four is known, within these limits: most pairs are too rare to be merged ever.
FEWEST_KNOWN = 100
MOST_KNOWN = 6_000


class Merged(NamedTuple):
    """A merged pair: its tokens, the new one, how often it occurred, and its neighbours."""

    left: int
    right: int
    new: int
    times: int
    neighbours: Neighbours


def choose_floor(counts: NDArray[np.int64], least: int) -> int:
    """The lowest count of a pair that waits, given the counts of all pairs; `least` or more."""
    known = min(max(FEWEST_KNOWN, len(counts) // 4), MOST_KNOWN)
    if len(counts) <= known:
        return least
    return max(least, int(np.partition(counts, -known)[-known]))


class PairIndex(ABC):
    """Pairs with their counts and gaps, kept up to date from merge to merge.

    `counts` and `gaps` are indexed by pair, `left << 32 | right`; a gap where the pair no longer
    occurs may still be among its gaps. New pairs with a count below `floor` are not recorded, nor
    those that would make a token of more than `longest` units.
    """

    def __init__(
        self, places: Places, rule: TieRule, min_frequency: int, longest: int | None = None
    ) -> None:
        self.places = places
        self.rule = rule
        self.min_frequency = min_frequency
        self.longest = longest
        self.counts: dict[int, int] = {}
        self.gaps: dict[int, Gaps] = {}
        self.floor = 0

    @abstractmethod
    def choose(self) -> int | None:
        """Choose the pair that is merged next; None if there is none."""

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a new pair."""
        self.counts[pair], self.gaps[pair] = count, gaps

    def take(self, pair: int) -> tuple[int, Gaps]:
        """Remove a pair; return its count and its gaps."""
        return self.counts.pop(pair), self.gaps.pop(pair)

    def is_too_long(self, pair: int) -> bool:
        """Whether a pair would make a token of more than `longest` units."""
        lengths = self.places.lengths
        return (
            self.longest is not None
            and lengths[pair >> 32] + lengths[pair & 0xFFFFFFFF] > self.longest
        )

    def withdraw(self, pair: int) -> None:
        """Remove a pair that is merged although it was not chosen here: it no longer occurs."""
        if pair in self.counts:
            self.counts[pair] = 0

    def key(self, pair: int) -> Key:
        """The pair's key by the tie rule: the smallest key wins."""
        return self.rule.key(pair >> 32, pair & 0xFFFFFFFF, self.first_gap(pair))

    def first_gap(self, pair: int) -> int:
        """The first gap where a pair occurs; stale ones before it are dropped."""
        gaps = self.gaps[pair]
        if first := self.places.first_of(gaps, pair >> 32, pair & 0xFFFFFFFF):
            gaps = self.gaps[pair] = gaps[first:]
        return int(gaps[0])

    def exchange(self, merged: Merged) -> None:
        """Update the pairs around a merge: its tokens' neighbours are now the new token's."""
        counts, floor, add = self.counts, self.floor, self.add
        left, right, new = merged.left, merged.right, merged.new
        before, after = merged.neighbours
        for token, weight, gaps in before:
            # Where two merged pairs are adjacent, the left token's neighbour was a right one.
            lost = (right if token == new else token) << 32 | left
            if lost in counts:
                counts[lost] -= weight
            if weight >= floor:
                add(token << 32 | new, weight, gaps)
        for token, weight, gaps in after:
            lost = right << 32 | token
            if lost in counts:
                counts[lost] -= weight
            if weight >= floor:
                add(new << 32 | token, weight, gaps)


class PairQueue(PairIndex):
    """The pairs in buckets by count: the most frequent one is chosen, as in BPE."""

    def __init__(
        self, places: Places, rule: TieRule, min_frequency: int, longest: int | None = None
    ) -> None:
        super().__init__(places, rule, min_frequency, longest)
        self._buckets: dict[int, list[int]] = {}
        self._levels: list[int] = []  # the counts that have a bucket, negative: a heap
        self._level = 0  # the count of the open bucket
        self._open: list[tuple[Key, int]] = []  # the open bucket: a heap by the rule's key
        self._count_pairs()

    def _count_pairs(self) -> None:
        """Count all pairs of the corpus and record the most frequent."""
        pairs = self.places.pairs(self.longest)
        self.floor = choose_floor(pairs.sums, self.min_frequency)
        for pair, count, gaps in pairs.at_least(self.floor):
            self.add(pair, count, gaps)

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a new pair; it waits in the bucket of its count, unless it is too long."""
        if self.longest is not None and self.is_too_long(pair):
            return
        self.counts[pair] = count
        self.gaps[pair] = gaps
        self._put(pair, count)

    def _put(self, pair: int, count: int) -> None:
        if count == self._level:
            heapq.heappush(self._open, (self.key(pair), pair))
        elif count in self._buckets:
            self._buckets[count].append(pair)
        else:
            self._buckets[count] = [pair]
            heapq.heappush(self._levels, -count)

    def _put_lower(self, pair: int) -> None:
        """Move a pair whose count has fallen to a lower bucket, or forget it."""
        count = self.counts[pair]
        if count >= self.floor:
            self._put(pair, count)
        else:
            self.take(pair)

    def choose(self) -> int | None:
        """Choose the most frequent pair, by the tie rule among equals; None if there is none."""
        while True:
            while self._open:
                pair = heapq.heappop(self._open)[1]
                if self.counts[pair] == self._level:
                    return pair
                self._put_lower(pair)
            if self._levels:
                self._open_bucket(-heapq.heappop(self._levels))
            elif self.floor > self.min_frequency:
                self._count_pairs()
            else:
                return None

    def _open_bucket(self, level: int) -> None:
        waiting = self._buckets.pop(level)
        counts = self.counts
        self._level = level
        self._open = [(self.key(pair), pair) for pair in waiting if counts[pair] == level]
        heapq.heapify(self._open)
        for pair in waiting:
            if counts[pair] != level:
                self._put_lower(pair)


class Merger:
    """A training step by step: what was merged, and how long the tokens have become.

    `shared_bytes` is how many bytes shorter a merged token is than its two parts together.
    """

    def __init__(self, corpus: Corpus, pairs: PairIndex, shared_bytes: int = 0) -> None:
        self.places = pairs.places
        self.pairs = pairs
        self.merged: list[tuple[int, int]] = []
        self.merge_counts: list[int] = []
        self._base = len(corpus.base_vocabulary)
        self._sizes = list(map(byte_length, corpus.base_vocabulary))  # of each token
        self._shared_bytes = shared_bytes

    @property
    def step(self) -> int:
        """How many merges have been made."""
        return len(self.merged)

    def _why_it_ended(self) -> StopReason:
        """The reason why no pair can be chosen."""
        if not self.places.has_open_gaps():
            return "nothing_left"
        longest = self.pairs.longest
        has_short = longest is None or len(self.places.pairs(longest).sums)
        return "min_frequency" if has_short else "token_length"

    def recorded(self) -> dict[str, Any]:
        """The merges and the gaps that they have closed, as `RecordedMerges` has them."""
        ids = np.empty((len(self.merged), 3), np.int32)
        ids[:, :2] = np.array(self.merged, np.int32).reshape(-1, 2)
        ids[:, 2] = np.arange(self._base, self._base + len(ids))
        counts = np.array(self.merge_counts, np.int64)
        return {"base_merges": ids, "merge_counts": counts, "closed": self.places.closed_gaps()}

    def merge_next(self) -> StopReason | None:
        """Do one step of the algorithm; return why, if there is none."""
        pair = self.pairs.choose()
        if pair is None:
            return self._why_it_ended()
        if not self.fits(pair >> 32, pair & 0xFFFFFFFF):
            return "token_length"
        self.merge(pair, *self.pairs.take(pair))
        return None

    def merge_chosen(self, left: int, right: int) -> None:
        """Merge a pair that is not the most frequent one, wherever it occurs, if anywhere."""
        gaps, pair = self.places.gaps_of(left, right), left << 32 | right
        self.pairs.withdraw(pair)
        self.merge(pair, self.places.count_at(gaps), gaps)

    def fits(self, left: int, right: int) -> bool:
        """Whether the two tokens together are short enough; if they are not, training ends."""
        return self._size_of(left, right) <= MOST_TOKEN_BYTES

    def _size_of(self, left: int, right: int) -> int:
        return self._sizes[left] + self._sizes[right] - self._shared_bytes

    def merge(self, pair: int, count: int, gaps: Gaps) -> None:
        """Merge a pair that is no longer waiting, at those of these gaps where it occurs."""
        left, right = pair >> 32, pair & 0xFFFFFFFF
        new = self._base + len(self.merged)
        self.merged.append((left, right))
        self.merge_counts.append(count)
        self._sizes.append(self._size_of(left, right))
        self.pairs.rule.learn(left, right)
        neighbours = self.places.merge(gaps, left, right, new)
        self.pairs.exchange(Merged(left, right, new, count, neighbours))
