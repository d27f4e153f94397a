"""Views of a Unigram training, round by round: computed once, then kept.

A round is explained by the words that its tokens occur in: how they are segmented with a token and
without it, and how much of their probability is left. Unlike a `UnigramState`, which answers any
question about one round, this holds only what is shown, for all rounds. For a megabyte of text it
takes a second to compute and a hundred kilobytes to keep.

Tokens are given by their number in the seed, words by their index in the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import exp, expm1, log1p
from typing import Self

import numpy as np

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.recorded_rounds import RecordedRounds
from bpe_core.algorithms.unigram.removal_costs import LONG
from bpe_core.algorithms.unigram.seed import PIECE_UNITS
from bpe_core.algorithms.unigram.state import UnigramState
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer

#: How many of the cheapest tokens (and of the dropped ones) and of the likeliest a view lists.
MOST_CHEAPEST, MOST_LIKELY = 20, 300
#: How many of the most frequent words are shown, and how many units of one word.
MOST_WORDS, MOST_UNITS = 200, 240
#: Words that explain the cost of a removal: how many are computed, and how many are kept.
WORKED_OUT, MOST_REASONS = 12, 3
#: A share of a word's probability below this is summed up, since subtracting would lose digits.
HALF = 0.5


@dataclass(frozen=True)
class WordWithout:
    """A word with a token and without it: its `best` segmentation and the `other` one.

    `share` is the part of its probability from segmentations with the token, `left` is the rest,
    and `cost` is what the word adds to the loss, in nats.
    """

    word: int
    best: list[int]
    other: list[int]
    share: float
    left: float
    cost: float


@dataclass(frozen=True)
class Removal:
    """The cost of removing a token, in the words that contain it, the highest cost first.

    `more` other words contain it, too; together they cost the `rest`.
    """

    number: int
    cost: float
    words: list[WordWithout]
    more: int
    rest: float


@dataclass(frozen=True)
class RoundView:
    """A state as a page shows it.

    - `cheapest` with their `costs`: the tokens whose removal costs least, of `removable` in all;
      the first `next_total` are dropped next
    - `dropped`: the first of the `dropped_total` tokens that this round dropped
    - `likely` with their `probabilities`: the most likely tokens
    - `removals`: for the token that is dropped first, and for the cheapest one that is kept
    """

    cheapest: list[int]
    costs: list[float]
    removable: int
    next_total: int
    dropped: list[int]
    dropped_total: int
    likely: list[int]
    probabilities: list[float]
    removals: list[Removal]


@dataclass(frozen=True)
class RoundHistory:
    """All rounds of a training as a page shows them; get it with `trace.history`.

    `shown` are the most frequent words in corpus order; `words` are those and the running text's.
    A word's entry in `segmentations` lists the rounds that change it, each with the best
    segmentation from then on (of a long word the tokens within its first 240 units).

    >>> from bpe_core import Corpus, train_unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> history = train_unigram(corpus, vocab_size=10).history
    >>> len(history.views), history.views[1].next_total, history.shown
    (3, 4, [0, 1, 2, 3, 4])
    """

    shown: list[int]
    words: list[int]
    segmentations: list[list[tuple[int, list[int]]]]
    views: list[RoundView]

    @classmethod
    def of(cls, recorded: RecordedRounds) -> Self:
        """Compute all rounds."""
        most = np.argsort(-recorded.corpus.counts, kind="stable")[:MOST_WORDS]
        shown = sorted(most.tolist())
        words = list(dict.fromkeys(chain(shown, recorded.corpus.running_words.tolist())))
        units = recorded.corpus.as_characters()
        views = [_Round(recorded, step, units).view() for step in range(len(recorded) + 1)]
        return cls(shown, words, _segmentations(recorded, words), views)


def _segmentations(recorded: RecordedRounds, words: list[int]) -> list[list[tuple[int, list[int]]]]:
    histories: list[list[tuple[int, list[int]]]] = [[] for _ in words]
    for step, snapshot in enumerate(recorded.snapshots):
        found = UnigramState(recorded, step).word_ids(words, max_units=PIECE_UNITS)
        for history, ids in zip(histories, found, strict=True):
            numbers = snapshot.numbers[np.array(ids) - recorded.first_base_id].tolist()
            numbers = _cut(numbers, recorded.length[numbers].tolist())
            if not history or history[-1][1] != numbers:
                history.append((step, numbers))
    return histories


def _cut(numbers: list[int], lengths: list[int]) -> list[int]:
    """The tokens that end within the part of a word that is shown."""
    return [n for n, end in zip(numbers, accumulate(lengths), strict=True) if end <= MOST_UNITS]


class _Round:
    """One state while its view is computed."""

    def __init__(self, recorded: RecordedRounds, step: int, units: str) -> None:
        self._recorded = recorded
        self._step = step
        self._units = units
        self._snapshot = recorded.snapshots[step]

    def view(self) -> RoundView:
        recorded, snapshot = self._recorded, self._snapshot
        state = UnigramState(recorded, self._step)
        is_last = self._step == len(recorded)
        next_total = 0 if is_last else state.size - recorded.sizes[self._step + 1]
        ranked = state.cheapest(next_total + 1 if next_total > MOST_CHEAPEST else MOST_CHEAPEST)
        cheapest = ranked[:MOST_CHEAPEST]
        likely = np.argsort(-snapshot.log_probabilities, kind="stable")[:MOST_LIKELY]
        explained = [ranked[i] for i in dict.fromkeys((0, next_total)) if i < len(ranked)]
        return RoundView(
            cheapest=[token.number for token in cheapest],
            costs=[token.cost for token in cheapest],
            removable=int(np.isfinite(snapshot.costs).sum()),
            next_total=next_total,
            dropped=[token.number for token in state.dropped(MOST_CHEAPEST)],
            dropped_total=state.dropped_total,
            likely=snapshot.numbers[likely].tolist(),
            probabilities=np.exp(snapshot.log_probabilities[likely]).tolist(),
            removals=[self._removal(token.number, token.cost) for token in explained],
        )

    def _removal(self, number: int, cost: float) -> Removal:
        tokenizer = UnigramTokenizer(self._recorded, self._step)
        lengths = np.diff(self._recorded.corpus.starts)
        having = self._words_having(number)
        # In longer words the cost of a removal is an estimate.
        short = [word for word in having if lengths[word] <= LONG][:WORKED_OUT]
        found = [self._without(tokenizer, word, number) for word in short]
        found.sort(key=lambda word: -word.cost)
        kept = found[:MOST_REASONS]
        rest = max(0.0, cost - sum(word.cost for word in kept))
        return Removal(number, max(cost, 0.0), kept, len(having) - len(kept), rest)

    def _words_having(self, number: int) -> list[int]:
        """The words that contain a token, the most frequent first."""
        recorded, corpus = self._recorded, self._recorded.corpus
        first, length = int(recorded.first[number]), int(recorded.length[number])
        token = self._units[first : first + length]
        places = np.fromiter(_places_of(token, self._units), np.int64)
        words, last = corpus.word_of_unit[places], places + length - 1
        place_in_word, last_in_word = places - corpus.starts[words], last - corpus.starts[words]
        inside = corpus.word_of_unit[last] == words
        inside &= place_in_word // PIECE_UNITS == last_in_word // PIECE_UNITS
        having = np.unique(words[inside])
        order = np.argsort(-corpus.counts[having], kind="stable")
        most_frequent: list[int] = having[order].tolist()
        return most_frequent

    def _without(self, tokenizer: UnigramTokenizer, word: int, number: int) -> WordWithout:
        corpus, first = self._recorded.corpus, self._recorded.first_base_id
        token_id = int(np.searchsorted(self._snapshot.numbers, number)) + first
        begin, end = corpus.starts[word : word + 2].tolist()
        units = corpus.units[begin:end] + first
        lattice = tokenizer.lattice_of(units.tolist())
        without = without_token(lattice, token_id)
        loss = loss_without(lattice, without, token_id)
        return WordWithout(
            word=word,
            best=self._numbers(lattice.best.token_ids),
            other=self._numbers(without.best.token_ids),
            share=-expm1(-loss),
            left=exp(-loss),
            cost=int(corpus.counts[word]) * loss,
        )

    def _numbers(self, ids: Sequence[int]) -> list[int]:
        numbers = self._snapshot.numbers[np.array(ids) - self._recorded.first_base_id]
        return [int(number) for number in numbers]


def _places_of(token: str, text: str) -> Iterator[int]:
    """Where a token occurs in a text, overlapping places included."""
    place = text.find(token)
    while place >= 0:
        yield place
        place = text.find(token, place + 1)


def without_token(lattice: Lattice, token_id: int) -> Lattice:
    """The lattice without one token."""
    return Lattice(lattice.length, [edge for edge in lattice.edges if edge.token_id != token_id])


def loss_without(lattice: Lattice, without: Lattice, token_id: int) -> float:
    """How much the log probability of a word falls without a token, in nats.

    If the two are almost equal, subtracting would leave only rounding errors. Then the share of
    the segmentations that have the token is summed up, by the place where they first have it.
    """
    whole = lattice.log_probability
    share = sum(
        exp(without.before[e.start] + e.log_probability + lattice.after[e.end] - whole)
        for e in lattice.edges
        if e.token_id == token_id
    )
    if share < HALF:
        return -log1p(-share)
    return whole - without.log_probability
