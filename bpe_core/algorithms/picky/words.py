"""The words of a training in which tokens also come apart: every count is kept up to date.

A word that changes is taken out of the counts and put back. Unlike `Places`, which knows merges
only and closes each gap once, this can split a token again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from bpe_core.text.corpus import Corpus

Pair = tuple[int, int]
Change = Callable[[list[int]], list[int]]


class Words:
    """The words in tokens, and how often each pair and each token occurs.

    `frequency` is by token; `within` says for a pair or a token in which words it occurs.

    >>> words = Words(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> words.counts[3, 0], words.frequency[3], words.best_pairs()
    (15, 15, [(3, 0)])
    >>> words.merge(3, 0, 4), words.tokens[1], words.counts[2, 4]
    (15, [2, 4], 5)
    """

    def __init__(self, corpus: Corpus) -> None:
        units = corpus.units.tolist()
        starts = corpus.starts.tolist()
        self.tokens: list[list[int]] = [units[a:b] for a, b in pairwise(starts)]
        self.times: list[int] = corpus.counts.tolist()
        self.counts: dict[Pair, int] = {}
        self.frequency: dict[int, int] = {}
        self.within: dict[Pair | int, set[int]] = {}
        self._by_count: dict[int, set[Pair]] = {}
        self._levels: list[int] = []  # the counts that pairs have or had, negative: a heap
        for word in range(len(self.tokens)):
            self._count(word, 1)
        for pair, count in self.counts.items():
            self._file(pair, count)

    def merge(self, left: int, right: int, new: int) -> int:
        """Merge a pair wherever it occurs, from left to right; return how often."""
        before = self.frequency.get(new, 0)
        self._rewrite(
            self.within.get((left, right), ()), lambda word: merge_in(word, left, right, new)
        )
        return self.frequency.get(new, 0) - before

    def split(self, token: int, parts: Sequence[int]) -> int:
        """Split a token wherever it occurs; return how often."""
        before = self.frequency.get(token, 0)
        self._rewrite(self.within.get(token, ()), lambda word: split_in(word, token, parts))
        return before

    def best_pairs(self) -> list[Pair]:
        """All pairs that share the highest count; none if there are no pairs."""
        while self._levels:
            if found := self._by_count.get(-self._levels[0]):
                return list(found)
            self._by_count.pop(-heapq.heappop(self._levels), None)
        return []

    def first_place(self, pair: Pair) -> int:
        """Where a pair occurs first when the corpus is read from its start, as a number."""
        word = min(self.within[pair])
        return word << 32 | list(pairwise(self.tokens[word])).index(pair)

    def total(self) -> int:
        """How many tokens the corpus has."""
        return sum(self.frequency.values())

    def _rewrite(self, words: Iterable[int], change: Change) -> None:
        touched: dict[Pair, int] = {}
        for word in list(words):
            for pair in pairwise(self.tokens[word]):
                touched.setdefault(pair, self.counts[pair])
            self._count(word, -1)
            self.tokens[word] = change(self.tokens[word])
            for pair in pairwise(self.tokens[word]):
                touched.setdefault(pair, self.counts.get(pair, 0))
            self._count(word, 1)
        for pair, before in touched.items():
            if (count := self.counts.get(pair, 0)) != before:
                self._by_count.get(before, set()).discard(pair)
                self._file(pair, count)

    def _count(self, word: int, sign: int) -> None:
        """Put a word into the counts, or take it out."""
        tokens, times = self.tokens[word], sign * self.times[word]
        for token in tokens:
            self.frequency[token] = self.frequency.get(token, 0) + times
        for pair in pairwise(tokens):
            self.counts[pair] = self.counts.get(pair, 0) + times
        items: set[Pair | int] = {*tokens, *pairwise(tokens)}
        for item in items:
            if sign > 0:
                self.within.setdefault(item, set()).add(word)
            else:
                self.within[item].discard(word)

    def _file(self, pair: Pair, count: int) -> None:
        if not count:
            del self.counts[pair]
            return
        if count not in self._by_count:
            self._by_count[count] = set()
            heapq.heappush(self._levels, -count)
        self._by_count[count].add(pair)


def merge_in(word: list[int], left: int, right: int, new: int) -> list[int]:
    merged, i = [], 0
    while i < len(word):
        fits = word[i] == left and i + 1 < len(word) and word[i + 1] == right
        merged.append(new if fits else word[i])
        i += 2 if fits else 1
    return merged


def split_in(word: list[int], token: int, parts: Sequence[int]) -> list[int]:
    return [part for each in word for part in (parts if each == token else (each,))]
