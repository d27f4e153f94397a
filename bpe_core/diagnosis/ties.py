"""Choose one of several equally frequent pairs, by our tie rules and by those of others.

Unlike the rules in `bpe_core.algorithms.bpe.tie_rules`, which rank the pairs of a correct training,
these orders work on what a `Trainer` believes. They include the accidental orders of a dictionary
that changes during the training. A rule that has no order here is asked itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import Any

import numpy as np

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.trainer import Trainer
from bpe_core.diagnosis.words import Words
from bpe_core.text.byte_alphabet import BY_GPT2, printed

Key = Any  # anything that can be compared with other keys of the same order


@dataclass
class Chooser:
    """Somebody who breaks a trainer's ties as a recipe says."""

    trainer: Trainer
    recipe: Recipe

    def __post_init__(self) -> None:
        self.order = find_tie_order(self.recipe.tie)
        self._is_fixed = self.trainer.places_are_fixed or not self.order.by_place
        self._keys: dict[str, Key] = {}
        self._opened = -1
        self._key = self.ids if self.order.by_number else partial(self.order.key, self.trainer)

    def winner(self) -> str:
        """The pair that is taken among those with the highest count."""
        order, ranking, keys = self.order, self.trainer.ranking, self._keys
        if order is RULE:
            return self._by_rule()
        if self._opened != ranking.opened or not self._is_fixed:
            self._opened = ranking.opened
            keys.clear()
        for pair in ranking.members.keys() - keys.keys():
            keys[pair] = self._key(pair), pair
        best = max if order.takes_largest else min
        return best(ranking.members, key=keys.__getitem__)

    def _by_rule(self) -> str:
        """The pair that a tie rule of the library takes, which may use all that there is."""
        tied = sorted(self.trainer.ranking.members, key=self.trainer.first_place)
        ids = np.array([self.ids(pair) for pair in tied], np.int64)
        rule = find_tie_rule(self.recipe.tie)
        ranks = rule.ranks(ids[:, 0], ids[:, 1], np.arange(len(tied)), self._tokens)
        return tied[int(np.argmin(ranks))]

    def _tokens(self) -> list[Any]:
        """The vocabulary by number: as text, unless a token is part of a character."""
        texts, numbers = self.trainer.texts, self._numbers
        base = sorted(range(len(numbers)), key=numbers.__getitem__)
        ordered = [texts[i] for i in (*base, *range(len(base), len(texts)))]
        try:
            return [text.decode("utf-8", "surrogatepass") for text in ordered]
        except UnicodeDecodeError:
            return ordered

    @cached_property
    def _numbers(self) -> list[int]:
        return number_base(self.trainer.layout.words, self.recipe.numbering)

    def ids(self, pair: str) -> tuple[int, int]:
        """The ids of a pair's tokens."""
        return self._number(ord(pair[0])), self._number(ord(pair[1]))

    def _number(self, token: int) -> int:
        return self._numbers[token] if token < len(self._numbers) else token


def _joined(trainer: Trainer, pair: str) -> bytes:
    """The text that the pair makes."""
    return b"".join(trainer.text_of(pair))


def _printed(trainer: Trainer, pair: str) -> tuple[str, ...]:
    """The texts in GPT-2's printable characters."""
    return tuple(map(printed, trainer.text_of(pair)))


def _length(trainer: Trainer, pair: str) -> int:
    """The length of what the pair makes, in the unit of the recipe."""
    joined = _joined(trainer, pair)
    is_text = trainer.recipe.unit == "char"
    return len(joined.decode("utf-8", "surrogatepass") if is_text else joined)


@dataclass(frozen=True)
class TieOrder:
    """An order by keys, which are those of a pair in a trainer, or the ids of its tokens.

    `by_place`: the key is where the pair occurs, or when it was put into the table; either may
    change, and the order in which words are read matters. `by_number`: the numbering of base
    tokens matters.
    """

    key: Callable[[Trainer, str], Key] = Trainer.text_of
    takes_largest: bool = False
    by_place: bool = False
    by_number: bool = False


TIE_ORDERS: Mapping[str, TieOrder] = {
    "first-seen": TieOrder(Trainer.first_place, by_place=True),
    "last-seen": TieOrder(Trainer.first_place, takes_largest=True, by_place=True),
    "last-occurrence": TieOrder(Trainer.last_place, takes_largest=True, by_place=True),
    "lowest-id": TieOrder(by_number=True),
    "highest-id": TieOrder(takes_largest=True, by_number=True),
    "largest-text": TieOrder(takes_largest=True),
    "smallest-text": TieOrder(),
    "largest-joined-text": TieOrder(_joined, takes_largest=True),
    "smallest-joined-text": TieOrder(_joined),
    "largest-printable": TieOrder(_printed, takes_largest=True),
    "smallest-printable": TieOrder(_printed),
    "largest-left": TieOrder(
        lambda now, pair: (now.text_of(pair)[0], *(-place for place in now.first_place(pair))),
        takes_largest=True,
        by_place=True,
    ),
    "smallest-left": TieOrder(
        lambda now, pair: (now.text_of(pair)[0], now.first_place(pair)), by_place=True
    ),
    "longest": TieOrder(
        lambda now, pair: (-_length(now, pair), now.first_place(pair)), by_place=True
    ),
    "shortest": TieOrder(
        lambda now, pair: (_length(now, pair), now.first_place(pair)), by_place=True
    ),
    "dictionary": TieOrder(lambda now, pair: now.met[pair], by_place=True),
    "dictionary-last": TieOrder(lambda now, pair: now.met[pair], takes_largest=True, by_place=True),
}
#: The order of a rule that has none here.
RULE = TieOrder(by_place=True, by_number=True)


def find_tie_order(name: str) -> TieOrder:
    """The order of that name: one of those above, or that of a tie rule.

    >>> find_tie_order("dictionary").by_place
    True
    """
    return TIE_ORDERS.get(name, RULE)


def number_base(words: Words, numbering: str) -> list[int]:
    """A number for each base token: by value, in GPT-2's order, as first met, or by frequency.

    >>> from bpe_core.diagnosis.words import WordMaker
    >>> words = WordMaker({"baa": 1}).make(Recipe())
    >>> number_base(words, "value"), number_base(words, "first-met")
    ([0, 1], [1, 0])
    >>> number_base(WordMaker({"abb": 1}).make(Recipe()), "by-frequency")
    [1, 0]
    """
    byte_place = {bytes((value,)): i for i, value in enumerate(BY_GPT2)}

    def by_value(token: int) -> tuple[bool, int, bytes]:
        place = byte_place.get(words.base[token], 256) if numbering == "gpt2" else 0
        return token >= words.sorted_among, place, words.base[token]

    order: Iterable[int]
    if numbering == "first-met":
        order = map(ord, dict.fromkeys(chain.from_iterable(words.spelled)))
    elif numbering == "by-frequency":
        counts: Counter[str] = Counter()
        for word, times in zip(words.spelled, words.counts, strict=True):
            for token in word:
                counts[token] += times
        order = [ord(token) for token, _ in counts.most_common()]
    else:
        order = sorted(range(len(words.base)), key=by_value)
    numbers = [0] * len(words.base)
    for number, index in enumerate(order):
        numbers[index] = number
    return numbers
