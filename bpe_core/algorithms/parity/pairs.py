"""The pairs of several languages together: which of them BPE would merge next.

Each language has its own places and pairs. Unlike those, the pairs of all have no places, only
counts, which are sums: a merge is made in each language once, and what it changes there is added up
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bpe_core.algorithms.bpe.places import Gaps
from bpe_core.algorithms.bpe.tie_rules import TieRule
from bpe_core.algorithms.picky.pairs import RisingPairs


class PairsOfAll(RisingPairs):
    """The pairs of all languages together: the count of each is the sum of its counts there.

    Gaps are asked for where they are known, in the first language that has the pair.

    >>> from bpe_core import TIE_RULES
    >>> from bpe_core.algorithms.bpe.places import Places
    >>> from bpe_core.algorithms.parity.parallel_corpus import parallel_corpora
    >>> corpus = parallel_corpora(["ab ab ac", "ac ac"])  # a b c
    >>> rule = TIE_RULES["first-seen"](corpus.base_vocabulary)
    >>> of_all = PairsOfAll([RisingPairs(Places(each), rule) for each in corpus.each], rule)
    >>> of_all.choose() == 0 << 32 | 2, of_all.counts[0 << 32 | 2]
    (True, 3)
    """

    def __init__(self, each: Sequence[RisingPairs], rule: TieRule) -> None:
        """Count the pairs of all languages."""
        self._each = each
        super().__init__(each[0].places, rule)

    def _count_pairs(self) -> None:
        counts: Counter[int] = Counter()
        for pairs in self._each:
            counts.update(pairs.counts)
        self.counts |= counts

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a pair that is new in one language."""
        others = self.counts.get(pair, 0)
        self.counts[pair] = total = others + count
        if total >= self.floor:
            self._retie(others, total)
            self._put(pair, total)

    def first_gap(self, pair: int) -> int:
        """The first gap where a pair occurs, if the texts are read one after another."""
        start = 0
        for pairs in self._each:
            if pairs.counts.get(pair):
                return start + pairs.first_gap(pair)
            start += len(pairs.places)
        raise AssertionError("a pair with a count occurs somewhere")
