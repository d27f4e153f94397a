"""Where tokens occur while they are merged and also come apart.

A token that comes apart lies at places where nothing else does, so only these and their two
neighbours change. Unlike `Places`, which closes each gap once, this opens gaps again, and may merge
a pair whose token already occurs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bpe_core.algorithms.bpe.places import Gaps, Neighbours, Places
from bpe_core.text.corpus import Corpus

Pair = tuple[int, int]


class Changes(NamedTuple):
    """The changes of a step, in which tokens were replaced `times` times in all.

    `lost` says how often pairs occurred that no longer do, `gained` how often and at which gaps
    pairs have come to be. A pair of two adjacent tokens that were replaced may be in both.
    """

    times: int
    lost: list[tuple[int, int]]
    gained: list[tuple[int, int, list[int]]]


class SplittingPlaces(Places):
    """The tokens of a corpus while they are merged and split.

    >>> from bpe_core import Corpus
    >>> places = SplittingPlaces(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> _ = places.merge([2, 6], 3, 0, new=4)
    >>> changes = places.split(4, [3, 0])
    >>> [(pair >> 32, pair & 0xFFFFFFFF, count) for pair, count in changes.lost]
    [(1, 4, 10), (2, 4, 5)]
    >>> [(pair >> 32, pair & 0xFFFFFFFF, count, gaps) for pair, count, gaps in changes.gained]
    [(3, 0, 15, [2, 6]), (1, 3, 10, [1]), (2, 3, 5, [5])]
    """

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        #: Where a token was merged last: the gaps, and how far behind each of them it ends.
        self._merged_at: dict[int, tuple[Gaps, int]] = {}
        #: Where else it ends or ended, because it was put there one by one.
        self._put_at: defaultdict[int, list[int]] = defaultdict(list)

    def merge(self, gaps: Gaps, left: int, right: int, new: int) -> Neighbours:
        """Merge a pair whose token does not occur."""
        self._merged_at[new] = gaps, self.lengths[right]
        return super().merge(gaps, left, right, new)

    def split(self, token: int, parts: Sequence[int]) -> Changes:
        """Put parts in place of a token wherever it occurs."""
        gaps, to_end = self._merged_at[token]
        ends = [gap + to_end for gap in (gaps if isinstance(gaps, list) else gaps.tolist())]
        ends += self._put_at.pop(token, ())
        ending, to_start = self._ending, 1 - self.lengths[token]
        starts = sorted({end + to_start for end in ends if ending[end] == token})
        return self._replace(starts, [token], parts)

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
        starting, ending = self._starting, self._ending
        first, last, width = new[0], new[-1], sum(self.lengths[token] for token in old)
        closed, opened = self._inner_gaps(old), self._inner_gaps(new)
        before: defaultdict[int, list[int]] = defaultdict(list)
        after: defaultdict[int, list[int]] = defaultdict(list)
        for start in starts:
            end = start + width
            before[ending[start - 1]].append(start - 1)
            after[starting[end]].append(end - 1)
            starting[start], ending[end - 1] = first, last
            for gap, _ in closed:
                ending[start + gap] = -self.step
            for gap, pair in opened:
                ending[start + gap], starting[start + gap + 1] = pair
        self._remember(starts, new)
        times = self._count_at(starts)
        lost = [(left << 32 | right, times) for _, (left, right) in closed]
        gained = [
            (left << 32 | right, times, [start + gap for start in starts])
            for gap, (left, right) in opened
        ]
        for token, gaps in before.items():
            if token >= 0:
                count = self._count_at(gaps)
                lost.append((token << 32 | old[0], count))
                gained.append((token << 32 | new[0], count, gaps))
        for token, gaps in after.items():
            if token >= 0:
                count = self._count_at(gaps)
                lost.append((old[-1] << 32 | token, count))
                gained.append((new[-1] << 32 | token, count, gaps))
        return Changes(times, lost, gained)

    def _count_at(self, gaps: list[int]) -> int:
        return sum(map(self._weights.__getitem__, gaps))

    def _remember(self, starts: list[int], tokens: Sequence[int]) -> None:
        """Remember where each token that can be split ends, if the first one starts there."""
        end = -1
        for token in tokens:
            end += self.lengths[token]
            if token in self._merged_at:
                self._put_at[token] += [start + end for start in starts]

    def _inner_gaps(self, tokens: Sequence[int]) -> list[tuple[int, Pair]]:
        """The gaps between tokens, counted from where the first one starts, with their pairs."""
        found, end = [], -1
        for left, right in pairwise(tokens):
            end += self.lengths[left]
            found.append((end, (left, right)))
        return found
