"""What the corpus says about a pair at a step: how often it occurs, and in which words.

Unlike `StepView`, which shows any step of a whole trace, this is about one step of a training that
may have been read from somebody's list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.place_follower import PlaceFollower
from bpe_core.diagnosis.recipe import Recipe

#: The most words listed for a pair, and the most pairs listed as tied.
MOST_WORDS, MOST_TIED = 20, 20
Merge = tuple[bytes, bytes]


@dataclass(frozen=True)
class WordShare:
    """A word's share of a pair's count: `times` in the word, which occurs `count` times."""

    word: str
    times: int
    count: int


@dataclass(frozen=True)
class PairEvidence:
    """A pair with its count at a step.

    `words` has at most 20 words, those that add the most first. `word_total` is how many words
    contain the pair.
    """

    left: bytes
    right: bytes
    count: int
    words: tuple[WordShare, ...]
    word_total: int


class Evidence:
    """The corpus after the merges of a correct training.

    >>> from bpe_core.diagnosis.words import WordMaker
    >>> layout = Layout(WordMaker({"hug": 10, "pug": 5}).make(Recipe()))
    >>> evidence = Evidence(layout, Recipe(), [(b"u", b"g")])
    >>> evidence.of((b"h", b"ug")).words, evidence.tied()
    ((WordShare(word='hug', times=1, count=10),), ((b'h', b'ug'),))
    """

    def __init__(self, layout: Layout, recipe: Recipe, merges: Sequence[Merge]) -> None:
        self._layout = layout
        self._follower = PlaceFollower(layout, recipe)
        for left, right in merges:
            pair = self._follower.find(left, right)
            if pair is not None:
                self._follower.merge(pair)

    def of(self, merge: Merge) -> PairEvidence:
        """What is known about a pair; its count is 0 if it does not occur."""
        pair = self._follower.find(*map(self._layout.words.write, merge))
        words = Counter(map(self._layout.word_of.__getitem__, self._follower.standing(pair)))
        texts, counts = self._layout.words.texts, self._layout.words.counts
        shares = [WordShare(texts[i], times, int(counts[i])) for i, times in words.items()]
        total = sum(share.times * share.count for share in shares)
        shares.sort(key=lambda share: -share.times * share.count)
        return PairEvidence(*merge, total, tuple(shares[:MOST_WORDS]), len(shares))

    def tied(self) -> tuple[Merge, ...]:
        """The pairs with the highest count, at most 20."""
        ranking, texts = self._follower.ranking, self._follower.texts
        pairs = [pair for pair in dict.fromkeys(ranking.members) if ranking.is_on(pair)]
        return tuple((texts[p >> 32], texts[p & 0xFFFFFFFF]) for p in pairs[:MOST_TIED])

    def follow(self, merges: Sequence[Merge]) -> int:
        """Merge these pairs in order until one does not occur; return how many were merged.

        Afterwards `of` and `tied` describe the words as they are then.
        """
        for done, merge in enumerate(merges):
            pair = self._follower.find(*map(self._layout.words.write, merge))
            if pair is None or not self._follower.standing(pair):
                return done
            self._follower.merge(pair)
        return len(merges)
