"""A training in which the user chooses the merges at some steps, and the rule at all others.

Greedy BPE takes the most frequent pair at each step, which need not be the best in the end: a
rarer pair may pay off later. Unlike `Merger`, which merges what its queue chooses, this class can
merge any pair that occurs somewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.algorithms.bpe.merging import Merger
from bpe_core.algorithms.bpe.pair_queue import PairIndex
from bpe_core.errors import ChoiceError, UnreachedChoiceError
from bpe_core.text.corpus import Corpus

#: For some steps, counted from 1, the ids of the left and right tokens that are merged there.
Choices = Mapping[int, tuple[int, int]]


class ChoosingMerger(Merger):
    """Takes some pairs because they were chosen; `first_id` is the id of the first base token."""

    def __init__(self, corpus: Corpus, pairs: PairIndex, choices: Choices, first_id: int) -> None:
        super().__init__(corpus, pairs)
        self._choices = choices
        self._first_id = first_id

    def merge_next(self) -> bool:
        """Do one step; raise `ChoiceError` if its chosen pair does not occur."""
        chosen = self._choices.get(self.step + 1)
        if chosen is None:
            return super().merge_next()
        return self._merge_chosen(*chosen)

    def _merge_chosen(self, left_id: int, right_id: int) -> bool:
        left, right = left_id - self._first_id, right_id - self._first_id
        gaps = self.places.gaps_of(left, right)
        if not len(gaps):
            raise ChoiceError(step=self.step + 1, left=left_id, right=right_id)
        if not self.fits(left, right):
            return False
        pair = left << 32 | right
        self.pairs.withdraw(pair)
        self.merge(pair, self.places.count_at(gaps), gaps)
        return True

    def check_all_made(self) -> None:
        """Raise `UnreachedChoiceError` for a choice whose step was never reached."""
        for step in self._choices.keys() - range(1, self.step + 1):
            raise UnreachedChoiceError(step=step, last=self.step)
