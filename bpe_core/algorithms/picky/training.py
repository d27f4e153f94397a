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

from fractions import Fraction

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.algorithms.limits import (
    Clock,
    ReportSteps,
    StopReason,
    check_number,
    find_limit,
)
from bpe_core.algorithms.picky.trace import Event, Left, Merged, PickyTrace
from bpe_core.text.corpus import Corpus, Token


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
    >>> train_picky(corpus, threshold=Fraction(1), vocab_size=7).sizes
    [5, 6, 7]
    """
    check_number("min_frequency", min_frequency, smallest=1)
    find_limit(corpus, num_merges, vocab_size, special=0)
    run = Run(corpus, threshold, tie_break)
    clock = Clock(num_merges, progress, time_limit)
    stopped = run.until(clock, num_merges, vocab_size, min_frequency)
    return PickyTrace(corpus, threshold, run.texts, run.events, stopped)


class Run:
    """A training event by event; `ids` are the tokens that pairs have become."""

    def __init__(self, corpus: Corpus, threshold: Fraction, tie_break: str) -> None:
        self.texts: list[Token] = list(corpus.base_vocabulary)
        self.events: list[Event] = []
        self._base = len(self.texts)
        self._rule = find_tie_rule(tie_break)(corpus.base_vocabulary)
        self.words = Words(corpus, rule=self._rule)
        self._threshold = threshold.as_integer_ratio()
        self._made: dict[int, Pair] = {}  # how each merged token was made first
        self.ids: dict[Pair, int] = {}
        self._inside = set(range(self._base))

    def until(self, clock: Clock, merges: int | None, size: int | None, least: int) -> StopReason:
        """Train, and return why it ended."""
        made = 0
        while merges is None or made < merges:
            if size is not None and len(self._inside) >= size:
                return "vocab_size"
            if clock.is_over(made):
                return "time_limit"
            found = self.words.next_pair(least)
            if isinstance(found, str):
                return found
            self.merge(found, self.words.tied)
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
        count = words.count(pair)
        times = words.merge(left, right, new)
        self._inside.add(new)
        place, rests = len(self.events), {}
        for part in dict.fromkeys(pair):
            rests[part] = words.frequency[part]
            if self._is_used_up(part, times, rests[part]):
                self._leave(part, times)
        after = rests[left], rests[right]
        self.events.insert(place, Merged(left, right, new, count, times, after, is_back, tied))

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
        self.events.append(Left(token, parts, self.words.split(token, parts), used))

    def _parts(self, token: int) -> list[int]:
        """The tokens in the vocabulary that a token that left was made of."""
        return [
            part
            for half in self._made[token]
            for part in ([half] if half in self._inside else self._parts(half))
        ]
