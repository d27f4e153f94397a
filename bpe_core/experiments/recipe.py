"""Guess the recipe: what a tokenizer's merges say about the mixture that it was trained on.

A merge says that no other pair was more frequent then. If the mixture was (1 − s) of one text and s
of another, that is an inequality in s for each other pair, and all of them together leave an
interval for s. Source: Hayase, Liu, Choi, Oh and Smith, 2024, "Data Mixture Inference: What do BPE
Tokenizers Reveal about their Training Data?", who solve it for many languages at once, as a linear
program that may violate some inequalities.

Unlike theirs, `narrow` has two texts that are known to the last word, so every inequality holds,
and the interval is exact: its ends are fractions. A mixture is made of copies of both texts.
`weigh` takes merges that were learned from other texts, and counts the inequalities that hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.text.corpus import Corpus

#: How often a pair occurs in each of the two texts.
Counts = tuple[int, int]
#: A lower bound that leaves no share: the rival is more frequent in both texts alike.
NEVER = Fraction(2)


@dataclass(frozen=True)
class Cut:
    """The `rival` that leaves least room on one side: s is at least, or at most, `bound`."""

    rival: Pair
    counts: Counts
    bound: Fraction


@dataclass(frozen=True)
class Narrowed:
    """The limits that a merge sets to the share s of the second text.

    The pair occurred `counts` times. `lower` and `upper` are the cuts that it adds, if any, and
    after it s is from `interval[0]` to `interval[1]`; it is None if no share is left.
    """

    left: int
    right: int
    counts: Counts
    lower: Cut | None
    upper: Cut | None
    interval: tuple[Fraction, Fraction] | None


def mixture(first: Corpus, second: Corpus, copies: Counts) -> Corpus:
    """So many copies of two corpora with one base vocabulary, as a corpus.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["a hug", "a pug"]).each
    >>> mixture(first, second, (3, 2)).counts.tolist()
    [3, 3, 2, 2]
    """
    counts = [c.counts * n for c, n in zip((first, second), copies, strict=True)]
    return replace(
        first,
        words=[*first.words, *second.words],
        counts=np.concatenate(counts),
        units=np.concatenate([first.units, second.units]),
        starts=np.concatenate([first.starts, second.starts[1:] + len(first.units)]),
    )


def narrow(
    first: Corpus, second: Corpus, merges: Sequence[tuple[int, int, int]]
) -> Iterator[Narrowed]:
    """Narrow down the share of the second text, merge by merge of a tokenizer.

    >>> from bpe_core import train_bpe
    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["ab ab ab ac", "ab ac ac"]).each
    >>> merges = train_bpe(mixture(first, second, (2, 3)), num_merges=1).merge_ids.tolist()
    >>> [(step.counts, step.upper.counts, step.interval) for step in narrow(first, second, merges)]
    [((3, 1), (1, 2), (Fraction(0, 1), Fraction(2, 3)))]
    """
    both = Words(first), Words(second)
    interval: tuple[Fraction, Fraction] | None = (Fraction(0), Fraction(1))
    for left, right, new in merges:
        counts = _counts(both, (left, right))
        lower = upper = None
        if interval is not None:
            lower, upper = _cuts(*_rivals(both, (left, right)), counts, interval)
            low = lower.bound if lower else interval[0]
            high = upper.bound if upper else interval[1]
            interval = (low, high) if low <= high else None
        yield Narrowed(left, right, counts, lower, upper, interval)
        for words in both:
            words.merge(left, right, new)


@dataclass(frozen=True)
class Weighed:
    """The evidence of a merge for or against each of several shares.

    The pair occurs `counts` times, and there are `rivals` other pairs. For each share, `met` says
    how many of them are not more frequent than the pair, and `strongest` which one is the most
    frequent (empty if there is none).
    """

    left: int
    right: int
    counts: Counts
    rivals: int
    met: tuple[int, ...]
    strongest: tuple[tuple[Pair, Counts], ...]


def weigh(
    first: Corpus, second: Corpus, merges: Sequence[tuple[int, int, int]], parts: int
) -> Iterator[Weighed]:
    """Weigh merges that were learned elsewhere, at the shares 0, 1 / parts, 2 / parts, ... and 1.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> first, second = parallel_corpora(["ab ab ab ac", "ab ac ac"]).each  # a b c
    >>> weighed, = weigh(first, second, [(0, 1, 3)], parts=3)
    >>> weighed.counts, weighed.rivals, weighed.met  # 3, 7/3, 5/3, 1 against 1, 4/3, 5/3, 2
    ((3, 1), 1, (1, 1, 1, 0))
    """
    both = Words(first), Words(second)
    shares = np.arange(parts + 1)
    for left, right, new in merges:
        counts = _counts(both, (left, right))
        rivals, theirs = _rivals(both, (left, right))
        # In whole numbers: how often a pair occurs in so many copies of both texts.
        often = theirs[:, :1] * (parts - shares) + theirs[:, 1:] * shares
        met = (counts[0] * (parts - shares) + counts[1] * shares >= often).sum(axis=0)
        most = [rivals[i] for i in often.argmax(axis=0)] if rivals else []
        strongest = tuple((pair, _counts(both, pair)) for pair in most)
        yield Weighed(left, right, counts, len(rivals), tuple(met.tolist()), strongest)
        for words in both:
            words.merge(left, right, new)


def _counts(both: tuple[Words, Words], pair: Pair) -> Counts:
    return both[0].count(pair), both[1].count(pair)


def _rivals(both: tuple[Words, Words], pair: Pair) -> tuple[list[Pair], NDArray[np.int64]]:
    """The other pairs, and how often each occurs in each of the two texts."""
    first, second = (dict(words.counts()) for words in both)
    rivals = [rival for rival in first | second if rival != pair]
    counts = [(first.get(rival, 0), second.get(rival, 0)) for rival in rivals]
    return rivals, np.array(counts, np.int64).reshape(-1, 2)


def _cuts(
    rivals: Sequence[Pair],
    theirs: NDArray[np.int64],
    counts: Counts,
    interval: tuple[Fraction, Fraction],
) -> tuple[Cut | None, Cut | None]:
    """The cuts of a merge, the tightest on each side.

    A rival says that (1 − s)·a + s·b ≥ 0, where a and b are how much more often the pair occurs
    than the rival in each text. Only where that fails at an end of the interval does it cut.
    """
    a, b = (counts - theirs).T
    never = np.flatnonzero((a == b) & (a < 0))
    if len(never):
        return _cut(rivals, theirs, counts, int(never[0])), None
    cuts = []
    for share, rises, tightest in ((interval[0], b > a, max), (interval[1], a > b, min)):
        fails = (share.denominator - share.numerator) * a + share.numerator * b < 0
        each = (_cut(rivals, theirs, counts, i) for i in np.flatnonzero(fails & rises).tolist())
        cuts.append(tightest(each, key=lambda cut: cut.bound, default=None))
    return cuts[0], cuts[1]


def _cut(rivals: Sequence[Pair], theirs: NDArray[np.int64], counts: Counts, i: int) -> Cut:
    c, d = theirs[i].tolist()
    a, b = counts[0] - c, counts[1] - d
    return Cut(rivals[i], (c, d), NEVER if a == b else Fraction(a, a - b))
