"""Merging pairs quickly: the part of a training that BPE and WordPiece share.

Two things do the work: the places of the tokens (`Places`), where a merge rewrites what it
changes, and the waiting pairs (`PairIndex`), from which one is chosen. Here they work together,
step by step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bpe_core.algorithms.bpe.pair_queue import Merged, PairIndex
from bpe_core.algorithms.bpe.places import Gaps
from bpe_core.algorithms.limits import MOST_TOKEN_BYTES, Clock, StopReason
from bpe_core.text.corpus import Corpus, byte_length


def merge_until_over(
    merger: Merger, clock: Clock, limit: int | None, limited_by: StopReason
) -> StopReason:
    """Merge until the training ends, and return why. `limit` is the maximum number of merges."""
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
        self._is_too_long = False

    @property
    def step(self) -> int:
        """How many merges have been made."""
        return len(self.merged)

    def why_it_ended(self) -> StopReason:
        """The reason why there is no next step."""
        if self._is_too_long:
            return "token_length"
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
        return {
            "base_merges": ids,
            "merge_counts": counts,
            "closed": self.places.closed_gaps(),
        }

    def merge_next(self) -> bool:
        """Do one step of the algorithm; False if there is none (`why_it_ended` says why)."""
        pair = self.pairs.choose()
        if pair is None or not self.fits(pair >> 32, pair & 0xFFFFFFFF):
            return False
        self.merge(pair, self.pairs.counts.pop(pair), self.pairs.gaps.pop(pair))
        return True

    def merge_chosen(self, left: int, right: int) -> None:
        """Merge a pair that is not the most frequent one, wherever it occurs, if anywhere."""
        gaps, pair = self.places.gaps_of(left, right), left << 32 | right
        self.pairs.withdraw(pair)
        self.merge(pair, self.places.count_at(gaps), gaps)

    def fits(self, left: int, right: int) -> bool:
        """Whether the two tokens together are short enough; if they are not, training ends."""
        self._is_too_long = self._size_of(left, right) > MOST_TOKEN_BYTES
        return not self._is_too_long

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
