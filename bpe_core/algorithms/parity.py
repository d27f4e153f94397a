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

from dataclasses import dataclass

from bpe_core.algorithms.bpe.tie_rules import TieRule, find_tie_rule
from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.algorithms.limits import Clock, ReportSteps, StopReason, check_number
from bpe_core.text.corpus import Token
from bpe_core.text.parallel import ParallelCorpus

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
    """The result of `train_parity`.

    `texts` are the tokens by id, and `lengths` the tokens of each language's text at each state.
    """

    corpus: ParallelCorpus
    tie_break: str
    texts: list[Token]
    merges: list[ParityMerge]
    lengths: list[tuple[int, ...]]
    stopped_because: StopReason

    def __len__(self) -> int:
        """How many merges there are."""
        return len(self.merges)


def train_parity(
    corpus: ParallelCorpus,
    *,
    num_merges: int,
    together: int = 0,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> ParityTrace:
    """Learn merges; of the longest languages, the first one decides.

    The first `together` merges are decided by all languages together. It stops where the language
    that has its turn has no pair left that occurs `min_frequency` times. `progress` and
    `time_limit` are those of `train_bpe`. Raises `NumberTooSmallError`, `UnknownTieRuleError`,
    `TimeLimitError`.

    >>> from bpe_core.text.parallel import parallel_corpora
    >>> corpus = parallel_corpora(["aba aba aba ab", "ccdccdccd ccd ccd"])
    >>> trace = train_parity(corpus, num_merges=3)
    >>> [(m.language, trace.texts[m.token], m.counts) for m in trace.merges]
    [(1, 'cc', (0, 5)), (0, 'ab', (4, 0)), (1, 'ccd', (0, 5))]
    >>> trace.lengths
    [(11, 15), (11, 10), (7, 10), (7, 5)]
    >>> train_parity(parallel_corpora(["a" * 8_192, "b"]), num_merges=20).stopped_because
    'token_length'
    """
    check_number("num_merges", num_merges, smallest=0)
    check_number("min_frequency", min_frequency, smallest=1)
    run = Run(corpus, find_tie_rule(tie_break)(corpus.base_vocabulary), together, min_frequency)
    stopped = Clock(num_merges, progress, time_limit).run(run.merge_next)
    return ParityTrace(corpus, tie_break, run.texts, run.merges, run.lengths, stopped)


class Run:
    """A training step by step: the pairs of each language, and of all together."""

    def __init__(self, corpus: ParallelCorpus, rule: TieRule, together: int, least: int) -> None:
        self._together, self._least = together, least
        self.texts: list[Token] = list(corpus.base_vocabulary)
        self.merges: list[ParityMerge] = []
        self._each = [Words(each, rule=rule) for each in corpus.each]
        self._all = Words(*corpus.each, rule=rule)
        self._rule = rule
        self.lengths = [tuple(int(each.count_units().sum()) for each in corpus.each)]

    def merge_next(self) -> StopReason | None:
        """Merge the pair of the language that has its turn; return why, if it has none."""
        lengths = self.lengths[-1]
        decides = ALL if len(self.merges) < self._together else lengths.index(max(lengths))
        words = self._all if decides == ALL else self._each[decides]
        found = words.next_pair(self._least)
        if isinstance(found, str):
            return found
        self._merge(decides, found, words.tied)
        return None

    def _merge(self, decides: int, pair: Pair, tied: int) -> None:
        (left, right), new = pair, len(self.texts)
        rival = self._all.best_pair() or pair
        counts = self._counts(pair)
        self.merges.append(
            ParityMerge(decides, left, right, new, counts, tied, rival, self._counts(rival))
        )
        self.texts.append(self.texts[left] + self.texts[right])  # type: ignore[operator]
        self._rule.learn(left, right)
        self._all.merge(left, right, new)
        merged = [words.merge(left, right, new) for words in self._each]
        before = self.lengths[-1]
        self.lengths.append(tuple(a - b for a, b in zip(before, merged, strict=True)))

    def _counts(self, pair: Pair) -> tuple[int, ...]:
        return tuple([words.count(pair) for words in self._each])
