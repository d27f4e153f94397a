"""Count a pair in the corpus at a step: how often it occurs, and in which words.

Unlike `StepView`, which shows any step of a whole trace, this is about one step of a training that
may have been read from somebody's list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.trainer import Trainer, pairs_of

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
        self._words = layout.words
        self._trainer = Trainer(layout, recipe)
        for left, right in merges:
            pair = self._trainer.find(left, right)
            if pair is not None:
                self._trainer.merge(pair)

    def of(self, merge: Merge) -> PairEvidence:
        """Return how often a pair occurs, and where; its count is 0 if it does not occur."""
        trainer, pair = self._trainer, self._find(merge)
        found = [] if pair is None else trainer.words_with(pair)
        texts, counts = self._words.texts, self._words.counts
        times = [pairs_of(trainer.words[i]).count(pair or "") for i in found]
        shares = [WordShare(texts[i], n, counts[i]) for i, n in zip(found, times, strict=True)]
        total = sum(share.times * share.count for share in shares)
        shares.sort(key=lambda share: -share.times * share.count)
        return PairEvidence(*merge, total, tuple(shares[:MOST_WORDS]), len(shares))

    def _find(self, merge: Merge) -> str | None:
        return self._trainer.find(*map(self._words.write, merge))

    def tied(self) -> tuple[Merge, ...]:
        """The pairs with the highest count, at most 20."""
        return tuple(map(self._trainer.text_of, [*self._trainer.ranking.members][:MOST_TIED]))

    def follow(self, merges: Sequence[Merge]) -> int:
        """Merge these pairs in order until one does not occur; return how many were merged.

        Afterwards `of` and `tied` describe the words as they are then.
        """
        for done, merge in enumerate(merges):
            pair = self._find(merge)
            if pair is None or not self._trainer.words_with(pair):
                return done
            self._trainer.merge(pair)
        return len(merges)
