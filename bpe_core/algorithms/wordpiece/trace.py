"""The history of a WordPiece training: a `Trace` that also knows the scores.

Steps, states, views, vocabulary and gaps are those of a BPE trace, so anything that can show one
can show the other. Unlike in BPE, "the best pairs" are those with the highest score; the pair that
plain BPE would have taken is also given.

The table of pairs is BPE's (`PairHistory`): a pair's own count still only falls. Its score,
however, changes whenever one of its two tokens is merged elsewhere. Unlike counts, scores are
therefore not kept for all steps. They are computed for the requested step, from the counts of the
pairs and of the tokens at that step. A pair below the minimum frequency cannot win, whatever its
score: it comes after all pairs that can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.pair_history import Int64s, PairHistory
from bpe_core.algorithms.bpe.recorded_merges import Merge, RecordedMerges, Steps
from bpe_core.algorithms.bpe.state import TOP_PAIRS, TOP_WORDS, State, StepView
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece.spelling import PrefixedText, are_inner
from bpe_core.algorithms.wordpiece.tokenizer import MOST_UNITS, WordPieceTokenizer

NEARLY = 1 - 1e-14  # a score's relative rounding error is below 1e-15


class ScoreHistory(PairHistory):
    """The table of all pairs; `top` and `ties` order by score, `most_frequent` by count.

    `rank` is each row's position by the tie rule. A pair below `min_frequency` cannot win.
    """

    def __init__(self, recorded: RecordedMerges) -> None:
        self._make_rows(recorded)
        self.largest = self._largest_counts(len(recorded))
        self.min_frequency = recorded.min_frequency
        self.token_counts = recorded.frequencies

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


@dataclass(frozen=True)
class ScoredMerge(Merge):
    """One step: the counts of the pair (`count`) and its tokens (`left_count`, `right_count`)."""

    left_count: int
    right_count: int

    @property
    def score(self) -> Fraction:
        """count / (left_count * right_count), exactly."""
        return Fraction(self.count, self.left_count * self.right_count)


class ScoredPair(NamedTuple):
    """A pair of ids, how often it occurs, and how often its two tokens do."""

    left: int
    right: int
    pair_count: int
    left_count: int
    right_count: int


@dataclass(frozen=True)
class ScoredView(StepView):
    """A `StepView` whose `pairs` are those with the highest scores.

    Pairs that are rarer than the minimum frequency cannot win: they come after all others.

    - `token_counts`: (left count, right count) for each of `pairs`; the score is the pair's count
      divided by their product
    - `bpe_pairs`: the most frequent pairs; the first is the one that plain BPE would merge next
    """

    token_counts: list[tuple[int, int]]
    bpe_pairs: list[ScoredPair]


@dataclass(kw_only=True, eq=False, repr=False)
class WordPieceTrace(Trace):
    """The result of `train_wordpiece`: a `Trace` with scores. `corpus` is the respelled one.

    - `prefix`: what word-inner tokens begin with
    - `left_counts`, `right_counts`: how often the two tokens of each merge occurred before it
      (int64, n); the score of merge i is `merge_counts[i] / (left_counts[i] * right_counts[i])`

    >>> from bpe_core import Corpus
    >>> from bpe_core.algorithms.wordpiece.training import train_wordpiece
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trace = train_wordpiece(Corpus.from_counts(counts))
    >>> [merge.token for merge in trace.merges]
    ['##gs', 'hu', 'hugs', 'hug', 'pu', 'bu', 'bun', 'pug', 'pun']
    """

    MAGICS = (b"WPCTRAC2",)
    prefix: str

    @cached_property
    def unit_text(self) -> PrefixedText:
        """The text of any stretch of the corpus."""
        return PrefixedText(self.corpus, self.prefix)

    def __repr__(self) -> str:
        return f"WordPieceTrace({len(self)} merges, stopped by {self.stopped_because})"

    @property
    def merges(self) -> Sequence[ScoredMerge]:
        """All steps in order; each `ScoredMerge` is made when it is asked for."""
        return Steps(len(self), partial(self._scored, super().merges))

    def _scored(self, merges: Sequence[Merge], step: int) -> ScoredMerge:
        return ScoredMerge(
            **vars(merges[step - 1]),
            left_count=int(self.left_counts[step - 1]),
            right_count=int(self.right_counts[step - 1]),
        )

    def state_at(self, step: int) -> WordPieceState:
        """The corpus after `step` merges; 0 is before the first. Raises `StepError`."""
        return WordPieceState(self, self.check_step(step), lambda: self.history)

    def tokenizer(
        self,
        step: int | None = None,
        *,
        unknown: str | None = None,
        max_units: int | None = MOST_UNITS,
    ) -> WordPieceTokenizer:
        """A tokenizer with the tokens made by `step` (all by default).

        A word of more than `max_units` units is unknown as a whole, as in BERT's code (where the
        limit is 100); None allows words of any length. Raises `StepError`.
        """
        last = len(self) if step is None else self.check_step(step)
        return WordPieceTokenizer(self, self.prefix, last, unknown, max_units)

    def views(  # type: ignore[override]  # a list of ScoredView is read as one of StepView
        self, start: int, stop: int, *, top: int = TOP_PAIRS, top_words: int = TOP_WORDS
    ) -> list[ScoredView]:
        """Return the views of the states `start` to `stop - 1`. Raises `StepError`."""
        return [
            self._with_scores(view, top)
            for view in super().views(start, stop, top=top, top_words=top_words)
        ]

    def _with_scores(self, view: StepView, top: int) -> ScoredView:
        history, shift = self.history, self.first_base_id
        tokens = history.token_counts.at(view.step)
        rows = history.most_frequent(view.step, top)
        left, right = history.left[rows], history.right[rows]
        ids = ((left + shift).tolist(), (right + shift).tolist())
        counts = (history.count[rows].tolist(), tokens[left].tolist(), tokens[right].tolist())
        left, right = np.array(view.pairs, np.int64).reshape(-1, 3).T[:2] - shift
        return ScoredView(
            **{field.name: getattr(view, field.name) for field in fields(StepView)},
            token_counts=list(zip(tokens[left].tolist(), tokens[right].tolist(), strict=True)),
            bpe_pairs=list(map(ScoredPair, *ids, *counts)),
        )

    @cached_property
    def history(self) -> ScoreHistory:
        """The counts and scores of all pairs at all steps; computed at first use."""
        return ScoreHistory(self)

    def _own_settings(self) -> dict[str, Any]:
        return {"prefix": self.prefix}

    # How often the tokens occur. Ids here do not count special tokens.

    @cached_property
    def _merge_token_counts(self) -> NDArray[np.int64]:
        """How often the two tokens of each merge occurred before it (int64, n x 2)."""
        counts: list[int] = self.base_frequencies.tolist()
        merged_times = -np.diff(self.token_counts)  # not all overlapping pairs are merged
        before = []
        pairs = self.base_merges[:, :2].tolist()
        for (left, right), times in zip(pairs, merged_times.tolist(), strict=True):
            before.append((counts[left], counts[right]))
            counts[left] -= times
            counts[right] -= times
            counts.append(times)
        return np.array(before, np.int64).reshape(-1, 2)

    @property
    def left_counts(self) -> NDArray[np.int64]:
        """How often the left token of each merge occurred before it (int64, n)."""
        return self._merge_token_counts[:, 0]

    @property
    def right_counts(self) -> NDArray[np.int64]:
        """How often the right token of each merge occurred before it (int64, n)."""
        return self._merge_token_counts[:, 1]

    @cached_property
    def inner(self) -> NDArray[np.bool_]:
        """For each token, whether it is word-inner, base tokens first (bool)."""
        return are_inner(self)


class WordPieceState(State):
    """The corpus at one step of a WordPiece trace; `pairs` and `ties` are ordered by score.

    Pairs that are rarer than the minimum frequency cannot win: they come after all others.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> trace = train_wordpiece(Corpus.from_counts({"hug": 10, "xy": 1}), min_frequency=2)
    >>> trace.state_at(0).pairs()  # x ##y has the score 1, the others 1/10
    [(('h', '##u'), 10), (('##u', '##g'), 10), (('x', '##y'), 1)]
    """

    _history: Callable[[], ScoreHistory]
