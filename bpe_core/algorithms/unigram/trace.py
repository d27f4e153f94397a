"""A Unigram trace: the whole history of a training by pruning, and what can be made from it.

Unlike `RecordedRounds`, which holds only the data, a trace knows states, tokenizers, views and
files. None of these knows the trace.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, Unpack

from bpe_core.algorithms.unigram.recorded_rounds import Recorded, RecordedRounds
from bpe_core.algorithms.unigram.state import UnigramState
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.unigram.views import RoundHistory
from bpe_core.saved_training import read_training, write_training

#: What a saved training by Unigram begins with.
MAGIC = b"UNITRAC2"


class UnigramTrace(RecordedRounds):
    """What `train_unigram` returns: the data of a training and ways to use it.

    >>> from bpe_core import Corpus, train_unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trace = train_unigram(corpus, vocab_size=10)
    >>> len(trace), trace.sizes, trace.rounds[0].dropped
    (2, [19, 14, 10], 5)
    """

    def __init__(
        self, *, history: RoundHistory | None = None, **recorded: Unpack[Recorded]
    ) -> None:
        """Take the arguments of `RecordedRounds`, and `history` if another process made it."""
        super().__init__(**recorded)
        self._history = history
        self._history_lock = Lock()

    def __getstate__(self) -> dict[str, Any]:
        """All but the lock, which belongs to one process."""
        return {name: value for name, value in vars(self).items() if name != "_history_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._history_lock = Lock()

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

    @property
    def history(self) -> RoundHistory:
        """What a page shows of all rounds; computed at first use, then cached."""
        with self._history_lock:
            if self._history is None:
                self._history = RoundHistory.of(self)
            return self._history

    def to_bytes(self) -> bytes:
        """The corpus and the settings as bytes, for `UnigramTrace.from_bytes`."""
        settings = {"rounds": len(self), "special_tokens": self.special_tokens, **self.settings}
        return write_training(MAGIC, self, settings)

    @staticmethod
    def from_bytes(data: bytes) -> UnigramTrace:
        """Train again what `to_bytes` wrote. Raises `TraceFormatError` for anything else."""
        trace: UnigramTrace = read_training(data, MAGIC)
        return trace
