"""Count the pairs of words in which tokens merge and come apart.

Any count may rise or fall, so all pairs are kept by their counts. A word is a string with one
character a token, so that a pair is found, and replaced, as text. Unlike `train_bpe`, this opens no
arrays: it is as short as it can be, and a few times slower.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from bpe_core.algorithms.bpe.tie_rules import FirstSeen, Key, TieRule
from bpe_core.algorithms.limits import MOST_TOKEN_BYTES, StopReason
from bpe_core.text.corpus import Corpus, byte_length

Pair = tuple[int, int]
#: From this id on, a token makes no pairs: it stands for what is only to be split.
HIDDEN = 1 << 19


class Words:
    """The words of texts in tokens: how often each pair and each token occurs.

    `words` are as they are now, and `frequency` is by token.

    >>> words = Words(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> words.best_pair(), words.tied, words.count((3, 0)), words.frequency[3]
    ((3, 0), 1, 15, 15)
    >>> words.merge(3, 0, 4), words.count((2, 4)), words.best_pair()
    (15, 5, (1, 4))
    >>> words.split(4, [3, 0]), words.best_pair()
    (15, (3, 0))
    """

    def __init__(self, *texts: Corpus, rule: TieRule | None = None) -> None:
        """Count texts, which have one base vocabulary and are read one after another.

        Before each merge, the caller reports it to the `rule`.
        """
        base = texts[0].base_vocabulary
        spelled = [(each.as_characters(), each.starts.tolist()) for each in texts]
        words = [units[a:b] for units, starts in spelled for a, b in pairwise(starts)]
        self.rule = rule or FirstSeen(base)
        self._times = [times for each in texts for times in each.counts.tolist()]
        #: Where each word begins, and how long each token is, in base tokens.
        self._starts = list(accumulate(map(len, words), initial=0))
        self.lengths = dict.fromkeys(range(len(base)), 1)
        self.byte_sizes = dict(enumerate(map(byte_length, base)))  # of each token
        self.frequency: Counter[int] = Counter()
        for each in texts:
            self.frequency.update(dict(enumerate(each.count_units().tolist())))
        self._count(words)

    def _count(self, words: list[str]) -> None:
        self.words = words
        self._counts: Counter[str] = Counter()
        #: In which words a pair or a token may occur.
        self._places: defaultdict[str, set[int]] = defaultdict(set)
        self._by_count: defaultdict[int, set[str]] = defaultdict(set)
        self._keys: dict[str, Key] = {}  # by the tie rule, of pairs whose places have not changed
        #: The pairs with the highest count, by their keys: a heap, in which some are stale.
        self._level, self._heap = 0, list[tuple[Key, str]]()
        changes: Counter[str] = Counter()
        for number, (word, times) in enumerate(zip(words, self._times, strict=True)):
            for pair in map("".join, pairwise(word)):
                changes[pair] += times
                self._places[pair].add(number)
        self._change(changes)

    def count(self, pair: Pair) -> int:
        """How often a pair occurs."""
        return self._counts[chr(pair[0]) + chr(pair[1])]

    def counts(self) -> Iterator[tuple[Pair, int]]:
        """All pairs, with how often each occurs."""
        for pair, count in self._counts.items():
            yield _ids_of(pair), count

    def best_pair(self) -> Pair | None:
        """The most frequent pair, by the tie rule among equals; None if there is none."""
        return _ids_of(self._best()) if self._by_count else None

    def next_pair(self, least: int) -> Pair | StopReason:
        """The most frequent pair if it occurs `least` times and is short enough, or what is wrong.

        >>> Words(Corpus.from_counts({"hug": 10})).next_pair(11)
        'min_frequency'
        """
        if (pair := self.best_pair()) is None:
            return "nothing_left"
        if self.highest < least:
            return "min_frequency"
        if sum(self.byte_sizes[token] for token in pair) > MOST_TOKEN_BYTES:
            return "token_length"
        return pair

    def best_key(self) -> Key:
        """The key of that pair by the tie rule."""
        return self._keys[self._best()]

    @property
    def highest(self) -> int:
        """How often the most frequent pair occurs; 0 if there is none."""
        return max(self._by_count, default=0)

    @property
    def tied(self) -> int:
        """How many pairs are as frequent as the most frequent one."""
        return len(self._by_count.get(self.highest, ()))

    def _best(self) -> str:
        if self._level != self.highest:
            self._level = self.highest
            equal = self._by_count[self._level]
            for pair in equal - self._keys.keys():
                self._keys[pair] = self._key(pair)
            self._heap = [(self._keys[pair], pair) for pair in equal]
            heapify(self._heap)
        while self._heap[0][0] != self._keys.get(pair := self._heap[0][1]):
            heappop(self._heap)
        return pair

    def _key(self, pair: str) -> Key:
        """The pair's key by the tie rule, given the gap where it occurs first."""
        number = min(n for n in self._places[pair] if pair in self.words[n])
        before, _, _ = self.words[number].partition(pair)
        units = sum(self.lengths[ord(token)] for token in before + pair[0])
        return self.rule.key(*_ids_of(pair), self._starts[number] + units - 1)

    def merge(self, left: int, right: int, new: int) -> int:
        """Merge a pair wherever it occurs, from left to right; return how often.

        `new` is an id of its own, or the one that the same pair had before.
        """
        for sizes in (self.lengths, self.byte_sizes):
            sizes[new] = sizes[left] + sizes[right]
        return self._replace([left, right], [new])

    def split(self, token: int, parts: Sequence[int]) -> int:
        """Split a token wherever it occurs; return how often."""
        return self._replace([token], parts)

    def _replace(self, old: Sequence[int], new: Sequence[int]) -> int:
        """Put tokens in place of others wherever they occur; return how often."""
        found, put = "".join(map(chr, old)), "".join(map(chr, new))
        changes: Counter[str] = Counter()
        replaced = 0
        for number in self._places.pop(found, ()):
            pieces = self.words[number].split(found)
            times = self._times[number]
            for pair in _pairs_between(pieces, found):
                changes[pair] -= times
            for pair in _pairs_between(pieces, put):
                changes[pair] += times
                self._places[pair].add(number)
            for token in put:
                self._places[token].add(number)
            self.words[number] = put.join(pieces)
            replaced += times * (len(pieces) - 1)
        self._change(changes)
        for each in old:
            self.frequency[each] -= replaced
        for each in new:
            self.frequency[each] += replaced
        return replaced

    def _change(self, changes: Counter[str]) -> None:
        for pair, change in changes.items():
            if max(pair) >= chr(HIDDEN):
                continue
            before = self._counts.pop(pair, 0)
            if before:
                self._by_count[before].remove(pair)
                if not self._by_count[before]:
                    del self._by_count[before]
            self._keys.pop(pair, None)
            if count := before + change:
                self._counts[pair] = count
                self._by_count[count].add(pair)
            if count and count == self._level:
                self._keys[pair] = self._key(pair)
                heappush(self._heap, (self._keys[pair], pair))


def _ids_of(pair: str) -> Pair:
    """The two tokens of a pair that is written as text."""
    return ord(pair[0]), ord(pair[1])


def _pairs_between(pieces: Sequence[str], put: str) -> Iterator[str]:
    """The pairs in and around the same tokens wherever they join two pieces of a word."""
    for number, (before, after) in enumerate(pairwise(pieces)):
        yield from map("".join, pairwise(put))
        if before or number:
            yield (before or put)[-1] + put[0]
        if after:
            yield put[-1] + after[0]
