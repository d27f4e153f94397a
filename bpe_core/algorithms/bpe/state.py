"""A state: the corpus after a number of merges, computed on demand, and its views for a page.

A token at step k is a stretch of units between two gaps that are still open, and its id follows
from the last gap that closed inside it. Unlike the trace, which covers all steps, a state covers
one step; unlike the trainer, it merges nothing.

A `StepView` is what the stepper draws: the top pairs, why the winner wins, and the changes by the
last merge, with token ids instead of texts, so that it is small and can be sent. Unlike a `State`,
which answers any question about a step, a view holds only the answers that are always needed. Views
are made for a whole block of steps at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.pair_history import PairHistory
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.vocabulary import Vocabulary
from bpe_core.text.corpus import Corpus, Token

Pair = tuple[Token, Token]


class State:
    """The corpus at one step of a trace; get it with `trace.state_at(step)`.

    `history` returns the table of all pairs; it is called only when pairs are needed.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> state = train_bpe(corpus, num_merges=3).state_at(2)
    >>> state.words[:3]
    [(('h', 'ug'), 10), (('p', 'ug'), 5), (('p', 'un'), 12)]
    >>> state.pairs(top=2), state.ties, state.token_count
    ([(('h', 'ug'), 15), (('p', 'un'), 12)], [('h', 'ug')], 77)
    """

    def __init__(
        self, recorded: RecordedMerges, step: int, history: Callable[[], PairHistory]
    ) -> None:
        self.step = step
        self._recorded = recorded
        self._history = history

    def __repr__(self) -> str:
        return f"State(step {self.step} of {len(self._recorded)})"

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All tokens made so far: special, base, then one per merge."""
        return self._recorded.vocabulary_at(self.step)

    @property
    def token_count(self) -> int:
        """How many tokens the whole corpus has; each word counts as often as it occurs."""
        return int(self._recorded.token_counts[self.step])

    @cached_property
    def in_use(self) -> tuple[Token, ...]:
        """The base and merged tokens that occur in the corpus now, in the order of their ids."""
        first = self._recorded.first_base_id
        return tuple(
            self.vocabulary[first + i] for i in self._recorded.in_use_at(self.step).tolist()
        )

    @cached_property
    def words(self) -> list[tuple[tuple[Token, ...], int]]:
        """Each word's tokens and its count, in the corpus's order."""
        corpus, vocabulary = self._recorded.corpus, self.vocabulary
        ids = self.word_ids(range(len(corpus.words)))
        text = {i: vocabulary[i] for i in {i for word in ids for i in word}}
        return [
            (tuple(text[i] for i in word), count)
            for word, count in zip(ids, corpus.counts.tolist(), strict=True)
        ]

    def word_ids(
        self, indices: Iterable[int] | NDArray[np.int64], *, max_units: int | None = None
    ) -> list[list[int]]:
        """The token ids of the words with these indices, in that order.

        With `max_units`, a longer word is cut after this many units, and the gaps beyond are
        ignored. Use it where a word may be a whole text.
        """
        chosen = np.asarray(indices if isinstance(indices, np.ndarray) else list(indices), np.int64)
        if not len(chosen):
            return []
        starts = self._recorded.corpus.starts
        lengths = starts[chosen + 1] - starts[chosen]
        if max_units is not None:
            lengths = np.minimum(lengths, max_units)
        ends = np.cumsum(lengths)
        units = np.arange(int(ends[-1])) + np.repeat(starts[chosen] - (ends - lengths), lengths)
        closed = self._recorded.closed[units]
        closed[closed > self.step] = 0
        closed[ends - 1] = 0
        token_ends = closed == 0
        ids = self._token_ids(units, closed, token_ends)
        borders = accumulate(np.add.reduceat(token_ends, ends - lengths, dtype=np.int64).tolist())
        return [ids[a:b] for a, b in pairwise([0, *borders])]

    def _token_ids(
        self, units: NDArray[np.int64], closed: NDArray[np.int32], ends: NDArray[np.bool_]
    ) -> list[int]:
        """The ids of the tokens that end at `ends`: each was made by the last merge inside it."""
        recorded = self._recorded
        first = np.flatnonzero(ends) + 1
        first[1:] = first[:-1]
        first[0] = 0
        last_merge = np.maximum.reduceat(closed, first)
        base = recorded.corpus.units[units[first]] + recorded.first_base_id
        made = last_merge + (recorded.first_merge_id - 1)
        ids: list[int] = np.where(last_merge > 0, made, base).tolist()
        return ids

    def pairs(self, top: int | None = None) -> list[tuple[Pair, int]]:
        """The pairs with their counts, most frequent first, ties in the tie rule's order.

        All pairs are listed, also those below the minimum frequency, which are never merged; only
        those that would make a token longer than `max_token_length` are not.
        """
        history = self._history()
        rows = history.top(self.step, top)
        return list(zip(self._texts(rows), history.count[rows].tolist(), strict=True))

    @property
    def ties(self) -> list[Pair]:
        """Every pair that shares the highest count, in the tie rule's order: the first wins.

        (If no pair is frequent enough, none wins and training ends here.)
        """
        return self._texts(self._history().ties(self.step))

    def _texts(self, rows: NDArray[np.int64]) -> list[Pair]:
        history, vocabulary = self._history(), self.vocabulary
        first = self._recorded.first_base_id
        pairs = zip(history.left[rows].tolist(), history.right[rows].tolist(), strict=True)
        return [(vocabulary[first + left], vocabulary[first + right]) for left, right in pairs]


#: How many pairs, words behind a pair, and changes a view lists.
TOP_PAIRS, TOP_WORDS, TOP_CHANGES = 20, 12, 24


class CountSpan(NamedTuple):
    """How often a pair occurs from the state `first` on, until the state `end`."""

    first: int
    end: int
    pair_count: int


class PairCount(NamedTuple):
    """A pair of ids, and how often it occurs."""

    left: int
    right: int
    pair_count: int


class PairChange(NamedTuple):
    """A pair of ids, and how often it occurs before a merge and after it."""

    left: int
    right: int
    before: int
    after: int


@dataclass(frozen=True)
class StepView:
    """State `step` of a trace as a page shows it. Ids are those of `trace.vocabulary`.

    - `pairs`: the most frequent pairs, best first;
      `pair_total`: how many different pairs there are; `tie_total`: how many share the top count
    - `words`: (word index, occurrences) for the words in which the first of `pairs` occurs, those
      that add most to its count first; overlapping occurrences count (a a a: 2);
      `word_total`: the total number of such words
    - `changes`: the pairs whose count the merge of this step changed, the largest change first,
      without the merged pair itself; 0 before means a new pair, 0 after means that the pair is
      gone. `new_total`, `fell_total`, `rose_total`, `gone_total`: how many pairs are new, rarer,
      more frequent (only walls that fall make them so) or gone in all
    - `dropped`: ids of the tokens that no longer occur after this step's merge
    """

    step: int
    pairs: list[PairCount]
    pair_total: int
    tie_total: int
    words: list[tuple[int, int]]
    word_total: int
    changes: list[PairChange]
    new_total: int
    fell_total: int
    rose_total: int
    gone_total: int
    dropped: list[int]


@dataclass(frozen=True)
class PairSum:
    """How often a pair occurs at a state; `words` and `word_total` as in `StepView`."""

    count: int
    words: list[tuple[int, int]]
    word_total: int


def make_views(
    recorded: RecordedMerges, history: PairHistory, start: int, stop: int, top: int, top_words: int
) -> list[StepView]:
    """The views of the states `start` to `stop - 1`, with so many pairs and words."""
    changes = _changes_between(recorded, history, start, stop)
    dropped = _dropped_between(recorded, start, stop)
    views, shift = [], recorded.first_base_id
    for step in range(start, stop):
        rows = history.top(step, max(top, 1))
        words, word_total = _words_of(recorded.corpus, history, rows, top_words)
        rows = rows[:top]
        ids = (history.left[rows] + shift).tolist(), (history.right[rows] + shift).tolist()
        views.append(
            StepView(
                step=step,
                pairs=list(map(PairCount, *ids, history.count[rows].tolist())),
                pair_total=int(history.distinct[step]),
                tie_total=len(history.ties(step)),
                words=words,
                word_total=word_total,
                **changes.get(step, NO_CHANGES),
                dropped=dropped.get(step, []),
            )
        )
    return views


def sum_of_pair(
    recorded: RecordedMerges, history: PairHistory, step: int, left: int, right: int
) -> PairSum:
    """How often a pair occurs at a state, by the ids of its tokens; 0 if it does not occur."""
    shift = recorded.first_base_id
    rows = history.find(step, left - shift, right - shift)
    words, word_total = _words_of(recorded.corpus, history, rows, TOP_WORDS)
    return PairSum(int(history.count[rows].sum()), words, word_total)


def _words_of(
    corpus: Corpus, history: PairHistory, rows: NDArray[np.int64], limit: int
) -> tuple[list[tuple[int, int]], int]:
    """The words in which the first of these pairs occurs, and how many there are in all."""
    if not len(rows):
        return [], 0
    gaps = history.gaps[history.begin[rows[0]] : history.end[rows[0]]]
    in_words = np.searchsorted(corpus.starts, gaps, side="right") - 1
    words, occurrences = np.unique(in_words, return_counts=True)
    order = np.argsort(-corpus.counts[words] * occurrences, kind="stable")[:limit]
    listed = zip(words[order].tolist(), occurrences[order].tolist(), strict=True)
    return list(listed), len(words)


def _changes_between(
    recorded: RecordedMerges, history: PairHistory, start: int, stop: int
) -> dict[int, dict[str, Any]]:
    """For each step, the pairs whose counts its merge changed, as a `StepView` has them."""
    changed = np.flatnonzero((history.since >= max(start, 1)) & (history.since < stop))
    gone = np.flatnonzero(history.is_last & (history.until >= start) & (history.until < stop))
    rows = np.concatenate([changed, gone])
    steps = np.concatenate([history.since[changed], history.until[gone]])
    before = np.concatenate([history.count_before[changed], history.count[gone]])
    after = np.concatenate([history.count[changed], np.zeros(len(gone), np.int64)])
    pairs = np.column_stack([history.left[rows], history.right[rows]])
    other = np.any(pairs != recorded.base_merges[steps - 1, :2], axis=1) & (before != after)
    table = np.column_stack([steps, pairs, before, after])[other]
    step, left, right, before, after = table.T
    table = table[np.lexsort((right, left, -abs(before - after), step))]
    table[:, 1:3] += recorded.first_base_id
    return {at: _summed_up(part) for at, part in _by_step(table)}


def _by_step(table: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Group the rows of a table sorted by step; the step is removed from the rows."""
    steps, starts = np.unique(table[:, 0], return_index=True)
    borders = [*starts.tolist(), len(table)]
    for step, (a, b) in zip(steps.tolist(), pairwise(borders), strict=False):
        yield step, table[a:b, 1:]


def _summed_up(rows: NDArray[np.int64]) -> dict[str, Any]:
    before, after = rows[:, 2], rows[:, 3]
    new, gone, less = (int(np.sum(each)) for each in (before == 0, after == 0, after < before))
    return {
        "changes": [PairChange(*row) for row in rows[:TOP_CHANGES].tolist()],
        "new_total": new,
        "fell_total": less - gone,
        "rose_total": len(rows) - less - new,
        "gone_total": gone,
    }


NO_CHANGES = _summed_up(np.zeros((0, 4), np.int64))


def _dropped_between(recorded: RecordedMerges, start: int, stop: int) -> dict[int, list[int]]:
    """For each step, the ids of the tokens that no longer occur after it."""
    dropped = recorded.dropped_at
    dropped_by: dict[int, list[int]] = {}
    for token in np.flatnonzero((dropped >= max(start, 1)) & (dropped < stop)).tolist():
        dropped_by.setdefault(int(dropped[token]), []).append(token + recorded.first_base_id)
    return dropped_by
