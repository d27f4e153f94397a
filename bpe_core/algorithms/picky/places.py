"""Where tokens occur while they are merged and also come apart.

A token that comes apart lies at places where nothing else does, so only these and their two
neighbours change. Unlike `Places`, which closes each gap once, this opens gaps again, and may merge
a pair whose token already occurs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from bpe_core.algorithms.bpe.places import Gaps, Places


@dataclass(frozen=True)
class Changes:
    """What a step changes.

    `counts` says by how much each pair's count changes, `gaps` where a pair occurs now, as far as
    it is still there after the step, and `times` how often tokens were replaced.
    """

    counts: Mapping[int, int]
    gaps: Mapping[int, list[int]]
    times: int


class SplittingPlaces(Places):
    """The tokens of a corpus while they are merged and split.

    >>> from bpe_core import Corpus
    >>> places = SplittingPlaces(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> _ = places.merge([2, 6], 3, 0, new=4)
    >>> changes = places.split(4, [3, 0])
    >>> [(pair >> 32, pair & 0xFFFFFFFF, by) for pair, by in changes.counts.items()]
    [(1, 4, -10), (1, 3, 10), (2, 4, -5), (2, 3, 5), (3, 0, 15)]
    >>> changes.gaps[3 << 32], changes.times
    ([2, 6], 15)
    """

    def split(self, token: int, parts: Sequence[int]) -> Changes:
        """Put parts in place of a token wherever it occurs."""
        starts = np.flatnonzero(self._np_ending == token) - (self.lengths[token] - 1)
        return self._replace(starts.tolist(), [token], parts)

    def merge_one_by_one(self, gaps: Gaps, left: int, right: int, new: int) -> Changes:
        """Merge a pair as `merge` does, also where the new token already occurs."""
        self.begin_step(left, right, new)
        starts: list[int] = []
        for gap in map(int, gaps):
            start = gap + 1 - self.lengths[left]
            is_free = not starts or start >= starts[-1] + self.lengths[new]
            if is_free and self._ending[gap] == left and self._starting[gap + 1] == right:
                starts.append(start)
        return self._replace(starts, [left, right], [new])

    def _replace(self, starts: list[int], old: Sequence[int], new: Sequence[int]) -> Changes:
        """Put tokens in place of others at these places, one place after another."""
        starting, ending, weights = self._starting, self._ending, self._weights
        width, times = sum(self.lengths[token] for token in old), 0
        closed, opened = self._inner_gaps(old), self._inner_gaps(new)
        counts: defaultdict[int, int] = defaultdict(int)
        gaps: defaultdict[int, list[int]] = defaultdict(list)
        for start in starts:
            weight, end = weights[start], start + width
            before, after = ending[start - 1], starting[end]
            starting[start], ending[end - 1] = new[0], new[-1]
            for gap, _ in closed:
                ending[start + gap] = -self.step
            for gap, pair in opened:
                ending[start + gap], starting[start + gap + 1] = pair
            if before >= 0:
                counts[before << 32 | old[0]] -= weight
                counts[before << 32 | new[0]] += weight
                gaps[before << 32 | new[0]].append(start - 1)
            if after >= 0:
                counts[old[-1] << 32 | after] -= weight
                counts[new[-1] << 32 | after] += weight
                gaps[new[-1] << 32 | after].append(end - 1)
            times += weight
        for _, (left, right) in closed:
            counts[left << 32 | right] -= times
        for gap, (left, right) in opened:
            counts[left << 32 | right] += times
            gaps[left << 32 | right] += [start + gap for start in starts]
        return Changes(counts, gaps, times)

    def _inner_gaps(self, tokens: Sequence[int]) -> list[tuple[int, tuple[int, int]]]:
        """The gaps between tokens, counted from where the first one starts, with their pairs."""
        ends = accumulate(self.lengths[token] for token in tokens[:-1])
        return [(end - 1, pair) for end, pair in zip(ends, pairwise(tokens), strict=True)]
