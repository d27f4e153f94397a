"""The history of a training with merges across words: a `Trace` that knows when the walls fall.

Steps, states, views, vocabulary and gaps are those of a BPE trace over whole lines. Unlike there,
the pair at a wall is not counted from the start, and the tokenizer has to respect the walls, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.tokenizer import AcrossTokenizer
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.saved_training import read_training, write_training

#: What saved trainings begin with.
SUPERBPE_MAGIC, BOUNDLESS_MAGIC = b"SUPTRAC2", b"BDLTRAC2"


@dataclass(kw_only=True, eq=False, repr=False)
class AcrossTrace(Trace):
    """The result of `train_superbpe` and `train_boundless`. The corpus is one of lines.

    - `opened`: for each gap, the state from which its pair is counted: -1 inside words, and beyond
      the last state for a wall that never falls (int32)
    - `across`: for each merge, whether it was made by the rule for merges across words (bool)
    - `needs_ready`: whether only whole words are joined, as in BoundlessBPE
    """

    opened: NDArray[np.int32]
    across: NDArray[np.bool_]
    needs_ready: bool

    def __repr__(self) -> str:
        return f"AcrossTrace({len(self)} merges, {int(self.across.sum())} across words)"

    @property
    def switch(self) -> int:
        """The number of merges before the first that may cross a wall."""
        return int(np.argmax(self.across)) if self.across.any() else len(self)

    def crossings(self) -> NDArray[np.int64]:
        """For each merge, how many walls lie inside the token that it makes (int64, n).

        >>> from bpe_core.algorithms.across_words.running_text import RunningText
        >>> from bpe_core.algorithms.across_words.superbpe import train_superbpe
        >>> trace = train_superbpe(RunningText.read("a b a b"), switch=1, num_merges=3)
        >>> trace.crossings().tolist()
        [0, 1, 2]
        """
        is_wall = np.zeros(len(self.opened) + 1, np.int64)
        np.cumsum(self.opened >= 0, out=is_wall[1:])
        places = np.array(list(self.examples_of_merges(len(self))), np.int64).reshape(-1, 2)
        crossed: NDArray[np.int64] = is_wall[places[:, 1] - 1] - is_wall[places[:, 0]]
        return crossed

    def tokenizer(self, step: int | None = None, *, unknown: str | None = None) -> AcrossTokenizer:
        """A tokenizer with the merges of the first `step` steps (all by default)."""
        last = len(self) if step is None else self.check_step(step)
        return AcrossTokenizer(self, last, unknown, self.across, needs_ready=self.needs_ready)

    def to_bytes(self) -> bytes:
        """The corpus and the settings as bytes, for `AcrossTrace.from_bytes`."""
        if self.needs_ready:
            return write_training(BOUNDLESS_MAGIC, self, self._settings())
        return write_training(SUPERBPE_MAGIC, self, self._settings() | {"switch": self.switch})

    @staticmethod
    def from_bytes(data: bytes) -> AcrossTrace:
        """Train again what `to_bytes` wrote. Raises `TraceFormatError` for anything else."""
        trace: AcrossTrace = read_training(data, SUPERBPE_MAGIC, BOUNDLESS_MAGIC)
        return trace
