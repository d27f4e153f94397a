"""List the few counts that a merge changes: a fast trainer renews these alone.

The textbook's program counts all pairs again after each merge. Most counts are what they were: only
pairs beside the merged one have changed. Here all pairs are counted at each step, and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.algorithms.counted_words import Pair


@dataclass(frozen=True)
class Renewed:
    """A merge: how many words have its pair, how many pairs there are, and how many changed."""

    step: int
    words: int
    pairs: int
    changed: int


def renewed_counts(trace: RecordedMerges, most_words: int, steps: int) -> Iterator[Renewed]:
    """The first steps of a training, on the first so many words of its corpus.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12}))
    >>> list(renewed_counts(trace, 10, 1))
    [Renewed(step=1, words=2, pairs=4, changed=5)]
    """
    corpus, special = trace.corpus, len(trace.special_tokens)
    ends = corpus.starts[: most_words + 1].tolist()
    words = [
        ([unit + special for unit in corpus.units[start:end].tolist()], count)
        for start, end, count in zip(ends, ends[1:], corpus.counts.tolist(), strict=False)
    ]
    counts = _count(words)
    for step, (left, right, new) in enumerate(trace.merge_ids[:steps].tolist(), 1):
        merged = [(merge_word(word, {left << 32 | right: new}), count) for word, count in words]
        touched = sum(len(now) < len(was) for (now, _), (was, _) in zip(merged, words, strict=True))
        after = _count(merged)
        changed = sum(counts[pair] != after[pair] for pair in counts.keys() | after.keys())
        yield Renewed(step, touched, len(counts), changed)
        words, counts = merged, after


def _count(words: Sequence[tuple[list[int], int]]) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for word, times in words:
        for pair in pairwise(word):
            counts[pair] += times
    return counts
