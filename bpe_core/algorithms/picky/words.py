"""The words of a training in which tokens also come apart: every count is kept up to date.

Of a word that changes, only what has changed is taken out of the counts and put back. Unlike
`Places`, which knows merges only and closes each gap once, this can split a token again.

Pairs wait by their count, and within a count in the tie rule's order. A pair's first word may come
later than when it was put there, so it is looked at again before it is taken; where it comes
earlier, the pair is put there once more.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

from bpe_core.algorithms.bpe.tie_rules import FirstSeen, Key, TieRule
from bpe_core.text.corpus import Corpus

Pair = tuple[int, int]
Change = Callable[[list[int]], list[int]]


class Words:
    """The words in tokens, and how often each pair and each token occurs.

    `frequency` is by token; `within` says for a pair or a token in which words it occurs.

    >>> words = Words(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> words.counts[3, 0], words.frequency[3], words.best_pairs(), words.first_pair()
    (15, 15, {(3, 0)}, (3, 0))
    >>> words.merge(3, 0, 4), words.tokens[1], words.counts[2, 4]
    (15, [2, 4], 5)
    """

    def __init__(self, corpus: Corpus, rule: TieRule | None = None) -> None:
        """Count a corpus. Before each merge, the caller reports it to the `rule`."""
        units = corpus.units.tolist()
        starts = corpus.starts.tolist()
        self.tokens: list[list[int]] = [units[a:b] for a, b in pairwise(starts)]
        self.times: list[int] = corpus.counts.tolist()
        self.counts: dict[Pair, int] = {}
        self.frequency: dict[int, int] = {}
        self.within: dict[Pair | int, set[int]] = {}
        self._rule = rule or FirstSeen(corpus.base_vocabulary)
        self._earliest: dict[Pair, int] = {}  # no pair occurs before this word
        self._earlier: set[Pair] = set()  # those that occur before where they waited
        self._by_count: dict[int, set[Pair]] = {}
        self._waiting: dict[int, list[tuple[Key, Pair]]] = {}  # by count: a heap
        self._levels: list[int] = []  # the counts that pairs have or had, negative: a heap
        for word, tokens in enumerate(self.tokens):
            self._count(word, tokens, list(pairwise(tokens)), 1)
        for pair, count in self.counts.items():
            self._file(pair, count)
        self._earlier.clear()

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

    def best_pairs(self) -> Collection[Pair]:
        """All pairs that share the highest count, until a word changes; none if there are none."""
        while self._levels:
            if found := self._by_count.get(-self._levels[0]):
                return found
            level = -heapq.heappop(self._levels)
            self._by_count.pop(level, None)
            self._waiting.pop(level, None)
        return ()

    def first_pair(self) -> Pair:
        """Of the pairs that share the highest count, the one that the tie rule takes."""
        tied = self.best_pairs()
        waiting = self._waiting[-self._levels[0]]
        while True:
            key, pair = waiting[0]
            if pair not in tied:
                heapq.heappop(waiting)
                continue
            word = self._first_word(pair)
            if key == self._key(pair):
                break
            heapq.heapreplace(waiting, (self._key(pair), pair))
        # By "first seen", several pairs of one word have the same key: the first of them wins.
        pairs = pairwise(self.tokens[word])
        return next(each for each in pairs if each in tied and self._key(each) <= key)

    def _first_word(self, pair: Pair) -> int:
        within, earliest = self.within[pair], self._earliest[pair]
        if earliest not in within:
            earliest = self._earliest[pair] = min(within)
        return earliest

    def _key(self, pair: Pair) -> Key:
        return self._rule.key(*pair, self._earliest[pair])

    def total(self) -> int:
        """How many tokens the corpus has."""
        return sum(self.frequency.values())

    def _rewrite(self, words: Iterable[int], change: Change) -> None:
        touched: dict[Pair, int] = {}
        for word in list(words):
            before = self.tokens[word]
            self.tokens[word] = after = change(before)
            same_left, same_right = same_at_ends(before, after)
            # One token more on each side: pairs at the ends of what has changed are others, too.
            places = slice(max(0, same_left - 1), 1 - same_right if same_right > 1 else None)
            gone, came = list(pairwise(before[places])), list(pairwise(after[places]))
            for pair in (*gone, *came):
                touched.setdefault(pair, self.counts.get(pair, 0))
            self._count(word, before[places], gone, -1)
            self._count(word, after[places], came, 1)
            left: set[Pair | int] = {*before[places], *gone}
            for item in left.difference(after, pairwise(after)):
                self.within[item].discard(word)
        for pair, count_before in touched.items():
            if (count := self.counts.get(pair, 0)) != count_before:
                self._by_count.get(count_before, set()).discard(pair)
                self._file(pair, count)
            elif pair in self._earlier:
                heapq.heappush(self._waiting[count], (self._key(pair), pair))
        self._earlier.clear()

    def _count(self, word: int, tokens: Sequence[int], pairs: Sequence[Pair], sign: int) -> None:
        """Put tokens and pairs of a word into the counts, or take them out."""
        times = sign * self.times[word]
        for token in tokens:
            self.frequency[token] = self.frequency.get(token, 0) + times
        for pair in pairs:
            self.counts[pair] = self.counts.get(pair, 0) + times
        if sign < 0:
            return
        items: set[Pair | int] = {*tokens, *pairs}
        for item in items:
            self.within.setdefault(item, set()).add(word)
        for pair in pairs:
            if word < self._earliest.get(pair, len(self.tokens)):
                self._earliest[pair] = word
                self._earlier.add(pair)

    def _file(self, pair: Pair, count: int) -> None:
        if not count:
            del self.counts[pair]
            return
        if count not in self._by_count:
            self._by_count[count], self._waiting[count] = set(), []
            heapq.heappush(self._levels, -count)
        self._by_count[count].add(pair)
        heapq.heappush(self._waiting[count], (self._key(pair), pair))


def same_at_ends(before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
    """How many tokens of a word are the same before and after a change, from either end.

    >>> same_at_ends([1, 2, 3, 3, 4], [1, 5, 3, 4]), same_at_ends([1, 1, 1], [1, 1])
    ((1, 2), (2, 0))
    """
    most = min(len(before), len(after))
    left = right = 0
    while left < most and before[left] == after[left]:
        left += 1
    while right < most - left and before[-1 - right] == after[-1 - right]:
        right += 1
    return left, right


def merge_in(word: list[int], left: int, right: int, new: int) -> list[int]:
    merged, i = [], 0
    while i < len(word):
        fits = word[i] == left and i + 1 < len(word) and word[i + 1] == right
        merged.append(new if fits else word[i])
        i += 2 if fits else 1
    return merged


def split_in(word: list[int], token: int, parts: Sequence[int]) -> list[int]:
    return [part for each in word for part in (parts if each == token else (each,))]
