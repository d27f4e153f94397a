"""SuperBPE: BPE inside words up to a switch, and from there on also across them.

The walls between words stand for the first merges, so that the vocabulary learns words first; then
they fall, and the most frequent pair may lie across a space: "of the" becomes one token. Source:
Liu, Hayase, Hofmann, Oh, Smith and Choi, 2025, "SuperBPE: Space Travel for Language Models".

Then the text is encoded again, without its walls, by the merges that there are, and training goes
on from there. Where a pair of the first stage also occurs at a wall, it is merged there, too, and a
gap that was closed may be open again.

Unlike BPE, which never looks past a word, this has one setting more, the switch; at 0 there are no
words at all. Unlike the authors' configuration, a token may have any number of words and may
contain a colon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.trace import SUPERBPE_MAGIC, AcrossTrace, LineTokenizer
from bpe_core.algorithms.bpe.merging import Merger, PairQueue
from bpe_core.algorithms.bpe.places import Places
from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.state import State
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import ReportSteps, StopReason, begin, check_number
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.text.corpus import Corpus
from bpe_core.text.running_text import RunningText


def train_superbpe(
    text: RunningText,
    *,
    switch: int,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (),
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> AcrossTrace:
    """Learn `switch` merges inside words, then the rest across them; keep the whole history.

    If the words are used up before the switch, the walls fall then. The other settings, the ways
    to stop and the errors are those of `train_bpe`.

    >>> text = RunningText.read("of the hug of the pug of the bug")
    >>> trace = train_superbpe(text, switch=6, num_merges=8)
    >>> [merge.token for merge in trace.merges][4:], trace.switch
    (['ug', 'Ġof', 'ĠtheĠ', 'ugĠof'], 6)
    """
    check_number("switch", switch, smallest=0)
    limits = num_merges, vocab_size, min_frequency
    special, clock = begin(text, *limits, special_tokens, progress, time_limit)
    limit = clock.total
    inside = train_bpe(
        text.bag,
        num_merges=switch if limit is None else min(switch, limit),
        min_frequency=min_frequency,
        tie_break=tie_break,
        special_tokens=special,
        progress=None if progress is None else lambda steps, _: progress(steps, limit),
        time_limit=time_limit,
    )
    before = _in_lines(inside, text)
    if inside.stopped_because == "time_limit":
        return before
    before.stopped_because = clock.limited_by
    if len(before) == limit:
        return before
    merger = _encoded_again(before)
    return _switched(before, merger, clock.run(merger.merge_next, merger.step))


def _in_lines(inside: Trace, text: RunningText) -> AcrossTrace:
    """The merges inside words, in lines whose walls never fall."""
    lines = {
        "corpus": text,
        "closed": text.spread(inside.closed),
        "opened": _opened(text, len(inside) + 2),
        "across": np.zeros(len(inside), bool),
        "needs_ready": False,
    }
    return AcrossTrace(**(_fields_of(inside) | lines))


def _encoded_again(before: AcrossTrace) -> Merger:
    """The lines without walls, in which the merges inside words have been made."""
    text = before.corpus
    rule = find_tie_rule(before.tie_break)(text.base_vocabulary)
    merger = Merger(text, PairQueue(Places(text), rule, before.min_frequency))
    for pair in before.base_merges[:, :2].tolist():
        merger.merge_chosen(*pair)
    return merger


def _switched(before: AcrossTrace, merger: Merger, stopped: StopReason) -> SwitchedTrace:
    fallen, text = len(before), before.corpus
    assert isinstance(text, RunningText)
    recorded = merger.recorded() | {
        "opened": _opened(text, fallen),
        "across": np.arange(merger.step) >= fallen,
        "stopped_because": stopped,
    }
    # The merges inside words have the counts by which they were chosen.
    recorded["merge_counts"][:fallen] = before.merge_counts
    return SwitchedTrace(before=before, **(_fields_of(before) | recorded))


def _fields_of(trace: Trace) -> dict[str, Any]:
    return {field.name: getattr(trace, field.name) for field in fields(trace)}


def _opened(text: RunningText, fallen: int) -> NDArray[np.int32]:
    """When the pairs at gaps are counted, if all walls fall at once."""
    opened = np.full(len(text.units), -1, np.int32)
    opened[text.walls] = fallen
    return opened


@trains_again(SUPERBPE_MAGIC)
def _train_again(lines: Corpus, *, switch: int, **settings: Any) -> AcrossTrace:
    return train_superbpe(RunningText.of_corpus(lines), switch=switch, **settings)


@dataclass(kw_only=True, eq=False, repr=False)
class SwitchedTrace(AcrossTrace):
    """A training whose walls have fallen, and whose text was encoded again then.

    `closed` is about the text without walls, in which all merges were made from the first one on;
    `before` is the training up to the switch.
    """

    before: AcrossTrace

    def epochs(self) -> Sequence[tuple[RecordedMerges, int, int]]:
        """The states before the walls fall, and the others."""
        return [(self.before, 0, self.switch), (self, self.switch, len(self) + 1)]

    @property
    def switch(self) -> int:
        """The number of merges before the walls fall."""
        return len(self.before)

    def state_at(self, step: int) -> State:
        """The corpus after `step` merges; 0 is before the first. Raises `StepError`."""
        is_early = self.check_step(step) < self.switch
        return State(self.before if is_early else self, step, lambda: self.history)

    def tokenizer(self, step: int | None = None, *, unknown: str | None = None) -> LineTokenizer:
        """A tokenizer with the merges of the first `step` steps (all by default)."""
        last = len(self) if step is None else self.check_step(step)
        if last < self.switch:
            return self.before.tokenizer(last, unknown=unknown)
        return LineTokenizer(self, last, unknown)

    def frequencies_at(self, step: int) -> NDArray[np.int64]:
        """How often each token made so far occurs in the corpus at a state."""
        is_early = self.check_step(step) < self.switch
        return self.before.frequencies_at(step) if is_early else super().frequencies_at(step)

    def in_use_at(self, step: int) -> NDArray[np.int64]:
        """Ids (without special tokens) of the tokens that occur in the corpus at a state."""
        return self.before.in_use_at(step) if step < self.switch else super().in_use_at(step)

    def _since_switch(self, early: NDArray[Any], late: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([early[: self.switch], late[self.switch :]])

    @cached_property
    def token_counts(self) -> NDArray[np.int64]:
        """How many tokens the whole corpus has at each state (int64, n + 1)."""
        return self._since_switch(self.before.token_counts, super().token_counts)

    @cached_property
    def in_use_sizes(self) -> NDArray[np.int32]:
        """How many different tokens occur in the corpus at each state (int32, n + 1)."""
        return self._since_switch(self.before.in_use_sizes, super().in_use_sizes)

    @cached_property
    def first_gaps(self) -> NDArray[np.int64]:
        """For each step, the first gap it closed: of the merges before the switch, inside words."""
        return np.concatenate([self.before.first_gaps, super().first_gaps[self.switch + 1 :]])

    @cached_property
    def dropped_at(self) -> NDArray[np.int32]:
        """For each token, the step after which it occurs no more, -1 for none (int32)."""
        dropped, early = super().dropped_at, self.before.dropped_at
        late = dropped[: len(early)]
        is_early = (late >= 0) & (late <= self.switch)
        return np.concatenate(
            [
                np.where(is_early, np.where(early < 0, np.int32(self.switch), early), late),
                dropped[len(early) :],
            ]
        )
