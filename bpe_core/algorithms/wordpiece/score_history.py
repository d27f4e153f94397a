"""The pairs of a WordPiece trace at all steps, ordered by score.

The table is BPE's (`PairHistory`): a pair's own count still only falls. Its score, however,
changes whenever one of its two tokens is merged elsewhere. Unlike counts, scores are therefore not
kept for all steps. They are computed for the requested step, from the counts of the pairs and of
the tokens at that step. A pair below the minimum frequency cannot win, whatever its score: it comes
after all pairs that can.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.pair_history import Int32s, Int64s, PairHistory
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges

NEARLY = 1 - 1e-14  # a score's relative rounding error is below 1e-15


class TokenCounts:
    """How often each token occurs at each state. Ids do not count special tokens.

    - `base`: how often each base token occurs before the first merge (int64)
    - `merges`: left, right and new id of each merge (int32, n x 3)
    - `totals`: how many tokens the whole corpus has at each state (int64, n + 1)

    >>> counts = TokenCounts(np.array([5, 3]), np.array([[0, 1, 2]], np.int32), np.array([8, 6]))
    >>> counts.at(0).tolist(), counts.at(1).tolist()
    ([5, 3], [3, 1, 2])
    """

    def __init__(self, base: Int64s, merges: Int32s, totals: Int64s) -> None:
        self._base = base
        self._merges = merges
        self._merged_times = -np.diff(totals)

    def at(self, step: int) -> Int64s:
        """The counts at a state (int64, base and merged tokens)."""
        times = self._merged_times[:step]
        counts = np.concatenate([self._base, times])
        for side in (0, 1):
            np.subtract.at(counts, self._merges[:step, side], times)
        return counts


class ScoreHistory(PairHistory):
    """The table of all pairs; `top` and `ties` order by score, `most_frequent` by count.

    `rank` is each row's position by the tie rule. A pair below `min_frequency` cannot win.
    """

    def __init__(self, recorded: RecordedMerges) -> None:
        self._make_rows(recorded)
        self.largest = self._largest_counts(len(recorded))
        self.min_frequency = recorded.min_frequency
        self.token_counts = TokenCounts(
            recorded.base_frequencies, recorded.base_merges, recorded.token_counts
        )

    def most_frequent(self, step: int, limit: int | None = None) -> Int64s:
        """The rows of the most frequent pairs at a state, as plain BPE would order them."""
        return super().top(step, limit)

    def top(self, step: int, limit: int | None = None) -> Int64s:
        """The rows of the pairs with the highest scores at a state, ties in the rule's order."""
        frequent, rare = self._frequent_and_rare(step)
        best = self._best(step, frequent, limit)
        if limit is not None and len(best) >= limit:
            return best
        return np.concatenate([best, self._best(step, rare, limit)])[:limit]

    def _best(self, step: int, rows: Int64s, limit: int | None) -> Int64s:
        """The rows with the highest scores among these, ties in the rule's order."""
        scores = self._scores(step, rows)
        if limit is not None and 0 < limit < len(rows):
            last = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            near = scores >= last * NEARLY
            rows, scores = rows[near], scores[near]
        order = np.lexsort((self.rank[rows], -scores))
        return self._put_exactly(step, rows[order], scores[order])[:limit]

    def ties(self, step: int) -> Int64s:
        """The rows of all pairs that share the first place at a state, in the rule's order."""
        frequent, rare = self._frequent_and_rare(step)
        rows = frequent if len(frequent) else rare
        if not len(rows):
            return rows
        scores = self._scores(step, rows)
        rows = rows[scores >= scores.max() * NEARLY]
        order = self._exact_order(step, rows)
        rows = rows[order == order.max()]
        by_rank: Int64s = rows[np.argsort(self.rank[rows])]
        return by_rank

    def _frequent_and_rare(self, step: int) -> tuple[Int64s, Int64s]:
        """The rows that hold at a state: those of pairs that can win, and the others."""
        rows = self._alive(0, len(self.count), step)
        can_win = self.count[rows] >= self.min_frequency
        return rows[can_win], rows[~can_win]

    def _scores(self, step: int, rows: Int64s) -> NDArray[np.float64]:
        """The scores of rows at a state, in floating point."""
        tokens = self.token_counts.at(step).astype(float)
        scores: NDArray[np.float64] = self.count[rows] / (
            tokens[self.left[rows]] * tokens[self.right[rows]]
        )
        return scores

    def _put_exactly(self, step: int, rows: Int64s, scores: NDArray[np.float64]) -> Int64s:
        """Sort rows exactly, given their floating-point order, where neighbours may be swapped."""
        close = np.append(scores[1:] >= scores[:-1] * NEARLY, False)
        close[1:] |= close[:-1]  # now: whether a row is close to the one before or after it
        places = np.flatnonzero(close)
        part = rows[places]
        rows[places] = part[np.lexsort((self.rank[part], -self._exact_order(step, part)))]
        return rows

    def _exact_order(self, step: int, rows: Int64s) -> Int64s:
        """For each row, a number that rises with the score; equal scores have equal numbers."""
        tokens = self.token_counts.at(step)
        left, right = tokens[self.left[rows]].tolist(), tokens[self.right[rows]].tolist()
        parts = list(zip(self.count[rows].tolist(), left, right, strict=True))
        scores = {(n, a, b): Fraction(n, a * b) for n, a, b in set(parts)}
        order = {score: i for i, score in enumerate(sorted(set(scores.values())))}
        return np.array([order[scores[part]] for part in parts], np.int64)
