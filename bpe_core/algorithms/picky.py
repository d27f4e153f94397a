"""Picky BPE: after each merge, a part that is nearly used up leaves the vocabulary.

BPE keeps every token that it makes, also those that were only a way to longer ones. Here, after
the merge of x and y, the *share used* of each part is count / (what is left of it + count), where
count is how often the merge was made. If that is above a threshold, the part leaves: what is left
of it is split into the parts that it was made of. It may come back by being merged again. The left
part comes first, as in the authors' program: what it is split into may be right parts. Source:
Chizhov, Arnett, Korotkova and Yamshchikov, 2024, "BPE Gets Picky: Efficient Vocabulary Refinement
During Tokenizer Training", who call the share "intersection over self" (IoS).

Unlike BPE, whose tokens stay, this has two kinds of events in one order, merging and leaving, and
the size of its vocabulary is not the number of its merges. The same pair may be merged again, and a
text is encoded by going through all events. A threshold of 1 is BPE. Unlike the authors' program,
pairs are counted as everywhere here: (a, a) occurs twice in a a a.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.tokenizer import Tokenizer, merge_word
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.algorithms.limits import Clock, ReportSteps, StopReason, check_number, find_limit
from bpe_core.text.corpus import Corpus, Token

#: In place of a token, for a character that is not in the base vocabulary.
UNKNOWN = -1


#: Tokens, and how much more often they occur.
Changes = tuple[tuple[int, int], ...]


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
    def changes(self) -> Changes:
        """How much more often each token occurs after it."""
        return (self.left, -self.times), (self.right, -self.times), (self.token, self.times)

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
    def changes(self) -> Changes:
        """How much more often each token occurs after it."""
        return (self.token, -self.times), *((part, self.times) for part in self.parts)

    @property
    def share(self) -> Fraction:
        """The share of it that was used."""
        return Fraction(self.used, self.times + self.used)


Event = Merged | Left


@dataclass(frozen=True, eq=False)
class PickyTrace:
    """The result of `train_picky`. `texts` are the tokens by id, base tokens first."""

    corpus: Corpus
    threshold: Fraction
    texts: list[Token]
    events: list[Event]
    stopped_because: StopReason

    def __len__(self) -> int:
        """How many events there are."""
        return len(self.events)

    @property
    def sizes(self) -> list[int]:
        """The size of the vocabulary before the first event and after each."""
        return self._figures[0]

    @property
    def token_counts(self) -> list[int]:
        """The tokens in the corpus then."""
        return self._figures[1]

    @property
    def junk(self) -> list[int]:
        """How many merged tokens of the vocabulary no longer occur in the corpus then."""
        return self._figures[2]

    @cached_property
    def _figures(self) -> tuple[list[int], list[int], list[int]]:
        """Replay the events: vocabulary sizes, token counts and unused tokens after each."""
        base = len(self.corpus.base_vocabulary)
        frequency = self.corpus.count_units().tolist() + [0] * (len(self.texts) - base)
        sizes, totals, junk = [base], [sum(frequency)], [0]
        merged: set[int] = set()
        unused: set[int] = set()
        for event in self.events:
            (merged.add if isinstance(event, Merged) else merged.discard)(event.token)
            for token, gained in event.changes:
                frequency[token] += gained
            for token, _ in event.changes:
                is_unused = token in merged and not frequency[token]
                (unused.add if is_unused else unused.discard)(token)
            sizes.append(base + len(merged))
            totals.append(totals[-1] + sum(gained for _, gained in event.changes))
            junk.append(len(unused))
        return sizes, totals, junk

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

        >>> from bpe_core.algorithms.picky import train_picky
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
                word = merge_word(word, {event.left << 32 | event.right: event.token})
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

        >>> from bpe_core.algorithms.picky import train_picky
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
        return Trace.without_merges(self.corpus).tokenizer()


def split_in(word: list[int], token: int, parts: Sequence[int]) -> list[int]:
    return [part for each in word for part in (parts if each == token else (each,))]


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
    run = Run(corpus, threshold, tie_break, vocab_size, min_frequency)
    stopped = Clock(num_merges, progress, time_limit).run(run.merge_next)
    return PickyTrace(corpus, threshold, run.texts, run.events, stopped)


class Run:
    """A training event by event; `ids` are the tokens that pairs have become."""

    def __init__(
        self, corpus: Corpus, threshold: Fraction, tie_break: str, size: int | None, least: int
    ) -> None:
        self._size, self._least = size, least
        self.texts: list[Token] = list(corpus.base_vocabulary)
        self.events: list[Event] = []
        self._base = len(self.texts)
        self._rule = find_tie_rule(tie_break)(corpus.base_vocabulary)
        self.words = Words(corpus, rule=self._rule)
        self._threshold = threshold.as_integer_ratio()
        self._made: dict[int, Pair] = {}  # how each merged token was made first
        self.ids: dict[Pair, int] = {}
        self._inside = set(range(self._base))

    def merge_next(self) -> StopReason | None:
        """Merge the most frequent pair; return why, if there is none or its token has no room."""
        if self._size is not None and len(self._inside) >= self._size:
            return "vocab_size"
        found = self.words.next_pair(self._least)
        if isinstance(found, str):
            return found
        self.merge(found, self.words.tied)
        return None

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
        share, of = self._threshold
        return part >= self._base and times * of > share * (rest + times)

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
