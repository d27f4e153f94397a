"""A Unigram trace: the whole history of a training by pruning, and what can be made from it.

Unlike `RecordedRounds`, which holds only the data, a trace knows states, tokenizers, views and
files. None of these knows the trace.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bpe_core.algorithms.saved_training import SavedTraining
from bpe_core.algorithms.unigram.recorded_rounds import RecordedRounds
from bpe_core.algorithms.unigram.state import UnigramState
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.unigram.views import RoundHistory


class UnigramTrace(RecordedRounds, SavedTraining):
    """The result of `train_unigram`: the data of a training and ways to use it.

    >>> from bpe_core import Corpus, train_unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trace = train_unigram(corpus, vocab_size=10)
    >>> len(trace), trace.sizes, trace.rounds[0].dropped
    (2, [19, 14, 10], 5)
    """

    MAGICS = (b"UNITRAC2",)
    #: What every page shows, and a worker therefore works out before it hands a trace over.
    FIGURES = ("history",)

    def __repr__(self) -> str:
        return f"UnigramTrace({len(self)} rounds, stopped by {self.stopped_because})"

    def state_at(self, step: int) -> UnigramState:
        """The state after `step` rounds; 0 is the seed. Raises `StepError`."""
        return UnigramState(self, self.check_step(step))

    def tokenizer(self, step: int | None = None, *, unknown: str | None = None) -> UnigramTokenizer:
        """A tokenizer with the vocabulary after `step` rounds (all by default).

        Raises `StepError`.
        """
        return UnigramTokenizer(self, len(self) if step is None else self.check_step(step), unknown)

    @cached_property
    def history(self) -> RoundHistory:
        """The views of all rounds, for a page; computed at first use."""
        return RoundHistory.of(self)

    def _settings(self) -> dict[str, Any]:
        return {"rounds": len(self), "special_tokens": self.special_tokens, **self.settings}
