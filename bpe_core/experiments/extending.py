"""A finished vocabulary is extended for another text, in three ways.

*Appended*: a vocabulary is trained on the other text by itself, and the tokens that the old one
lacks are appended with their merges, after the old merges (Cui, Yang and Yao, 2023, "Efficient and
Effective Text Encoding for Chinese LLaMA and Alpaca", do this with SentencePiece's tokens). Some of
them can never be produced: an old merge, which comes first, takes one of their pieces away.
*Swapped*: the first of these tokens take the places of old ones that are hardly used, so that the
vocabulary stays as large as it was.
*Continued*: the old merges are applied to the other text, and training goes on from there (Purason,
Chizhov, Yamshchikov and Fishel, 2025, "Teaching Old Tokenizers New Words").

Unlike a vocabulary trained on both texts, each keeps the ids of old tokens, so a trained model
keeps the rows of its embedding, and only the new tokens need one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.encoding.encoding_steps import Ranks
from bpe_core.text.corpus import Corpus, Token

#: The left, the right and the new token of a merge.
Merge = tuple[int, int, int]


@dataclass(frozen=True)
class Added:
    """A new token, the old tokens that its text had before, and what its text becomes now.

    The mean of the rows of `old` is a usual first row for it in the embedding.
    """

    token: int
    old: list[int]
    now: list[int]

    @property
    def is_produced(self) -> bool:
        """Whether its own text becomes this token; if not, no other text does."""
        return self.now == [self.token]


@dataclass(frozen=True)
class Extended:
    """Tokens by id, and merges in order, of which the first `old` are those of the old vocabulary.

    >>> corpus = Corpus.from_counts({"abc": 1})
    >>> merges = [(0, 1, 3), (1, 2, 4), (0, 4, 5)]
    >>> extended = Extended(["a", "b", "c", "ab", "bc", "abc"], merges, old=1)
    >>> extended.encode([0, 1, 2]), [each.is_produced for each in extended.added()]
    ([3, 2], [True, False])
    """

    texts: list[Token]
    merges: list[Merge]
    old: int

    @cached_property
    def _ranks(self) -> tuple[Ranks, Ranks]:
        """The old merges and all merges; a token that is made later has a higher id."""
        every = {left << 32 | right: new for left, right, new in self.merges}
        return dict(islice(every.items(), self.old)), every

    def encode(self, units: Sequence[int]) -> list[int]:
        """A word's tokens: always the earliest merge that fits."""
        return merge_word(units, self._ranks[1])

    def encode_before(self, units: Sequence[int]) -> list[int]:
        """A word's tokens in the old vocabulary."""
        return merge_word(units, self._ranks[0])

    def total(self, corpus: Corpus) -> int:
        """How many tokens a corpus has."""
        return sum(
            len(self.encode(units)) * count
            for units, count in zip(units_of(corpus), corpus.counts.tolist(), strict=True)
        )

    def added(self) -> Iterator[Added]:
        """The new tokens in order."""
        made = {new: (left, right) for left, right, new in self.merges}
        for _left, _right, token in self.merges[self.old :]:
            units = _spelled(token, made)
            yield Added(token, self.encode_before(units), self.encode(units))


def units_of(corpus: Corpus) -> Iterator[list[int]]:
    """The base tokens of each word."""
    for start, end in zip(corpus.starts[:-1], corpus.starts[1:], strict=True):
        yield corpus.units[start:end].tolist()


def _spelled(token: int, made: dict[int, Pair]) -> list[int]:
    if token not in made:
        return [token]
    left, right = made[token]
    return [*_spelled(left, made), *_spelled(right, made)]


def _trained(corpus: Corpus, num_merges: int) -> tuple[list[Token], list[Merge]]:
    """The tokens of a training by id, and its merges."""
    trace = train_bpe(corpus, num_merges=num_merges)
    return list(trace.vocabulary), [(a, b, c) for a, b, c in trace.merge_ids.tolist()]


def appended(first: Corpus, second: Corpus, num_merges: int) -> Extended:
    """Train on two corpora with one base vocabulary; append to the first what it lacks.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["ab ab ab", "abc abc bc bc bc"]).each
    >>> extended = appended(first, second, 2)
    >>> [extended.texts[each.token] for each in extended.added() if not each.is_produced]
    ['abc']
    """
    texts, merges = _trained(first, num_merges)
    new, count = train_bpe(second, num_merges=num_merges), len(merges)
    ids = {text: i for i, text in enumerate(texts)}
    for a, b, c in new.merge_ids.tolist():
        left, right, made = (new.vocabulary[i] for i in (a, b, c))
        if made not in ids:
            ids[made] = len(texts)
            texts.append(made)
            merges.append((ids[left], ids[right], ids[made]))
    return Extended(texts, merges, count)


def swapped(extended: Extended, first: Corpus, places: int) -> Extended:
    """Append only so many tokens, each in the place of an old one that `first` uses least.

    An old token of which another one consists has to stay. If none can go, fewer are swapped.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["ab ab ab cd", "dc dc"]).each
    >>> changed = swapped(appended(first, second, 2), first, places=1)
    >>> [changed.texts[token] for _left, _right, token in changed.merges], changed.old
    (['ab', 'dc'], 1)
    """
    kept, new = extended.merges[: extended.old], extended.merges[extended.old :][:places]
    used: Counter[int] = Counter()
    for units, count in zip(units_of(first), first.counts.tolist(), strict=True):
        for token in extended.encode_before(units):
            used[token] += count
    for swaps in range(len(new)):
        needed = {part for merge in (*kept, *new) for part in merge[:2]}
        free = [merge for merge in kept if merge[2] not in needed]
        if not free:
            new = new[:swaps]
            break
        least = min(free, key=lambda merge: used[merge[2]])
        kept.remove(least)
        left, right, token = least
        used[left] += used[token]
        used[right] += used[token]
    return Extended(extended.texts, [*kept, *new], len(kept))


def continued(first: Corpus, second: Corpus, num_merges: int, more: int) -> Extended:
    """Train on the first corpus, apply that to the second, and learn so many merges more there.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["ab ab ab", "abc abc bc bc bc"]).each
    >>> continued(first, second, 1, 2).texts
    ['a', 'b', 'c', 'ab', 'bc', 'abc']
    """
    texts, merges = _trained(first, num_merges)
    count, words = len(merges), Words(second)
    for merge in merges:
        words.merge(*merge)
    while len(merges) < count + more and (pair := words.best_pair()):
        left, right = pair
        merges.append((left, right, len(texts)))
        texts.append(texts[left] + texts[right])  # type: ignore[operator]
        words.merge(*merges[-1])
    return Extended(texts, merges, count)
