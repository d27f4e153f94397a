"""The history of Picky BPE: the events of a training in their order, and what follows from them.

Unlike the merges of a `Trace`, an event may be that a token leaves, and the same pair may be merged
again. A text is encoded by going through all events.
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

from bpe_core.algorithms.bpe.tokenizer import Tokenizer, merge_word
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.counted_words import Pair
from bpe_core.algorithms.limits import StopReason
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

        >>> from bpe_core.algorithms.picky.training import train_picky
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

        >>> from bpe_core.algorithms.picky.training import train_picky
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
