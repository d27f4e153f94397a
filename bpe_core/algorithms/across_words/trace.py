"""The history of a training with merges across words: a `Trace` that knows when the walls fall.

Steps, states, views, vocabulary and gaps are those of a BPE trace over whole lines. Unlike there,
the pair at a wall is not counted from the start, and the tokenizer has to respect the walls, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer, merge_word
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.saved_training import write_training
from bpe_core.encoding.encoding_steps import EncodingStep, Ranks, encoding_steps
from bpe_core.text.running_text import cut_line, split_lines

#: Between two words, in place of a token: no merge has such an id.
WALL = 0xFFFF_FFFF


class LineTokenizer(Tokenizer):
    """A tokenizer whose words are lines: no wall is left, and any merge may cross a space.

    >>> from bpe_core.text.running_text import RunningText
    >>> from bpe_core.algorithms.across_words.superbpe import train_superbpe
    >>> trace = train_superbpe(RunningText.read("a b a b"), switch=1, num_merges=2)
    >>> trace.tokenizer().tokens("b a b"), trace.tokenizer(0).tokens("b a b")
    (['b', 'Ġ', 'aĠb'], ['b', 'Ġ', 'a', 'Ġ', 'b'])
    """

    def _encode_part(self, part: str, special: int | None) -> list[int]:
        return [special] if special is not None else self._encode_piece(part)

    def _words(self, text: str) -> list[str]:
        return split_lines(text, self._rule, self._corpus.unit)


class WalledTokenizer(LineTokenizer):
    """A tokenizer that cuts lines into words, and applies the merges inside words to each.

    Then the walls between words that are a single token are taken away, and the other merges are
    applied, as in BoundlessBPE.
    """

    def __init__(
        self, recorded: RecordedMerges, step: int, unknown: str | None, across: NDArray[np.bool_]
    ) -> None:
        super().__init__(recorded, step, unknown)
        self._inside_ranks = _ranks(recorded, step, ~across)
        self._across_ranks = _ranks(recorded, step, across)

    def encode_word(self, word: str) -> list[int]:
        """The token ids of a line, written as in `encoded_words`."""
        inside = merge_word(self._spell_with_walls(word), self._inside_ranks)
        across = merge_word(_between_ready(inside), self._across_ranks)
        return [token_id for token_id in across if token_id != WALL]

    def encoding_steps(self, word: str) -> list[EncodingStep]:
        """How a line gets its tokens, merge by merge; the walls are in it until they fall."""
        inside = encoding_steps(self._spell_with_walls(word), self._inside_ranks)
        ready = _between_ready(list(inside[-1].ids))
        return inside[:-1] + encoding_steps(ready, self._across_ranks)

    def _spell_with_walls(self, line: str) -> list[int]:
        """The line as base-token ids, with a wall between two words."""
        words = map(self._spell, cut_line(line, self._rule, self._corpus.unit))
        return list(chain.from_iterable((WALL, *word) for word in words))[1:]


def _ranks(recorded: RecordedMerges, step: int, kind: NDArray[np.bool_]) -> Ranks:
    """The merges of one kind among the first `step`; no two of a kind are of the same pair."""
    merges = recorded.merge_ids[:step][kind[:step]].tolist()
    return {left << 32 | right: new for left, right, new in merges}


def _between_ready(ids: list[int]) -> list[int]:
    """The ids without the walls between two words of one token."""
    around = [WALL, WALL, *ids, WALL, WALL]
    return [
        token_id
        for i, token_id in enumerate(ids)
        if token_id != WALL or not around[i] == around[i + 4] == WALL
    ]


#: What saved trainings begin with.
SUPERBPE_MAGIC, BOUNDLESS_MAGIC = b"SUPTRAC2", b"BDLTRAC2"


@dataclass(kw_only=True, eq=False, repr=False)
class AcrossTrace(Trace):
    """The result of `train_boundless`, or of `train_superbpe`. The corpus is one of lines.

    - `opened`: for each gap, the state from which its pair is counted: -1 inside words, and beyond
      the last state for a wall that never falls (int32)
    - `across`: for each merge, whether it was made by the rule for merges across words (bool)
    - `needs_ready`: whether only whole words are joined, as in BoundlessBPE
    """

    MAGICS = (SUPERBPE_MAGIC, BOUNDLESS_MAGIC)
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

        >>> from bpe_core.text.running_text import RunningText
        >>> from bpe_core.algorithms.across_words.superbpe import train_superbpe
        >>> trace = train_superbpe(RunningText.read("a b a b"), switch=1, num_merges=3)
        >>> trace.crossings().tolist()
        [0, 1, 2]
        """
        is_wall = np.zeros(len(self.opened) + 1, np.int64)
        np.cumsum(self.opened >= 0, out=is_wall[1:])
        starts, stops = self.merge_places.T
        crossed: NDArray[np.int64] = is_wall[stops - 1] - is_wall[starts]
        return crossed

    def tokenizer(self, step: int | None = None, *, unknown: str | None = None) -> LineTokenizer:
        """A tokenizer with the merges of the first `step` steps (all by default)."""
        last = len(self) if step is None else self.check_step(step)
        return WalledTokenizer(self, last, unknown, self.across)

    def to_bytes(self) -> bytes:
        """The corpus and the settings as bytes, for `from_bytes`."""
        magic = BOUNDLESS_MAGIC if self.needs_ready else SUPERBPE_MAGIC
        return write_training(magic, self, self._settings())

    def _own_settings(self) -> dict[str, Any]:
        return {} if self.needs_ready else {"switch": self.switch}
