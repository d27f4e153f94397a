"""Following merges place by place: a merge costs what it changes, however long the words are.

Each token is noted at the place of its first unit, with the places of its neighbours. Unlike
`WordFollower`, which reads whole words again, this takes a text without spaces as easily as words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from bpe_core.diagnosis.follower import Follower, split_pair
from bpe_core.diagnosis.layout import BORDER, Layout
from bpe_core.diagnosis.ranking import Ranking
from bpe_core.diagnosis.recipe import Recipe, Source

GONE = -2
NOWHERE = 1 << 62
Delta = dict[int, int]


class Around(NamedTuple):
    """The weight of a place, the token before it, and the one after; negative if there is none."""

    weight: int
    before: int
    after: int


class Neighbours(NamedTuple):
    """The neighbours of each merged place, in the word before the merge and in the one after."""

    old: list[Around]
    new: list[Around]

    def by(self, source: Source) -> Iterator[Around]:
        """The neighbours as a trainer looks them up.

        >>> both = Neighbours([Around(5, 1, 2)], [Around(5, 3, 4)])
        >>> [tuple(*both.by(source)) for source in ("old", "new-old", "none-new")]
        [(5, 1, 2), (5, 3, 2), (5, -1, 4)]
        """
        left, right = source.split("-") if "-" in source else (source, source)
        for old, new in zip(self.old, self.new, strict=True):
            found = {"old": old, "new": new, "none": Around(old.weight, BORDER, BORDER)}
            yield Around(old.weight, found[left].before, found[right].after)


class PlaceFollower(Follower):
    """Follows place by place: a merge costs what it changes, however long the words are.

    `after[i]` is the place of the token that follows the one at place i; `before[i]` is the place
    of the token before it. `where` holds the places where a pair has appeared; the pair may since
    have disappeared from some of them.
    """

    def __init__(self, layout: Layout, recipe: Recipe) -> None:
        super().__init__(layout.words)
        self._recipe = recipe
        self.events = set(layout.events)
        self.places_are_fixed = recipe.counting == "definition" and recipe.merging != "first"
        self._tokens = layout.tokens.copy()
        size = len(self._tokens)
        self._after = [*layout.places[1:], size]
        self._before = [BORDER, *layout.places[:-1]]
        self._word_of = layout.word_of
        self._weights = layout.weights
        self._is_right = recipe.lowered == recipe.raised == "right" and recipe.update_frequencies
        self._where: dict[int, Iterable[int]] = dict(layout.where)
        self.met = layout.met.copy()
        self.ranking = self._first_ranking(layout)
        if not recipe.update_frequencies:
            self._weights = [1] * size

    def _first_ranking(self, layout: Layout) -> Ranking:
        if self._recipe.counting == "definition":
            return layout.ranking.copy()
        doubled = [pair for pair in layout.counts if pair >> 32 == pair & 0xFFFFFFFF]
        return Ranking(layout.counts | {pair: self._count_as_merged(pair) for pair in doubled})

    # Where pairs are

    def standing(self, pair: int | None) -> list[int]:
        """Where the pair occurs now, in reading order."""
        if pair is None:
            return []
        left, right = split_pair(pair)
        tokens, after = self._tokens, self._after
        where = self._where.get(pair, ())
        places = where.tolist() if isinstance(where, np.ndarray) else where
        found = sorted({i for i in places if tokens[i] == left and tokens[after[i]] == right})
        self._where[pair] = found
        return found

    def first_place(self, pair: int) -> tuple[int, int]:
        places = self.standing(pair) if self._is_right else ()
        return (0, places[0]) if places else (NOWHERE, self.met[pair])

    def last_place(self, pair: int) -> tuple[int, int]:
        places = self.standing(pair) if self._is_right else ()
        return (0, places[-1]) if places else (-1, self.met[pair])

    def _count_as_merged(self, pair: int) -> int:
        """How often a pair of two equal tokens can be merged: once in a run of three."""
        count, taken = 0, BORDER
        for place in self.standing(pair):
            if place != taken:
                count += self._weights[place]
                taken = self._after[place]
        return count

    # A merge

    def merge(self, pair: int) -> None:
        new = self.new_token(pair)
        places = self._to_merge(pair)
        merge = self._merge_places if self._is_right else self._merge_believing
        delta = merge(places, pair, new)
        self._apply(delta, pair)
        self.ranking.settle()

    def _to_merge(self, pair: int) -> list[int]:
        places = self.standing(pair)
        self._note_repeated(places)
        if self._recipe.merging == "right":
            places.reverse()
        elif self._recipe.merging == "first":
            places = list({self._word_of[place]: place for place in reversed(places)}.values())
            places.sort()
        return places

    def _merge_places(self, places: list[int], pair: int, new: int) -> Delta:
        """Merge the pair at these places, and return how the true counts change."""
        left, right = split_pair(pair)
        tokens, after, before = self._tokens, self._after, self._before
        where, weights = self._where, self._weights
        delta: Delta = {pair: 0}
        changed = delta.get
        adjoin = overlap = False
        for place in places:
            gone = after[place]
            if tokens[place] != left or tokens[gone] != right:
                overlap = True  # the occurrence that overlapped this one has been merged
                continue
            weight = weights[place]
            delta[pair] -= weight
            previous, following = before[place], after[gone]
            token = tokens[previous]
            if token >= 0:
                adjoin = adjoin or token == new
                lost, made = token << 32 | left, token << 32 | new
                delta[lost] = changed(lost, 0) - weight
                delta[made] = changed(made, 0) + weight
                _note(where, made, previous)
            token = tokens[following]
            if token >= 0:
                lost, made = right << 32 | token, new << 32 | token
                delta[lost] = changed(lost, 0) - weight
                delta[made] = changed(made, 0) + weight
                _note(where, made, place)
            tokens[place], tokens[gone] = new, GONE
            after[place], before[following] = following, place
        there = {"merged": True, "adjoined": adjoin, "tripled": adjoin, "overlapped": overlap}
        self.events.update(event for event, is_there in there.items() if is_there)
        return delta

    def _note_repeated(self, places: list[int]) -> None:
        if "repeated" not in self.events:
            words = list(map(self._word_of.__getitem__, places))
            if len(set(words)) < len(words):
                self.events.update(("repeated", "doubled"))

    def _merge_believing(self, places: list[int], pair: int, new: int) -> Delta:
        """Merge the pair at these places, and return the changes that a wrong update would make."""
        left, right = split_pair(pair)
        tokens, after = self._tokens, self._after
        old = [self._around(place, after[place]) for place in places]
        true = self._merge_places(places, pair, new)
        sites = [i for i, place in enumerate(places) if tokens[place] == new]
        around = Neighbours(
            old=[old[i] for i in sites], new=[self._around(places[i], places[i]) for i in sites]
        )
        recipe = self._recipe
        delta: Delta = {}
        if recipe.lowered == "right":
            delta |= {key: change for key, change in true.items() if change < 0}
        else:
            for weight, token, next_token in around.by(recipe.lowered):
                _add(delta, token, left, -weight)
                _add(delta, right, next_token, -weight)
        if recipe.raised == "right":
            for key, change in true.items():
                if change > 0:
                    delta[key] = delta.get(key, 0) + change
        else:
            for weight, token, next_token in around.by(recipe.raised):
                _add(delta, token, new, weight)
                _add(delta, new, next_token, weight)
        return delta

    def _around(self, first: int, last: int) -> Around:
        tokens = self._tokens
        return Around(self._weights[first], tokens[self._before[first]], tokens[self._after[last]])

    def _apply(self, delta: Delta, pair: int) -> None:
        ranking, met = self.ranking, self.met
        counts = ranking.counts
        if not self._is_right:
            delta.pop(pair, None)
            if not self._recipe.keeps_chosen:
                ranking.change(pair, 0)
        as_merged = self._recipe.counting == "as-merged"
        for key, change in delta.items():
            if key not in met:
                met[key] = len(met)
            if as_merged and key >> 32 == key & 0xFFFFFFFF:
                ranking.change(key, self._count_as_merged(key))
            elif change:
                ranking.change(key, counts.get(key, 0) + change)


def _note(where: dict[int, Iterable[int]], pair: int, place: int) -> None:
    places = where.get(pair)
    if type(places) is list:
        places.append(place)
    else:
        where[pair] = [place] if places is None else [*places, place]


def _add(delta: Delta, left: int, right: int, change: int) -> None:
    if left >= 0 and right >= 0:
        pair = left << 32 | right
        delta[pair] = delta.get(pair, 0) + change
