"""Byte pair encoding: merge the most frequent pair of adjacent tokens, again and again.

Source: Gage, 1994, "A New Algorithm for Data Compression"; for words, Sennrich, Haddow, Birch,
2016. The fast merging itself is in `bpe_core.algorithms.bpe.merging`. Unlike WordPiece, which takes
the pair with the highest score, this takes the pair that occurs most often.

Pairs are counted as in tutorials: in a a a the pair (a, a) counts twice. A merge goes from left
to right, so it leaves aa a. The units of a token are characters or bytes, and an end-of-word marker
is one. (Hugging Face's trainer keeps tokens that are shorter than its `max_token_length`: there, it
is one more than here.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bpe_core.algorithms.bpe.merging import Merger, PairIndex, PairQueue
from bpe_core.algorithms.bpe.places import Places
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.limits import ReportSteps, StopReason, begin, check_number
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.errors import ChoiceError, UnreachedChoiceError
from bpe_core.text.corpus import Corpus


def train_bpe(
    corpus: Corpus,
    *,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (),
    choices: Choices = MappingProxyType({}),
    max_token_length: int | None = None,
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> Trace:
    """Learn merges from a corpus and keep the whole history as a `Trace`.

    Training stops after `num_merges` merges, at `vocab_size` tokens (special, base and merged
    ones), when no pair occurs `min_frequency` times, when the next token would be longer than
    4,096 bytes, after `time_limit` seconds of processor time, or when nothing is left to merge;
    `stopped_because` of the trace says which. `progress(done, total)` is called about four times a
    second (`total` is None without a limit) and may raise an exception to cancel.

    `choices` says for steps, counted from 1, which pair (as in `Trace.merge_ids`) is merged instead
    of the most frequent. Pairs that would make more than `max_token_length` units are not counted.

    Raises `VocabularyTooSmallError`, `NumberTooSmallError`, `TimeLimitError`, `SpecialTokenError`,
    `UnknownTieRuleError`, and for an impossible choice `ChoiceError` or `UnreachedChoiceError`.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trace = train_bpe(corpus, num_merges=3)
    >>> [(m.left, m.right, m.token, m.count) for m in trace.merges]
    [('u', 'g', 'ug', 20), ('u', 'n', 'un', 16), ('h', 'ug', 'hug', 15)]
    >>> other = train_bpe(corpus, num_merges=3, choices={1: (6, 3)})  # u n, not u g
    >>> [m.token for m in other.merges], [int(t.token_counts[-1]) for t in (trace, other)]
    (['un', 'ug', 'hug'], [62, 62])
    """
    rule = find_tie_rule(tie_break)
    if max_token_length is not None:
        check_number("max_token_length", max_token_length, smallest=1)
    limits = num_merges, vocab_size, min_frequency
    special, clock = begin(corpus, *limits, special_tokens, progress, time_limit)
    ordered = rule(corpus.base_vocabulary)
    pairs = PairQueue(Places(corpus), ordered, min_frequency, max_token_length)
    merger = ChoosingMerger(corpus, pairs, choices, len(special))
    stopped = clock.run(merger.merge_next)
    merger.check_all_made()
    return Trace(
        corpus=corpus,
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        choices=dict(choices),
        max_token_length=max_token_length,
        **merger.recorded(),
    )


@trains_again(*Trace.MAGICS)
def _train_again(corpus: Corpus, *, choices: Any, **settings: Any) -> Trace:
    chosen = {step: (left, right) for step, (left, right) in choices}
    return train_bpe(corpus, choices=chosen, **settings)


#: For some steps, counted from 1, the ids of the left and right tokens that are merged there.
Choices = Mapping[int, tuple[int, int]]


class ChoosingMerger(Merger):
    """Takes some pairs because they were chosen; `first_id` is the id of the first base token.

    Greedy BPE takes the most frequent pair at each step, which need not be the best in the end: a
    rarer pair may pay off later. Any pair can be chosen that occurs somewhere.
    """

    def __init__(self, corpus: Corpus, pairs: PairIndex, choices: Choices, first_id: int) -> None:
        super().__init__(corpus, pairs)
        self._choices = choices
        self._first_id = first_id

    def merge_next(self) -> StopReason | None:
        """Do one step; raise `ChoiceError` if its chosen pair does not occur."""
        chosen = self._choices.get(self.step + 1)
        if chosen is None:
            return super().merge_next()
        return self._merge_chosen(*chosen)

    def _merge_chosen(self, left_id: int, right_id: int) -> StopReason | None:
        left, right = left_id - self._first_id, right_id - self._first_id
        pair = left << 32 | right
        if not len(self.places.gaps_of(left, right)) or self.pairs.is_too_long(pair):
            raise ChoiceError(step=self.step + 1, left=left_id, right=right_id)
        if not self.fits(left, right):
            return "token_length"
        self.merge_chosen(left, right)
        return None

    def check_all_made(self) -> None:
        """Raise `UnreachedChoiceError` for a choice whose step was never reached."""
        for step in self._choices.keys() - range(1, self.step + 1):
            raise UnreachedChoiceError(step=step, last=self.step)
