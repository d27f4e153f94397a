"""The data recorded by a Unigram training: the vocabulary at every round, and the token costs.

State 0 is the seed vocabulary after expectation-maximization. Each round drops the tokens whose
removal cost least in the state before and learns the probabilities again. So a state has the costs
that decide the next round. Unlike a merge, which makes one token, a round drops many; as with
merges, any state can be read immediately.

A token's *number* is its position in the seed: base vocabulary first, then substrings by descending
count times length. An *id* is a position in the vocabulary of one state: special tokens, then the
remaining tokens by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.vocabulary import UnitText
from bpe_core.algorithms.limits import StopReason, check_step
from bpe_core.text.corpus import Corpus, Token, encode_utf8


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The record of a state: values for each remaining token, and some for the whole state.

    - `numbers` (int32), `log_probabilities` (natural logarithms), `costs` (nats; infinite for
      single units)
    - `loss`: negative log likelihood of the corpus over all segmentations, in nats
    - `token_count`: how many tokens the corpus has if every word has its best segmentation
    - `in_use`: how many distinct tokens these are
    """

    numbers: NDArray[np.int32]
    log_probabilities: NDArray[np.float64]
    costs: NDArray[np.float64]
    loss: float
    token_count: int
    in_use: int


@dataclass(frozen=True)
class Round:
    """One step: the number of tokens before, after and dropped, and the loss after it."""

    step: int
    size_before: int
    size: int
    dropped: int
    loss: float


@dataclass(kw_only=True, eq=False, repr=False)
class RecordedRounds:
    """The data of a Unigram training.

    - `first`, `length`, `count`: where each token of the seed first occurs in `corpus.units` (-1:
      nowhere), its number of units, and how often it occurs (int64)
    - `snapshots`: what is kept of each state; the first one is before the first round
    - `candidates`: how many substrings the seed was chosen from
    - `special_tokens`, `corpus`: as given to the training; `settings`: the other arguments, by
      name; `stopped_because`: why it ended
    """

    corpus: Corpus
    first: NDArray[np.int64]
    length: NDArray[np.int64]
    count: NDArray[np.int64]
    snapshots: Sequence[Snapshot]
    candidates: int
    special_tokens: tuple[str, ...]
    stopped_because: StopReason
    settings: Mapping[str, int | float]

    @cached_property
    def unit_text(self) -> UnitText:
        """The text of any stretch of the corpus."""
        return UnitText(self.corpus)

    def __len__(self) -> int:
        """How many rounds there are."""
        return len(self.snapshots) - 1

    @property
    def first_base_id(self) -> int:
        """The id of the first base token."""
        return len(self.special_tokens)

    @property
    def sizes(self) -> list[int]:
        """How large the vocabulary is at each state, including special tokens."""
        return [len(snapshot.numbers) + self.first_base_id for snapshot in self.snapshots]

    @property
    def losses(self) -> list[float]:
        """The loss at each state, in nats."""
        return [snapshot.loss for snapshot in self.snapshots]

    @property
    def token_counts(self) -> NDArray[np.int64]:
        """How many tokens the best segmentations have in all, at each state (int64)."""
        return np.array([snapshot.token_count for snapshot in self.snapshots], np.int64)

    @property
    def in_use_sizes(self) -> NDArray[np.int32]:
        """How many distinct tokens the best segmentations use, at each state (int32)."""
        return np.array([snapshot.in_use for snapshot in self.snapshots], np.int32)

    @cached_property
    def dropped_at(self) -> NDArray[np.int32]:
        """For each token, by number, the round that dropped it, -1 for none (int32)."""
        dropped = np.full(len(self.first), -1, np.int32)
        for step in range(len(self), 0, -1):
            gone = np.setdiff1d(self.snapshots[step - 1].numbers, self.snapshots[step].numbers)
            dropped[gone] = step
        return dropped

    @property
    def rounds(self) -> list[Round]:
        """All steps in order."""
        states = pairwise(zip(self.sizes, self.losses, strict=True))
        return [
            Round(step, before, after, before - after, loss)
            for step, ((before, _), (after, loss)) in enumerate(states, 1)
        ]

    def token(self, number: int) -> Token:
        """The text of a token by its number in the seed."""
        if number < len(self.corpus.base_vocabulary):
            return self.corpus.base_vocabulary[number]
        start = int(self.first[number])
        return self.unit_text.cut(start, start + int(self.length[number]))

    @property
    def vocabulary(self) -> tuple[Token, ...]:
        """The last vocabulary: special tokens, base vocabulary, longer tokens."""
        return self.vocabulary_at(len(self))

    def vocabulary_at(self, step: int) -> tuple[Token, ...]:
        """The vocabulary of a state by id. Raises `StepError`."""
        special: list[Token] = list(self.special_tokens)
        if self.corpus.unit == "byte":
            special = [encode_utf8(token) for token in self.special_tokens]
        return (*special, *self.texts_at(step))

    def texts_at(self, step: int) -> Iterator[Token]:
        """The same without special tokens; this is much faster than cutting tokens one by one.

        Raises `StepError`.
        """
        yield from self.corpus.base_vocabulary
        longer = self.snapshots[self.check_step(step)].numbers[len(self.corpus.base_vocabulary) :]
        starts = self.first[longer]
        stops = starts + self.length[longer]
        yield from map(self.unit_text.cut, starts.tolist(), stops.tolist())

    def check_step(self, step: int) -> int:
        """Return the step if it is from 0 to n, else raise `StepError`."""
        return check_step(step, len(self))
