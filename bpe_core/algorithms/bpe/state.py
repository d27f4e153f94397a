"""A state: the corpus after a number of merges, computed on demand.

A token at step k is a stretch of units between two gaps that are still open, and its id follows
from the last gap that closed inside it. Unlike the trace, which covers all steps, a state covers
one step; unlike the trainer, it merges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.pair_history import PairHistory
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.vocabulary import Vocabulary
from bpe_core.text.corpus import Token

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
