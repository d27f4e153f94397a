"""Picky BPE: after each merge, a part that is nearly used up leaves the vocabulary.

BPE keeps every token that it makes, also those that were only a way to longer ones. Here, after
the merge of x and y, the *share used* of each part is count / (what is left of it + count), where
count is how often the merge was made. If that is above a threshold, the part leaves: what is left
of it is split into the parts that it was made of. It may come back by being merged again. Source:
Chizhov, Arnett, Korotkova and Yamshchikov, 2024, "BPE Gets Picky: Efficient Vocabulary Refinement
During Tokenizer Training", who call the share "intersection over self" (IoS).

Unlike BPE, whose tokens stay, this has two kinds of events in one order, merging and leaving, and
the size of its vocabulary is not the number of its merges. A threshold of 1 is BPE. Unlike the
authors' program, pairs are counted as everywhere here: (a, a) occurs twice in a a a.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

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


@dataclass(frozen=True)
class Merged:
    """A pair, which occurred `count` times, became `token`, `times` times.

    `rests` is how often its left and its right part occur after that. `is_back` says whether the
    token had left before; `tied` is how many pairs had this count.
    """

    left: int
    right: int
    token: int
    count: int
    times: int
    rests: tuple[int, int]
    is_back: bool
    tied: int

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        """The shares used of its left and its right part."""
        left, right = (Fraction(self.times, rest + self.times) for rest in self.rests)
        return left, right


@dataclass(frozen=True)
class Left:
    """A token left because `share` of it was used; its last `times` were split into `parts`."""

    token: int
    parts: tuple[int, ...]
    times: int
    share: Fraction


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
        *_, word = self.states_of(units, number)
        return word

    def states_of(self, units: Sequence[int], number: int | None = None) -> Iterator[list[int]]:
        """A word at the start and after each event; the same list where an event finds nothing."""
        word = list(units)
        yield word
        for event in self.events[:number]:
            if isinstance(event, Merged):
                if event.left in word:
                    word = merge_in(word, event.left, event.right, event.token)
            elif event.token in word:
                word = split_in(word, event.token, event.parts)
            yield word

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
        self._threshold = threshold
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
            tied = self.words.best_pairs()
            if not tied:
                return "nothing_left"
            pair = self.words.first_pair()
            if self.words.counts[pair] < least:
                return "min_frequency"
            if sum(byte_length(self.texts[i]) for i in pair) > MOST_TOKEN_BYTES:
                return "token_length"
            self.merge(pair, len(tied))
            made += 1
        return "num_merges"

    def merge(self, pair: Pair, tied: int) -> None:
        """Merge a pair, and let its parts leave that are used up."""
        words, (left, right) = self.words, pair
        is_known = pair in self.ids
        new = self.ids.setdefault(pair, len(self.texts))
        if not is_known:
            self.texts.append(self.texts[left] + self.texts[right])  # type: ignore[operator]
            self._made[new] = pair
            self._rule.learn(left, right)
        is_back = is_known and new not in self._inside
        count = words.counts[pair]
        times = words.merge(left, right, new)
        self._inside.add(new)
        rests = words.frequency.get(left, 0), words.frequency.get(right, 0)
        event = Merged(left, right, new, count, times, rests, is_back, tied)
        self._note(event)
        for part, share in dict(zip(pair, event.shares, strict=True)).items():
            if share > self._threshold and part >= self._base and part in self._inside:
                self._leave(part, share)

    def _leave(self, token: int, share: Fraction) -> None:
        self._inside.discard(token)
        parts = tuple(self._parts(token))
        self._note(Left(token, parts, self.words.split(token, parts), share))

    def _parts(self, token: int) -> list[int]:
        """The tokens in the vocabulary that a token that left was made of."""
        return [
            part
            for half in self._made[token]
            for part in ([half] if half in self._inside else self._parts(half))
        ]

    def _note(self, event: Event) -> None:
        self.events.append(event)
        changed = (
            (event.left, event.right, event.token)
            if isinstance(event, Merged)
            else (event.token, *event.parts)
        )
        for token in changed:
            is_junk = token in self._inside and not self.words.frequency.get(token)
            (self._unused.add if is_junk and token >= self._base else self._unused.discard)(token)
        gained = -event.times if isinstance(event, Merged) else event.times * (len(event.parts) - 1)
        self.sizes.append(len(self._inside))
        self.token_counts.append(self.token_counts[-1] + gained)
        self.junk.append(len(self._unused))
