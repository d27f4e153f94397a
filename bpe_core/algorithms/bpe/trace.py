"""A trace: the whole history of a training, from which any state can be read immediately.

Unlike `RecordedMerges`, which holds only the data, a trace knows what can be made from it: states,
views, tokenizers, files. None of these knows the trace.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from bpe_core.algorithms.bpe.pair_history import PairHistory
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.state import (
    TOP_PAIRS,
    TOP_WORDS,
    CountSpan,
    PairSum,
    State,
    StepView,
    make_views,
    sum_of_pair,
)
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.saved_training import SavedTraining
from bpe_core.errors import StepError
from bpe_core.text.corpus import is_whole


class Trace(RecordedMerges, SavedTraining):
    """The result of `train_bpe`: the data of a training (see `RecordedMerges`) and ways to use it.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> [merge.token for merge in trace.merges], trace.closed.tolist()
    (['ug', 'hug', 'pug'], [2, 1, 0, 3, 1, 0])
    >>> trace.token_counts.tolist(), trace.in_use_sizes.tolist()
    ([45, 30, 20, 15], [4, 3, 3, 2])
    """

    MAGICS: ClassVar[tuple[bytes, ...]] = (b"BPETRAC2",)
    #: What every page shows, and a worker therefore works out before it hands a trace over.
    FIGURES = (
        "token_lengths",
        "first_gaps",
        "token_counts",
        "base_frequencies",
        "dropped_at",
        "in_use_sizes",
        "history",
    )

    def __repr__(self) -> str:
        return f"Trace({len(self)} merges, stopped by {self.stopped_because})"

    def state_at(self, step: int) -> State:
        """The corpus after `step` merges; 0 is before the first. Raises `StepError`."""
        return State(self, self.check_step(step), lambda: self.history)

    def tokenizer(self, step: int | None = None, *, unknown: str | None = None) -> Tokenizer:
        """A tokenizer with the merges of the first `step` steps (all by default).

        Raises `StepError`.
        """
        return Tokenizer(self, len(self) if step is None else self.check_step(step), unknown)

    def views(
        self, start: int, stop: int, *, top: int = TOP_PAIRS, top_words: int = TOP_WORDS
    ) -> list[StepView]:
        """Return the views of the states `start` to `stop - 1`. Raises `StepError`.

        `stop` may be one past the last state: `len(trace) + 1`. A view lists up to `top` pairs and
        `top_words` words.
        """
        for step in (start, stop):
            if not is_whole(step):
                raise StepError(step=step, last=len(self))
        if start >= stop:
            return []
        self.check_step(start)
        self.check_step(stop - 1)
        return make_views(self, self.history, start, stop, top, top_words)

    def sum_of(self, step: int, left_id: int, right_id: int) -> PairSum:
        """How often a pair occurs at a state and in which words. Raises `StepError`.

        >>> from bpe_core import Corpus, train_bpe
        >>> train_bpe(Corpus.from_counts({"hug": 10, "pug": 5})).sum_of(0, 3, 0)
        PairSum(count=15, words=[(0, 1), (1, 1)], word_total=2)
        """
        return sum_of_pair(self, self.history, self.check_step(step), left_id, right_id)

    def counts_of(self, left_id: int, right_id: int) -> list[CountSpan]:
        """How often a pair occurred, and in which states.

        >>> from bpe_core import Corpus, train_bpe
        >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5, "hut": 2}))
        >>> trace.vocabulary[1], trace.vocabulary[4], trace.counts_of(1, 4)[0]
        ('h', 'u', CountSpan(first=0, end=1, pair_count=12))
        """
        shift = self.first_base_id
        history = self.history
        rows = history.life(left_id - shift, right_id - shift)
        columns = (history.since, history.until, history.count)
        return list(map(CountSpan, *(column[rows].tolist() for column in columns)))

    @cached_property
    def history(self) -> PairHistory:
        """The counts of all pairs at all steps; computed at first use."""
        return PairHistory(self)

    def _settings(self) -> dict[str, Any]:
        """The settings that lead to these merges again; a number only if it was a limit."""
        limited = self.stopped_because in ("num_merges", "vocab_size", "time_limit")
        return {
            "num_merges": len(self) if limited else None,
            "min_frequency": self.min_frequency,
            "tie_break": self.tie_break,
            "special_tokens": self.special_tokens,
            **self._own_settings(),
        }

    def _own_settings(self) -> dict[str, Any]:
        """Those that not every training by merges has."""
        longest = self.max_token_length
        limit = {} if longest is None else {"max_token_length": longest}
        return {"choices": list(self.choices.items())} | limit
