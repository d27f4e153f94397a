"""Picky BPE: after each merge, a part that is nearly used up leaves the vocabulary.

BPE keeps every token that it makes, also those that were only a way to longer ones. Here, after
the merge of x and y, the *share used* of each part is count / (what is left of it + count), where
count is how often the merge was made. If that is above a threshold, the part leaves: what is left
of it is split into the parts that it was made of. It may come back by being merged again. The left
part comes first, as in the authors' program: what it is split into may be right parts. Source:
Chizhov, Arnett, Korotkova and Yamshchikov, 2024, "BPE Gets Picky: Efficient Vocabulary Refinement
During Tokenizer Training", who call the share "intersection over self" (IoS).

Unlike BPE, whose tokens stay, this has two kinds of events in one order, merging and leaving, and
the size of its vocabulary is not the number of its merges. A threshold of 1 is BPE. Unlike the
authors' program, pairs are counted as everywhere here: (a, a) occurs twice in a a a.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.limits import (
    MOST_TOKEN_BYTES,
    Clock,
    ReportSteps,
    StopReason,
    check_number,
    find_limit,
)
from bpe_core.algorithms.picky.words import Pair, Words, merge_in, split_in
from bpe_core.text.corpus import Corpus, Token, byte_length

#: In place of a token, for a character that is not in the base vocabulary.
UNKNOWN = -1


class Merged(NamedTuple):
    """A pair, which had so many `occurrences`, became `token`, `times` times.

    `rests` is how often its left and its right part occur after that, the right one after the left
    one has left if it does. `is_back` says whether the token had left before; `tied` is how many
    pairs had as many.
    """

    left: int
    right: int
    token: int
    occurrences: int
    times: int
    rests: tuple[int, int]
    is_back: bool
    tied: int

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        """The shares used of its left and its right part."""
        left, right = (Fraction(self.times, rest + self.times) for rest in self.rests)
        return left, right


class Left(NamedTuple):
    """A token left after it was `used` up; its last `times` were split into `parts`."""

    token: int
    parts: tuple[int, ...]
    times: int
    used: int

    @property
    def share(self) -> Fraction:
        """The share of it that was used."""
        return Fraction(self.used, self.times + self.used)


Event = Merged | Left


@dataclass(frozen=True, eq=False)
class PickyTrace:
    """What `train_picky` returns. `texts` are the tokens by id, base tokens first.

    After each event (and before the first), `sizes` is the size of the vocabulary, `token_counts`
    the number of tokens in the corpus, and `junk` how many merged tokens of the vocabulary no
    longer occur there.
    """

    corpus: Corpus
    threshold: Fraction
    texts: list[Token]
    events: list[Event]
    sizes: list[int]
    token_counts: list[int]
    junk: list[int]
    stopped_because: StopReason

    def __len__(self) -> int:
        """How many events there are."""
        return len(self.events)

    def vocabulary_at(self, number: int) -> list[int]:
        """The ids of the tokens in the vocabulary after so many events."""
        inside = dict.fromkeys(range(len(self.corpus.base_vocabulary)))
        for event in self.events[:number]:
            if isinstance(event, Merged):
                inside[event.token] = None
            else:
                inside.pop(event.token, None)
        return list(inside)

    def encode_units(self, units: Sequence[int], number: int | None = None) -> list[int]:
        """A word's tokens, given its base tokens: the events are replayed in their order.

        >>> trace = train_picky(Corpus.from_counts({"hug": 10, "hu": 1}), threshold=Fraction(1, 2))
        >>> [trace.texts[i] for i in trace.encode_units([2, 1, 0])]  # u h g
        ['u', 'h', 'g']
        """
        changed = [word for _, word in self.changes_of(units, number)]
        return changed[-1] if changed else list(units)

    def changes_of(
        self, units: Sequence[int], number: int | None = None
    ) -> Iterator[tuple[int, list[int]]]:
        """The events that change a word, given its base tokens: step by step, the word after it."""
        word, step = list(units), 0
        end = len(self.events) if number is None else number
        while True:
            items: set[Pair | int] = {*word, *pairwise(word)}
            steps_of = [self._steps[item] for item in items if item in self._steps]
            later = (
                steps[i] for steps in steps_of if (i := bisect_right(steps, step)) < len(steps)
            )
            step = min(later, default=end + 1)
            if step > end:
                return
            event = self.events[step - 1]
            if isinstance(event, Merged):
                word = merge_in(word, event.left, event.right, event.token)
            else:
                word = split_in(word, event.token, event.parts)
            yield step, word

    @cached_property
    def _steps(self) -> Mapping[Pair | int, list[int]]:
        """The steps at which each pair is merged and each token leaves, in order."""
        steps: defaultdict[Pair | int, list[int]] = defaultdict(list)
        for step, event in enumerate(self.events, 1):
            made_of = (event.left, event.right) if isinstance(event, Merged) else event.token
            steps[made_of].append(step)
        return steps

    def encode_words(self, text: str, number: int | None = None) -> list[list[int]]:
        """The tokens of a text, word by word.

        >>> trace = train_picky(Corpus.from_counts({"hug": 10}), threshold=Fraction(1))
        >>> trace.encode_words("hug hus")
        [[4], [3, -1]]
        """
        base = self._base_tokenizer
        words = (word.ids for word in base.encoded_words(text))
        # The id of what is unknown before the first merge is that of the first token made.
        spelled = ([UNKNOWN if i == base.unknown_id else i for i in ids] for ids in words)
        return [self.encode_units(units, number) for units in spelled]

    @cached_property
    def _base_tokenizer(self) -> Tokenizer:
        """The tokenizer before the first merge."""
        return Trace(
            corpus=self.corpus,
            merges=np.zeros((0, 3), np.int32),
            merge_counts=np.zeros(0, np.int64),
            closed=np.zeros(len(self.corpus.units), np.int32),
        ).tokenizer()


def train_picky(
    corpus: Corpus,
    *,
    threshold: Fraction,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> PickyTrace:
    """Learn merges and leavings until there are so many merges, or so many tokens.

    The other settings are those of `train_bpe`. Raises `NumberTooSmallError`,
    `VocabularyTooSmallError`, `TimeLimitError`, `UnknownTieRuleError`.

    >>> corpus = Corpus.from_counts({"hugs": 10, "hug": 1, "hup": 1})
    >>> trace = train_picky(corpus, threshold=Fraction(8, 10), num_merges=3)
    >>> for event in trace.events:
    ...     print(type(event).__name__, trace.texts[event.token], event.times)
    Merged hu 12
    Merged hug 11
    Left hu 1
    Merged hugs 10
    Left hug 1
    >>> trace.sizes, trace.junk
    ([5, 6, 7, 6, 7, 6], [0, 0, 0, 0, 0, 0])
    """
    check_number("min_frequency", min_frequency, smallest=1)
    find_limit(corpus, num_merges, vocab_size, special=0)
    run = Run(corpus, threshold, tie_break)
    clock = Clock(num_merges, progress, time_limit)
    stopped = run.until(clock, num_merges, vocab_size, min_frequency)
    return PickyTrace(
        corpus, threshold, run.texts, run.events, run.sizes, run.token_counts, run.junk, stopped
    )


class Run:
    """A training event by event; `ids` are the tokens that pairs have become."""

    def __init__(self, corpus: Corpus, threshold: Fraction, tie_break: str) -> None:
        self.texts: list[Token] = list(corpus.base_vocabulary)
        self.events: list[Event] = []
        self._base = len(self.texts)
        self._rule = find_tie_rule(tie_break)(corpus.base_vocabulary)
        self.words = Words(corpus, self._rule)
        self._threshold = threshold.as_integer_ratio()
        self._byte_lengths = list(map(byte_length, self.texts))
        self._made: dict[int, Pair] = {}  # how each merged token was made first
        self.ids: dict[Pair, int] = {}
        self._inside = set(range(self._base))
        self._unused: set[int] = set()
        total = self.words.total()
        self.sizes, self.token_counts, self.junk = [self._base], [total], [0]

    def until(self, clock: Clock, merges: int | None, size: int | None, least: int) -> StopReason:
        """Train, and return why it ended."""
        made = 0
        while merges is None or made < merges:
            if size is not None and len(self._inside) >= size:
                return "vocab_size"
            if clock.is_over(made):
                return "time_limit"
            pair = self.words.best_pair()
            if pair is None:
                return "nothing_left"
            if self.words.count(pair) < least:
                return "min_frequency"
            if self._byte_lengths[pair[0]] + self._byte_lengths[pair[1]] > MOST_TOKEN_BYTES:
                return "token_length"
            self.merge(pair, self.words.tied)
            made += 1
        return "num_merges"

    def merge(self, pair: Pair, tied: int) -> None:
        """Merge a pair, and let its parts leave that are used up."""
        words, (left, right) = self.words, pair
        is_known = pair in self.ids
        new = self.ids.setdefault(pair, len(self.texts))
        if not is_known:
            self.texts.append(self.texts[left] + self.texts[right])  # type: ignore[operator]
            self._byte_lengths.append(self._byte_lengths[left] + self._byte_lengths[right])
            self._made[new] = pair
            self._rule.learn(left, right)
        is_back = is_known and new not in self._inside
        count = words.count(pair)
        times = words.merge(left, right, new)
        self._inside.add(new)
        rests = self._rests(pair, times)
        event = Merged(left, right, new, count, times, rests, is_back, tied)
        self._note(event, (left, right, new), -times)
        for part, rest in zip(pair, rests, strict=True):
            if self._is_used_up(part, times, rest):
                self._leave(part, times)

    def _rests(self, pair: Pair, times: int) -> tuple[int, int]:
        """How often each part occurs after a merge, when its turn has come to leave.

        It is the left one's turn first, and when that is split, right ones may come of it.
        """
        left, right = pair
        rest, other = self.words.frequency[left], self.words.frequency[right]
        if left != right and self._is_used_up(left, times, rest):
            other += rest * self._parts(left).count(right)
        return rest, other

    def _is_used_up(self, part: int, times: int, rest: int) -> bool:
        """Whether a part leaves: its share used, times / (rest + times), is above the threshold."""
        return (
            part >= self._base
            and part in self._inside
            and times * self._threshold[1] > self._threshold[0] * (rest + times)
        )

    def _leave(self, token: int, used: int) -> None:
        self._inside.discard(token)
        parts = tuple(self._parts(token))
        times = self.words.split(token, parts)
        self._note(Left(token, parts, times, used), (token, *parts), times * (len(parts) - 1))

    def _parts(self, token: int) -> list[int]:
        """The tokens in the vocabulary that a token that left was made of."""
        return [
            part
            for half in self._made[token]
            for part in ([half] if half in self._inside else self._parts(half))
        ]

    def _note(self, event: Event, changed: Iterable[int], gained: int) -> None:
        """Record an event, the tokens whose frequency it changed, and the tokens gained by it."""
        self.events.append(event)
        inside, frequency = self._inside, self.words.frequency
        for token in changed:
            if not frequency[token] and token >= self._base and token in inside:
                self._unused.add(token)
            else:
                self._unused.discard(token)
        self.sizes.append(len(inside))
        self.token_counts.append(self.token_counts[-1] + gained)
        self.junk.append(len(self._unused))
