"""Parity-aware BPE: at each step, the language whose text is longest now decides what is merged.

The same text in several languages should cost about as many tokens in each. So each step asks how
many tokens each language's text takes, and merges the pair that is most frequent in the longest
one, everywhere. Source: Foroutan, Meister, Paul, Niklaus, Ahmadi, Bosselut and Sennrich, 2025,
"Parity-Aware Byte-Pair Encoding: Improving Cross-lingual Fairness in Tokenization".

Unlike BPE, which counts all languages together, so that the one with the most text decides most
merges, this counts one language at a time. Encoding is that of BPE. As the authors' program does,
it can begin with a number of merges that all languages decide together; if all merges are such, it
is BPE. Unlike theirs, which measures lengths on a text of its own, this trains and measures on the
same texts, and pairs are counted as everywhere here: (a, a) occurs twice in a a a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bpe_core.algorithms.bpe.tie_rules import TieRule, find_tie_rule
from bpe_core.algorithms.limits import (
    MOST_TOKEN_BYTES,
    StopReason,
    check_number,
)
from bpe_core.algorithms.picky.words import Pair, Words
from bpe_core.text.corpus import Corpus, Token, byte_length

#: In place of a language, where all of them decide together.
ALL = -1


@dataclass(frozen=True)
class ParityMerge:
    """The `language` (or `ALL`) merged `left` and `right` into `token`.

    `counts` is how often the pair occurred in each language, and `tied` how many pairs had its
    count in the language that decided. `rival` is the pair that BPE would have merged, the most
    frequent in all languages together, with its own `rival_counts`.
    """

    language: int
    left: int
    right: int
    token: int
    counts: tuple[int, ...]
    tied: int
    rival: Pair
    rival_counts: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ParityTrace:
    """What `train_parity` returns. The corpora have one base vocabulary, and so has `joint`.

    `texts` are the tokens by id, and `lengths` the tokens of each language's text at each state.
    """

    joint: Corpus
    corpora: tuple[Corpus, ...]
    tie_break: str
    texts: list[Token]
    merges: list[ParityMerge]
    lengths: list[tuple[int, ...]]
    stopped_because: StopReason

    def __len__(self) -> int:
        """How many merges there are."""
        return len(self.merges)


def parallel_corpora(texts: Sequence[str], **spelt: Any) -> tuple[Corpus, tuple[Corpus, ...]]:
    """All texts as one corpus, and each as its own, with the base vocabulary of all of them.

    `spelt` are the settings of `Corpus.from_text`. Raises its errors, for an empty text as well.

    >>> joint, (one, other) = parallel_corpora(["a hug", "ein Arm"])
    >>> one.base_vocabulary == other.base_vocabulary == joint.base_vocabulary
    True
    """
    joint = Corpus.from_text("\n".join(texts), **spelt)
    place = {token: i for i, token in enumerate(joint.base_vocabulary)}
    corpora = []
    for text in texts:
        own = Corpus.from_text(text, **spelt)
        ids = np.array([place[token] for token in own.base_vocabulary], np.int32)
        corpora.append(replace(own, units=ids[own.units], base_vocabulary=joint.base_vocabulary))
    return joint, tuple(corpora)


def train_parity(
    joint: Corpus,
    corpora: Sequence[Corpus],
    *,
    num_merges: int,
    together: int = 0,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
) -> ParityTrace:
    """Learn merges; of the longest languages, the first one decides. `joint` is all the corpora.

    The first `together` merges are decided by all languages together. It stops where the language
    that has its turn has no pair left that occurs `min_frequency` times. Raises
    `NumberTooSmallError`, `UnknownTieRuleError`.

    >>> joint, corpora = parallel_corpora(["aba aba aba ab", "ccdccdccd ccd ccd"])
    >>> trace = train_parity(joint, corpora, num_merges=3)
    >>> [(m.language, trace.texts[m.token], m.counts) for m in trace.merges]
    [(1, 'cc', (0, 5)), (0, 'ab', (4, 0)), (1, 'ccd', (0, 5))]
    >>> trace.lengths
    [(11, 15), (11, 10), (7, 10), (7, 5)]
    """
    check_number("num_merges", num_merges, smallest=0)
    check_number("min_frequency", min_frequency, smallest=1)
    run = Run(joint, corpora, find_tie_rule(tie_break)(joint.base_vocabulary))
    stopped = run.until(num_merges, together, min_frequency)
    return ParityTrace(
        joint, tuple(corpora), tie_break, run.texts, run.merges, run.lengths, stopped
    )


class Run:
    """A training step by step: the words of each language, and those of all together."""

    def __init__(self, joint: Corpus, corpora: Sequence[Corpus], rule: TieRule) -> None:
        self.texts: list[Token] = list(joint.base_vocabulary)
        self.merges: list[ParityMerge] = []
        self._each = [Words(corpus, rule) for corpus in corpora]
        self._all = Words(joint, rule)
        self._rule = rule
        self.lengths = [tuple(words.total() for words in self._each)]

    def until(self, merges: int, together: int, least: int) -> StopReason:
        """Train, and return why it ended."""
        while len(self.merges) < merges:
            lengths = self.lengths[-1]
            decides = ALL if len(self.merges) < together else lengths.index(max(lengths))
            words = self._all if decides == ALL else self._each[decides]
            pair = words.best_pair()
            if pair is None:
                return "nothing_left"
            if words.count(pair) < least:
                return "min_frequency"
            if sum(byte_length(self.texts[i]) for i in pair) > MOST_TOKEN_BYTES:
                return "token_length"
            self._merge(decides, pair, words.tied)
        return "num_merges"

    def _merge(self, decides: int, pair: Pair, tied: int) -> None:
        rival = self._all.best_pair() or pair
        new = len(self.texts)
        merge = ParityMerge(
            decides, *pair, new, self._counts(pair), tied, rival, self._counts(rival)
        )
        self.merges.append(merge)
        self.texts.append(self.texts[pair[0]] + self.texts[pair[1]])  # type: ignore[operator]
        self._rule.learn(*pair)
        self._all.merge(*pair, new)
        made = [words.merge(*pair, new) for words in self._each]
        self.lengths.append(tuple(n - k for n, k in zip(self.lengths[-1], made, strict=True)))

    def _counts(self, pair: Pair) -> tuple[int, ...]:
        return tuple(words.count(pair) for words in self._each)
