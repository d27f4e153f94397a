"""The words of a training in which tokens also come apart: every count is kept up to date.

Where the tokens are (`SplittingPlaces`) and which pair is next (`RisingPairs`) work together here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bpe_core.algorithms.bpe.pair_queue import Merged
from bpe_core.algorithms.bpe.tie_rules import FirstSeen, TieRule
from bpe_core.algorithms.picky.pairs import RisingPairs
from bpe_core.algorithms.picky.places import SplittingPlaces
from bpe_core.text.corpus import Corpus

Pair = tuple[int, int]


class Words:
    """The words in tokens: how often each pair and each token occurs.

    `frequency` is by token.

    >>> words = Words(Corpus.from_counts({"hug": 10, "pug": 5}))  # g h p u
    >>> words.best_pair(), words.tied, words.count((3, 0)), words.frequency[3]
    ((3, 0), 1, 15, 15)
    >>> words.merge(3, 0, 4), words.count((2, 4)), words.best_pair()
    (15, 5, (1, 4))
    >>> words.split(4, [3, 0]), words.best_pair()
    (15, (3, 0))
    """

    def __init__(self, corpus: Corpus, rule: TieRule | None = None) -> None:
        """Count a corpus. Before each merge, the caller reports it to the `rule`."""
        self._places = SplittingPlaces(corpus)
        self._pairs = RisingPairs(self._places, rule or FirstSeen(corpus.base_vocabulary))
        self.frequency: list[int] = corpus.count_units().tolist()

    def count(self, pair: Pair) -> int:
        """How often a pair occurs."""
        return self._pairs.counts.get(pair[0] << 32 | pair[1], 0)

    def counts(self) -> Iterator[tuple[Pair, int]]:
        """All pairs, with how often each occurs."""
        for pair, count in self._pairs.counts.items():
            if count:
                yield ids_of(pair), count

    def best_pair(self) -> Pair | None:
        """The most frequent pair, by the tie rule among equals; None if there is none."""
        pair = self._pairs.choose()
        return None if pair is None else ids_of(pair)

    @property
    def tied(self) -> int:
        """How many pairs are as frequent as the one that `best_pair` returned last."""
        return self._pairs.tied

    def merge(self, left: int, right: int, new: int) -> int:
        """Merge a pair wherever it occurs, from left to right; return how often.

        `new` is the next id, or the one that the same pair had before.
        """
        if new == len(self.frequency):
            self.frequency.append(0)
        pair = left << 32 | right
        if not self._pairs.counts.get(pair):
            self._places.begin_step(left, right, new)
            return 0
        times = self._merge_more(pair, new) if self.frequency[new] else self._merge(pair, new)
        self.frequency[new] += times
        self.frequency[left] -= times
        self.frequency[right] -= times
        return times

    def _merge(self, pair: int, new: int) -> int:
        left, right = ids_of(pair)
        count, gaps = self._pairs.take(pair)
        neighbours = self._places.merge(gaps, left, right, new)
        self._pairs.exchange(Merged(left, right, new, count, neighbours))
        return count if left != right else self._places.times_merged()

    def _merge_more(self, pair: int, new: int) -> int:
        """Merge a pair whose token already occurs: it may stand beside those made now."""
        gaps = self._pairs.all_gaps(pair)
        changes = self._places.merge_one_by_one(gaps, *ids_of(pair), new)
        self._pairs.change(changes)
        return changes.times

    def split(self, token: int, parts: Sequence[int]) -> int:
        """Split a token wherever it occurs; return how often."""
        if not self.frequency[token]:
            return 0
        changes = self._places.split(token, parts)
        self._pairs.change(changes)
        for part in parts:
            self.frequency[part] += changes.times
        self.frequency[token] = 0
        return changes.times


def ids_of(pair: int) -> Pair:
    """The two tokens of a pair, given the one number by which it is looked up."""
    return pair >> 32, pair & 0xFFFFFFFF


def split_in(word: list[int], token: int, parts: Sequence[int]) -> list[int]:
    return [part for each in word for part in (parts if each == token else (each,))]
