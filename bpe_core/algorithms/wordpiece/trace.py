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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.pair_history import Int64s, PairHistory
from bpe_core.algorithms.bpe.recorded_merges import Merge, RecordedMerges, Steps
from bpe_core.algorithms.bpe.state import TOP_PAIRS, TOP_WORDS, StepView
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece.spelling import PrefixedText, are_inner
from bpe_core.algorithms.wordpiece.tokenizer import MOST_UNITS, WordPieceTokenizer

NEARLY = 1 - 1e-14  # a score's relative rounding error is below 1e-15


def exact_score(count: int, left_count: int, right_count: int) -> int:
    """A pair's score as a whole number: the larger the score, the larger the number.

    Counts are below 2 ** 62, so two different scores are at least 2 ** -248 apart.

    >>> exact_score(3, 2, 6) == exact_score(1, 1, 4) < exact_score(2**55, 2**55, 4) + 1
    True
    """
    return (count << 250) // (left_count * right_count)


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
        return self._best(step, limit)[0][:limit]

    def ties(self, step: int) -> Int64s:
        """The rows of all pairs that share the first place at a state, in the rule's order."""
        rows, places = self._best(step, 1)
        tied: Int64s = rows[places == 0]
        return tied

    def _best(self, step: int, limit: int | None) -> tuple[Int64s, Int64s]:
        """The `limit` best rows and all that are as good as the last; and which place each has.

        Floating point only selects the rows. Scores of pairs that cannot win are below 0 here.
        """
        rows = self._alive(0, len(self.count), step)
        tokens = self.token_counts.at(step)
        count, left, right = self.count[rows], tokens[self.left[rows]], tokens[self.right[rows]]
        score = count / (left.astype(float) * right)
        is_rare = count < self.min_frequency
        score[is_rare] = -1 / score[is_rare]
        chosen = np.arange(len(rows))
        if limit is not None and 0 < limit < len(rows):
            last = np.partition(score, -limit)[-limit]
            chosen = np.flatnonzero(score >= last - abs(last) * (1 - NEARLY))
        parts = (each[chosen].tolist() for each in (count, left, right))
        exact = np.array(list(map(exact_score, *parts)), object)
        exact[is_rare[chosen]] -= 2**251  # any score is at most 2 ** 250 here
        _, place = np.unique(-exact, return_inverse=True)
        order = np.lexsort((self.rank[rows[chosen]], place))
        return rows[chosen[order]], place[order]


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
            **vars(view),
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
        before = []
        pairs = self.base_merges[:, :2].tolist()
        for (left, right), times in zip(pairs, self._times[1:].tolist(), strict=True):
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
