"""Which of several equally frequent pairs a trainer takes: our tie rules, and those of others.

A tie order turns a pair into a key; the smallest or the largest key wins. Unlike the rules in
`bpe_core.algorithms.bpe.tie_rules`, which rank the pairs of a correct training, these work on what
a follower knows. They include the accidental orders of a dictionary that changes during the
training. A rule that has no order here is asked itself, about all pairs that tie.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Protocol

import numpy as np

from bpe_core.algorithms.bpe.tie_rules import TieRule, find_tie_rule
from bpe_core.diagnosis.follower import Follower, split_pair
from bpe_core.diagnosis.words import Words
from bpe_core.files.exchange.formats.gpt2 import printed
from bpe_core.text.byte_alphabet import BY_GPT2
from bpe_core.text.corpus import Token

Key = Any  # anything that can be compared with other keys of the same order


@dataclass(frozen=True)
class View:
    """What a tie order may use. `numbering` says how base tokens are numbered."""

    follower: Follower
    numbering: str

    @cached_property
    def numbers(self) -> list[int]:
        """The number of each base token."""
        return number_base(self.follower.words, self.numbering)

    def texts(self, pair: int) -> tuple[bytes, bytes]:
        left, right = split_pair(pair)
        return self.follower.texts[left], self.follower.texts[right]

    def ids(self, pair: int) -> tuple[int, int]:
        left, right = split_pair(pair)
        return self._number(left), self._number(right)

    def _number(self, token: int) -> int:
        return self.numbers[token] if token < len(self.numbers) else token

    def length(self, pair: int) -> int:
        """The length in characters of what the pair makes; in bytes if it is not text."""
        joined = b"".join(self.texts(pair))
        try:
            return len(joined.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            return len(joined)


@dataclass(frozen=True)
class TieOrder:
    """An order by keys.

    `by_place`: the key is where the pair occurs, or when it was put into the table; either may
    change, and the order in which words are read matters. `by_number`: the numbering of base
    tokens matters.
    """

    name: str
    key: Callable[[View, int], Key]
    takes_largest: bool = False
    by_place: bool = False
    by_number: bool = False

    def judge(self, view: View) -> Judge:
        """A judge for the merges that a follower follows."""
        if self.by_place and not view.follower.places_are_fixed:
            return LookingJudge(self, view)
        return SortingJudge(self, view)


@dataclass(frozen=True)
class RuleOrder:
    """The order of a tie rule, which may use all that there is."""

    rule: type[TieRule]
    by_number = by_place = True

    def judge(self, view: View) -> Judge:
        """A judge who asks the rule."""
        return RuleJudge(self.rule, view)


def _printed(view: View, pair: int) -> tuple[str, ...]:
    return tuple(map(printed, view.texts(pair)))


def _first(view: View, pair: int) -> Key:
    return view.follower.first_place(pair)


def _last(view: View, pair: int) -> Key:
    return view.follower.last_place(pair)


def _met(view: View, pair: int) -> Key:
    return view.follower.met[pair]


_ORDERS: Mapping[str, TieOrder] = {
    order.name: order
    for order in (
        TieOrder("first-seen", _first, by_place=True),
        TieOrder("last-seen", _first, takes_largest=True, by_place=True),
        TieOrder("last-occurrence", _last, takes_largest=True, by_place=True),
        TieOrder("lowest-id", View.ids, by_number=True),
        TieOrder("highest-id", View.ids, takes_largest=True, by_number=True),
        TieOrder("largest-text", View.texts, takes_largest=True),
        TieOrder("smallest-text", View.texts),
        TieOrder("largest-joined-text", lambda view, p: b"".join(view.texts(p)), True),
        TieOrder("smallest-joined-text", lambda view, p: b"".join(view.texts(p))),
        TieOrder("largest-printable", _printed, takes_largest=True),
        TieOrder("smallest-printable", _printed),
        TieOrder(
            "largest-left",
            lambda view, p: (view.texts(p)[0], *(-place for place in _first(view, p))),
            takes_largest=True,
            by_place=True,
        ),
        TieOrder(
            "smallest-left",
            lambda view, p: (view.texts(p)[0], _first(view, p)),
            by_place=True,
        ),
        TieOrder("longest", lambda view, p: (-view.length(p), _first(view, p)), by_place=True),
        TieOrder("shortest", lambda view, p: (view.length(p), _first(view, p)), by_place=True),
        TieOrder("dictionary", _met, by_place=True),
        TieOrder("dictionary-last", _met, takes_largest=True, by_place=True),
    )
}


def find_tie_order(name: str) -> TieOrder | RuleOrder:
    """The order of that name: one of those above, or that of the tie rule.

    >>> find_tie_order("dictionary").by_place
    True
    """
    return _ORDERS[name] if name in _ORDERS else RuleOrder(find_tie_rule(name))


def number_base(words: Words, numbering: str) -> list[int]:
    """A number for each base token: by value, in GPT-2's order, as first met, or by frequency.

    >>> from bpe_core.diagnosis.recipe import Recipe
    >>> from bpe_core.diagnosis.words import WordMaker
    >>> words = WordMaker({"baa": 1}).make(Recipe())
    >>> number_base(words, "value"), number_base(words, "first-met")
    ([0, 1], [1, 0])
    """
    tokens = range(len(words.base))
    byte_place = {bytes((value,)): i for i, value in enumerate(BY_GPT2)}

    def by_value(token: int) -> tuple[bool, int, bytes]:
        place = byte_place.get(words.base[token], 256) if numbering == "gpt2" else 0
        return token >= words.sorted_among, place, words.base[token]

    if numbering == "first-met":
        order = list(dict.fromkeys(chain.from_iterable(words.spelled)))
    elif numbering == "by-frequency":
        order = [token for token, _ in _token_counts(words).most_common()]
    else:
        order = sorted(tokens, key=by_value)
    numbers = [0] * len(words.base)
    for number, token in enumerate(order):
        numbers[token] = number
    return numbers


def _token_counts(words: Words) -> Counter[int]:
    counts: Counter[int] = Counter()
    for word, times in zip(words.spelled, words.counts, strict=True):
        for token in word:
            counts[token] += times
    return counts


class Judge(Protocol):
    """Somebody who breaks ties in one way."""

    def winner(self) -> int:
        """The pair that is taken among those with the highest count."""


class LookingJudge:
    """Looks at all pairs that tie at each step, for orders in which a pair can move."""

    def __init__(self, order: TieOrder, view: View) -> None:
        self._order, self._view = order, view

    def winner(self) -> int:
        ranking = self._view.follower.ranking
        tied = filter(ranking.is_on, dict.fromkeys(ranking.members))
        best = max if self._order.takes_largest else min
        return best(tied, key=lambda pair: self._order.key(self._view, pair))


class SortingJudge:
    """Sorts the pairs of a level once: a pair keeps its key for as long as it stays there."""

    def __init__(self, order: TieOrder, view: View) -> None:
        self._order, self._view = order, view
        self._opened = -1
        self._sorted_members = 0
        self._sorted: list[tuple[Key, int]] = []
        self._place = 0  # smallest key first: the index where the pairs still there begin

    def winner(self) -> int:
        ranking = self._view.follower.ranking
        self._take_in()
        if self._order.takes_largest:
            while not ranking.is_on(self._sorted[-1][1]):
                self._sorted.pop()
            return self._sorted[-1][1]
        while not ranking.is_on(self._sorted[self._place][1]):
            self._place += 1
        return self._sorted[self._place][1]

    def _take_in(self) -> None:
        """Sort the pairs of a new level, or insert those that have since joined this level."""
        ranking, key, view = self._view.follower.ranking, self._order.key, self._view
        if self._opened != ranking.opened:
            self._opened, self._place = ranking.opened, 0
            self._sorted = sorted((key(view, p), p) for p in ranking.members if ranking.is_on(p))
        else:
            for pair in ranking.members[self._sorted_members :]:
                if ranking.is_on(pair):
                    insort(self._sorted, (key(view, pair), pair), lo=self._place)
        self._sorted_members = len(ranking.members)


class RuleJudge:
    """Asks a tie rule about all pairs that tie at each step."""

    def __init__(self, rule: type[TieRule], view: View) -> None:
        self._rule, self._view = rule, view

    def winner(self) -> int:
        ranking, follower = self._view.follower.ranking, self._view.follower
        tied = sorted(set(filter(ranking.is_on, ranking.members)), key=follower.first_place)
        ids = np.array([self._view.ids(pair) for pair in tied], np.int64)
        ranks = self._rule.ranks(ids[:, 0], ids[:, 1], np.arange(len(tied)), self._tokens)
        return tied[int(np.argmin(ranks))]

    def _tokens(self) -> Sequence[Token]:
        """The vocabulary by number: as text, unless a token is part of a character."""
        numbers, texts = self._view.numbers, self._view.follower.texts
        base = sorted(range(len(numbers)), key=numbers.__getitem__)
        ordered = [texts[i] for i in (*base, *range(len(base), len(texts)))]
        try:
            return [text.decode("utf-8", "surrogatepass") for text in ordered]
        except UnicodeDecodeError:
            return ordered
