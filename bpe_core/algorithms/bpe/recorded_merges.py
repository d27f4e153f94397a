"""The data recorded by a training that merges: the merges, and the history of every word.

The history of a word is one number for each gap between its base tokens: the step that closed the
gap, or 0 for none. A gap once closed stays closed, so the word at step k is its base tokens
joined over the gaps closed by step k. Unlike keeping a copy of the corpus for each step, this
takes four bytes per base token, whatever the number of steps.

Steps count from 1; state 0 is before the first merge. Token ids: special tokens from 0, then the
base vocabulary, then one token per merge. Other modules make states, views, tokenizers and files
from these data; this module does not depend on them. A `Trace` brings everything together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.vocabulary import UnitText, Vocabulary
from bpe_core.algorithms.limits import StopReason, check_special_tokens, check_step
from bpe_core.text.corpus import Corpus, Token, encode_utf8


@dataclass(frozen=True)
class Merge:
    """One step: the pair `left`, `right` occurred `count` times and became `token`.

    `step` counts from 1. `count` counts overlapping occurrences, as the choice does.
    """

    step: int
    left: Token
    right: Token
    token: Token
    count: int
    left_id: int
    right_id: int
    token_id: int


@dataclass(kw_only=True, eq=False, repr=False)
class RecordedMerges:
    """The data of a training by merges, and the figures that follow from them.

    - `merge_ids`: left, right and new id of each merge (int32, n x 3); `base_merges`: the same
      without special tokens, so that the base vocabulary starts at 0
    - `merge_counts`: how often each merged pair occurred (int64, n)
    - `closed`: for each entry of `corpus.units` the step that closed the gap after it, 0 for none
      or where a word ends (int32)
    - `special_tokens`, `tie_break`, `min_frequency`, `choices`, `max_token_length`, `corpus`: as
      given to the training; `stopped_because`: why it ended
    """

    corpus: Corpus
    base_merges: NDArray[np.int32]
    merge_counts: NDArray[np.int64]
    closed: NDArray[np.int32]
    special_tokens: tuple[str, ...] = ()
    tie_break: str = "first-seen"
    min_frequency: int = 1
    stopped_because: StopReason = "nothing_left"
    choices: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    max_token_length: int | None = None

    #: For each gap, the state from which its pair is counted; None: all from the start (int32).
    opened: NDArray[np.int32] | None = None

    def epochs(self) -> Sequence[tuple[RecordedMerges, int, int]]:
        """Records of gaps, each with the states in which it holds: from one up to another."""
        return [(self, 0, len(self) + 1)]

    @classmethod
    def without_merges(cls, corpus: Corpus, special_tokens: Sequence[str] = ()) -> Self:
        """Return the record of a training before its first merge."""
        return cls(
            corpus=corpus,
            base_merges=np.zeros((0, 3), np.int32),
            merge_counts=np.zeros(0, np.int64),
            closed=np.zeros(len(corpus.units), np.int32),
            special_tokens=check_special_tokens(special_tokens),
            stopped_because="num_merges",
        )

    def __len__(self) -> int:
        """How many merges there are."""
        return len(self.base_merges)

    @cached_property
    def merge_ids(self) -> NDArray[np.int32]:
        """The merges by their ids, special tokens included."""
        return self.base_merges + np.int32(len(self.special_tokens))

    @cached_property
    def unit_text(self) -> UnitText:
        """The text of any stretch of the corpus."""
        return UnitText(self.corpus)

    @property
    def first_base_id(self) -> int:
        """The id of the first base token."""
        return len(self.special_tokens)

    @property
    def first_merge_id(self) -> int:
        """The id of the token that the first merge makes."""
        return len(self.special_tokens) + len(self.corpus.base_vocabulary)

    @property
    def merges(self) -> Sequence[Merge]:
        """All steps in order; each `Merge` is made when it is asked for."""
        return Steps(len(self), partial(self._merge_of, self.vocabulary))

    def _merge_of(self, vocabulary: Vocabulary, step: int) -> Merge:
        ids = self.merge_ids[step - 1].tolist()
        left, right, new = map(vocabulary.__getitem__, ids)
        return Merge(step, left, right, new, int(self.merge_counts[step - 1]), *ids)

    def check_step(self, step: int) -> int:
        """Return the step if it is from 0 to n, else raise `StepError`."""
        return check_step(step, len(self))

    @property
    def vocabulary(self) -> Vocabulary:
        """All tokens ever made: special, base, then one per merge."""
        return self.vocabulary_at(len(self))

    def vocabulary_at(self, step: int) -> Vocabulary:
        """All tokens made up to a step. Raises `StepError`."""
        places = self.merge_places[: self.check_step(step)]
        return Vocabulary(self._unmerged, self.unit_text, places)

    @cached_property
    def _unmerged(self) -> tuple[Token, ...]:
        """The special and the base tokens."""
        special: list[Token] = list(self.special_tokens)
        if self.corpus.unit == "byte":
            special = [encode_utf8(token) for token in self.special_tokens]
        return (*special, *self.corpus.base_vocabulary)

    # Facts about tokens, from the merges and the gaps. Ids here do not count special tokens.

    @cached_property
    def token_lengths(self) -> NDArray[np.int32]:
        """How many units each token covers, base tokens first (int32)."""
        lengths = [1] * len(self.corpus.base_vocabulary)
        for left, right in self.base_merges[:, :2].tolist():
            lengths.append(lengths[left] + lengths[right])
        return np.array(lengths, np.int32)

    def has_marker(self, token_id: int) -> bool:
        """Whether a token of the base vocabulary or of a merge ends with the end-of-word marker."""
        marker, merge = self.corpus.marker_id, token_id - self.first_merge_id
        if marker is None or merge < 0:
            return token_id - self.first_base_id == marker
        return int(self.corpus.units[self.merge_places[merge, 1] - 1]) == marker

    @cached_property
    def merge_places(self) -> NDArray[np.int64]:
        """Where the token of each merge occurs first in `corpus.units`: start, stop (int64)."""
        left, _, new = self.base_merges.T
        starts = self.first_gaps[1:] - self.token_lengths[left] + 1
        return np.column_stack([starts, starts + self.token_lengths[new]])

    @cached_property
    def first_gaps(self) -> NDArray[np.int64]:
        """For each step, the first gap it closed (entry 0 is unused)."""
        first = np.zeros(len(self) + 1, np.int64)
        backwards = np.arange(len(self.closed) - 1, -1, -1)
        first[self.closed[::-1]] = backwards  # for equal indices the last assignment wins
        return first

    @cached_property
    def token_counts(self) -> NDArray[np.int64]:
        """How many tokens the whole corpus has at each state, weighted by count (int64, n + 1)."""
        return int(self.base_frequencies.sum()) - np.cumsum(self._times)

    @cached_property
    def _times(self) -> NDArray[np.int64]:
        """For each step, how often it was made in the corpus (int64, n + 1; entry 0 is 0)."""
        corpus = self.corpus
        times = np.zeros(len(self) + 1, np.int64)
        np.add.at(times, self.closed, corpus.counts[corpus.word_of_unit])
        times[0] = 0
        return times

    def frequencies_at(self, step: int) -> NDArray[np.int64]:
        """How often each token made so far occurs in the corpus at a state, weighted by count.

        Indexed by id without special tokens (int64). A merge gives its new token what it takes
        away from its two parts. Raises `StepError`.

        >>> from bpe_core import train_bpe
        >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> trace.vocabulary_at(1), trace.frequencies_at(1).tolist()
        (('g', 'h', 'p', 'u', 'ug'), [0, 10, 5, 0, 15])
        """
        return self.frequencies.at(self.check_step(step))

    @property
    def frequencies(self) -> TokenCounts:
        """How often each token occurs at each state."""
        return TokenCounts(self.base_frequencies, self.base_merges, self._times[1:])

    @cached_property
    def base_frequencies(self) -> NDArray[np.int64]:
        """How often each base token occurs in the corpus before the first merge (int64)."""
        return self.corpus.count_units()

    @cached_property
    def _merged_times(self) -> NDArray[np.int64]:
        """For each step, how many gaps it closed in the distinct words (entry 0 is unused)."""
        return np.bincount(self.closed, minlength=len(self) + 1)

    @cached_property
    def dropped_at(self) -> NDArray[np.int32]:
        """For each token, the step that merged its last occurrence away, -1 for none (int32).

        Base tokens that never occurred in the corpus have 0.
        """
        base, n = len(self.corpus.base_vocabulary), len(self)
        left = np.zeros(base + n, np.int64)
        left[:base] = np.bincount(self.corpus.units, minlength=base)
        left[base:] = self._merged_times[1:]
        last_used = np.zeros(base + n, np.int32)
        for side in (0, 1):
            ids = self.base_merges[:, side]
            np.subtract.at(left, ids, self._merged_times[1:])
            np.maximum.at(last_used, ids, np.arange(1, n + 1, dtype=np.int32))
        return np.where(left == 0, last_used, np.int32(-1))

    def in_use_at(self, step: int) -> NDArray[np.int64]:
        """Ids (without special tokens) of the tokens that occur in the corpus at a state."""
        dropped = self.dropped_at[: len(self.corpus.base_vocabulary) + step]
        return np.flatnonzero((dropped < 0) | (dropped > step))

    @cached_property
    def in_use_sizes(self) -> NDArray[np.int32]:
        """How many different tokens occur in the corpus at each state (int32, n + 1)."""
        made = np.arange(len(self) + 1) + len(self.corpus.base_vocabulary)
        return (made - self._dropped_by(self.dropped_at)).astype(np.int32)

    @cached_property
    def junk_sizes(self) -> NDArray[np.int32]:
        """How many of the tokens made so far are junk at each state (int32, n + 1).

        A junk token was made on the way to longer ones and no longer occurs in the corpus. Base
        tokens aren't junk, because new texts need them. The word is that of Chizhov et al. (2024),
        who remove such tokens during training, and also those that are merely rare.

        >>> from bpe_core import train_bpe
        >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
        >>> [merge.token for merge in trace.merges], trace.junk_sizes.tolist()
        (['ug', 'hug', 'pug'], [0, 0, 0, 1])
        """
        merged = self.dropped_at[len(self.corpus.base_vocabulary) :]
        return self._dropped_by(merged).astype(np.int32)

    def _dropped_by(self, dropped_at: NDArray[np.int32]) -> NDArray[np.int64]:
        """How many of some tokens have been dropped at each state (int64, n + 1)."""
        drops = np.bincount(dropped_at[dropped_at >= 0], minlength=len(self) + 1)
        return np.cumsum(drops)


@dataclass(frozen=True)
class TokenCounts:
    """How often each token occurs at each state. Ids do not count special tokens.

    - `base`: how often each base token occurs before the first merge (int64)
    - `merges`: left, right and new id of each merge (int32, n x 3)
    - `times`: how often each merge was made (int64, n)

    >>> counts = TokenCounts(np.array([5, 3]), np.array([[0, 1, 2]], np.int32), np.array([2]))
    >>> counts.at(0).tolist(), counts.at(1).tolist()
    ([5, 3], [3, 1, 2])
    """

    base: NDArray[np.int64]
    merges: NDArray[np.int32]
    times: NDArray[np.int64]

    def at(self, step: int) -> NDArray[np.int64]:
        """The counts at a state (int64, base and merged tokens)."""
        times = self.times[:step]
        counts = np.concatenate([self.base, times])
        for side in (0, 1):
            np.subtract.at(counts, self.merges[:step, side], times)
        return counts


M = TypeVar("M", bound=Merge)


class Steps(Sequence[M]):
    """Records of steps, each of which is made when it is asked for."""

    def __init__(self, last: int, make: Callable[[int], M]) -> None:
        self._steps = range(1, last + 1)
        self._make = make

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> list[M]: ...

    def __getitem__(self, index: int | slice) -> M | list[M]:
        if isinstance(index, slice):
            return list(map(self._make, self._steps[index]))
        return self._make(self._steps[index])
