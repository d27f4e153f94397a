"""Words laid out one after another, and their pairs: where every attempt begins.

Unlike a follower, a layout never changes, so many attempts can share it. Each property is computed
with NumPy when it is first needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.diagnosis.ranking import Ranking
from bpe_core.diagnosis.words import Words

BORDER = -1
#: What makes a difference to some mistake: a pair is merged, at places that adjoin, at places that
#: overlap, at several places of a word; a token is there three times in a row, or a pair twice in
#: a word; a word occurs more than once.
EVENTS = ("merged", "adjoined", "overlapped", "repeated", "tripled", "doubled", "weighted")
Numbers = NDArray[np.int64]


class _Pairs(NamedTuple):
    """All pairs, sorted, with their places: pair i is at `places[starts[i]:starts[i + 1]]`."""

    pairs: Numbers
    counts: Numbers
    starts: Numbers
    places: Numbers


@dataclass(frozen=True, eq=False)
class Layout:
    """The words with a border before and after each.

    A *place* is the index of a token or border. `tokens` holds an id (or BORDER) at each place.

    >>> from bpe_core.diagnosis.recipe import Recipe
    >>> from bpe_core.diagnosis.words import WordMaker
    >>> layout = Layout(WordMaker({"aab": 3, "b": 1}).make(Recipe()))
    >>> layout.tokens, [(divmod(pair, 1 << 32), n) for pair, n in layout.counts.items()]
    ([-1, 0, 0, 1, -1, 1, -1], [((0, 0), 3), ((0, 1), 3)])
    """

    words: Words

    @cached_property
    def _tokens(self) -> Numbers:
        return np.insert(self.words.units, self.words.starts, BORDER)

    @cached_property
    def _word_of(self) -> Numbers:
        lengths = np.diff(self.words.starts) + 1
        return np.concatenate(([0], np.repeat(np.arange(len(lengths)), lengths)))

    @cached_property
    def tokens(self) -> list[int]:
        """The token of each place."""
        tokens: list[int] = self._tokens.tolist()
        return tokens

    @cached_property
    def places(self) -> list[int]:
        """All places."""
        return list(range(len(self._tokens)))

    @cached_property
    def word_of(self) -> list[int]:
        """The index of each place's word."""
        words: list[int] = self._word_of.tolist()
        return words

    @cached_property
    def weights(self) -> list[int]:
        """For each place, how often its word counts."""
        weights: list[int] = self.words.counts[self._word_of].tolist()
        return weights

    @cached_property
    def _pairs(self) -> _Pairs:
        tokens = self._tokens
        places = np.flatnonzero((tokens[:-1] >= 0) & (tokens[1:] >= 0))
        pairs = tokens[places] << 32 | tokens[places + 1]
        order = np.argsort(pairs, kind="stable")
        pairs, places = pairs[order], places[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        weights = self.words.counts[self._word_of[places]]
        counts = np.add.reduceat(weights, starts) if len(starts) else weights
        return _Pairs(pairs[starts], counts, np.append(starts, len(pairs)), places)

    @cached_property
    def _as_met(self) -> Numbers:
        """The pairs' indices in the order in which the pairs first occur in the text."""
        return np.argsort(self._pairs.places[self._pairs.starts[:-1]], kind="stable")

    def most_frequent(self, counting: str) -> set[int]:
        """The pairs that a way of counting puts first, found without making a table of them all."""
        amounts = self._amounts(counting)
        top = amounts.max() if len(amounts) else 0
        return set(self._pairs.pairs[amounts == top].tolist())

    def _amounts(self, counting: str) -> NDArray[np.number]:
        """The count or the score of each of `_pairs`."""
        if counting == "score":
            return self._scores
        return self._once_per_word if counting == "once-per-word" else self._pairs.counts

    @cached_property
    def _once_per_word(self) -> Numbers:
        """The count of each pair where a word counts for it once, however often it is there."""
        found = self._pairs
        words = self._word_of[found.places]
        is_new = np.diff(words, prepend=-1) != 0
        is_new[found.starts[:-1]] = True
        weights = np.where(is_new, self.words.counts[words], 0)
        return np.add.reduceat(weights, found.starts[:-1]) if len(weights) else weights

    @cached_property
    def _scores(self) -> NDArray[np.float64]:
        """WordPiece's score of each pair."""
        tokens = np.zeros(len(self.words.base), np.int64)
        weights = np.repeat(self.words.counts, np.diff(self.words.starts))
        np.add.at(tokens, self.words.units, weights)
        pairs, counts = self._pairs.pairs, self._pairs.counts
        scores: NDArray[np.float64] = counts / (tokens[pairs >> 32] * tokens[pairs & 0xFFFFFFFF])
        return scores

    @cached_property
    def counts(self) -> dict[int, int]:
        """How often each pair occurs by the definition, in order of first occurrence."""
        return self._as_table(self._pairs.counts)

    @cached_property
    def counts_once_per_word(self) -> dict[int, int]:
        """The same where each pair counts once in a word."""
        return self._as_table(self._once_per_word)

    def _as_table(self, counts: Numbers) -> dict[int, int]:
        met = self._as_met
        return dict(zip(self._pairs.pairs[met].tolist(), counts[met].tolist(), strict=True))

    @cached_property
    def met(self) -> dict[int, int]:
        """The position of each pair in the order of first occurrence."""
        return {pair: i for i, pair in enumerate(self.counts)}

    @cached_property
    def where(self) -> dict[int, Numbers]:
        """Where each pair begins."""
        found = self._pairs
        borders = pairwise(found.starts.tolist())
        slices = (found.places[start:stop] for start, stop in borders)
        return dict(zip(found.pairs.tolist(), slices, strict=True))

    @cached_property
    def ranking(self) -> Ranking:
        """The pairs by count; copy it before changing it."""
        return Ranking(self.counts)

    def find(self, left: bytes, right: bytes) -> set[int]:
        """All pairs of base tokens with these texts: a marker can read like a unit."""
        base = self.words.base
        lefts = [i for i, text in enumerate(base) if text == left]
        rights = [i for i, text in enumerate(base) if text == right]
        return {i << 32 | j for i in lefts for j in rights}

    @cached_property
    def _words_with(self) -> dict[int, list[int]]:
        return {}

    def words_with(self, pair: int) -> list[int]:
        """The words that contain a pair before any merge, in order. Do not change the list."""
        if pair not in self._words_with:
            places = self.where.get(pair)
            found = [] if places is None else np.unique(self._word_of[places]).tolist()
            self._words_with[pair] = found
        return self._words_with[pair]

    @cached_property
    def events(self) -> frozenset[str]:
        """Which of `EVENTS` have happened before the first merge."""
        tokens, found = self._tokens, self._pairs
        two = (tokens[:-1] == tokens[1:]) & (tokens[1:] >= 0)
        has_runs = bool(np.any(two[:-1] & two[1:]))
        words = self._word_of[found.places]
        same = words[1:] == words[:-1]
        same[found.starts[1:-1] - 1] = False
        has_twice = bool(np.any(same))
        is_weighted = bool(np.any(self.words.counts > 1))
        there = {"tripled": has_runs, "doubled": has_twice, "weighted": is_weighted}
        return frozenset(name for name, is_there in there.items() if is_there)

    @cached_property
    def longest_word(self) -> int:
        """The number of units in the longest word."""
        return int(np.diff(self.words.starts).max())
