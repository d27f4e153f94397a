"""A training whose merges are chosen by somebody at some steps, and by the rule at all others.

Greedy BPE takes the most frequent pair at each step, which need not be the best in the end: a
rarer pair may pay later. Unlike `Merger`, which merges what waits first in its buckets, this can
merge any pair that stands somewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.bpe.merging import Merger
from bpe_core.bpe.tie_rules import TieRule
from bpe_core.errors import ChoiceError, UnreachedChoiceError
from bpe_core.text.corpus import Corpus

#: For some steps, counted from 1, the ids of the left and the right token that are merged then.
Choices = Mapping[int, tuple[int, int]]


class ChoosingMerger(Merger):
    """Takes some pairs because they were chosen; `first_id` is the id of the first base token."""

    def __init__(
        self,
        corpus: Corpus,
        rule: TieRule,
        min_frequency: int,
        choices: Choices,
        first_id: int,
    ) -> None:
        super().__init__(corpus, rule, min_frequency)
        self._choices = choices
        self._first_id = first_id

    def merge_next(self) -> bool:
        """Do one step; `ChoiceError` where its chosen pair stands nowhere."""
        chosen = self._choices.get(self.step + 1)
        if chosen is None:
            return super().merge_next()
        return self._merge_chosen(*chosen)

    def _merge_chosen(self, left_id: int, right_id: int) -> bool:
        left, right = left_id - self._first_id, right_id - self._first_id
        gaps = self._open_gaps()
        gaps = gaps[(self._np_ending[gaps] == left) & (self._np_starting[gaps + 1] == right)]
        if not len(gaps):
            raise ChoiceError(step=self.step + 1, left=left_id, right=right_id)
        if not self._fits(left, right):
            return False
        pair = left << 32 | right
        waits = self._counts.pop(pair, None) is not None
        self._merge(pair, int(self._np_weights[gaps].sum()), gaps)
        if waits:  # in its bucket, where a pair that stands nowhere is passed over
            self._counts[pair], self._where[pair] = 0, []
        return True

    def check_all_made(self) -> None:
        """`UnreachedChoiceError` for a choice that is for no step."""
        for step in self._choices.keys() - range(1, self.step + 1):
            raise UnreachedChoiceError(step=step, last=self.step)
