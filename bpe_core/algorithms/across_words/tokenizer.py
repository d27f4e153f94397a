"""Encoding with merges across words: first inside each word, then across, in the order learned.

A line is cut into words, and the merges of the first kind are applied inside them. Then the walls
are taken away, and the others are applied in their order: everywhere after SuperBPE, and only
between words that are a single token after BoundlessBPE. Unlike the tokenizer of BPE, which cuts a
text into words, this one takes it line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.running_text import cut_line, split_lines
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer, merge_word
from bpe_core.encoding.encoding_steps import EncodingStep, Ranks, encoding_steps

#: Between two words, in place of a token: no merge has such an id.
WALL = 0xFFFF_FFFF


class AcrossTokenizer(Tokenizer):
    """A tokenizer whose words are lines; get it with `trace.tokenizer(step)`.

    >>> from bpe_core.algorithms.across_words.running_text import RunningText
    >>> from bpe_core.algorithms.across_words.superbpe import train_superbpe
    >>> trace = train_superbpe(RunningText.read("a b a b"), switch=1, num_merges=2)
    >>> trace.tokenizer().tokens("b a b"), trace.tokenizer(1).tokens("b a b")
    (['b', 'Ġ', 'aĠb'], ['b', 'Ġ', 'a', 'Ġb'])
    """

    def __init__(
        self,
        recorded: RecordedMerges,
        step: int,
        unknown: str | None,
        across: NDArray[np.bool_],
        *,
        needs_ready: bool,
    ) -> None:
        super().__init__(recorded, step, unknown)
        self._needs_ready = needs_ready
        inside, beyond = _ranks(recorded, step, ~across), _ranks(recorded, step, across)
        self._inside_ranks, self._across_ranks = inside, beyond

    def encode_word(self, word: str) -> list[int]:
        """The token ids of a line, written as in `encoded_words`."""
        inside = merge_word(self._spell_with_walls(word), self._inside_ranks)
        across = merge_word(self._without_walls(inside), self._across_ranks)
        return [token_id for token_id in across if token_id != WALL]

    def encoding_steps(self, word: str) -> list[EncodingStep]:
        """How a line gets its tokens, merge by merge; the walls are in it until they fall."""
        inside = encoding_steps(self._spell_with_walls(word), self._inside_ranks)
        return inside[:-1] + encoding_steps(
            self._without_walls(list(inside[-1].ids)), self._across_ranks
        )

    def _encode_part(self, part: str, special: int | None) -> list[int]:
        return [special] if special is not None else self._encode_piece(part)

    def _words(self, text: str) -> list[str]:
        return split_lines(text, self._rule, self._corpus.unit)

    def _spell_with_walls(self, line: str) -> list[int]:
        """The line as base-token ids, with a wall between two words."""
        spelled: list[int] = []
        for word in cut_line(line, self._rule, self._corpus.unit):
            spelled += [WALL] * bool(spelled) + self._spell(word)
        return spelled

    def _without_walls(self, ids: list[int]) -> list[int]:
        """The ids without the walls that have fallen."""
        if not self._needs_ready:
            return [token_id for token_id in ids if token_id != WALL]
        joined: list[int] = []
        words = list(_words(ids))
        for before, word in pairwise([[], *words]):
            is_ready = len(before) == len(word) == 1
            joined += ([] if is_ready or not joined else [WALL]) + word
        return joined


def _ranks(recorded: RecordedMerges, step: int, kind: NDArray[np.bool_]) -> Ranks:
    """The merges of one kind among the first `step`; of two of the same pair, the first."""
    merges = recorded.merge_ids[:step][kind[:step]].tolist()
    return {left << 32 | right: new for left, right, new in reversed(merges)}


def _words(ids: list[int]) -> Iterator[list[int]]:
    """The words between the walls."""
    word: list[int] = []
    for token_id in ids:
        if token_id == WALL:
            yield word
            word = []
        else:
            word.append(token_id)
    yield word
