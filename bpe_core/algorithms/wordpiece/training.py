"""WordPiece: merge the pair that is most frequent for how frequent its two tokens are.

The score of a pair is count(pair) / (count(left) * count(right)): a pair whose tokens hardly
occur anywhere else wins over a frequent pair of frequent tokens. Unlike BPE, which asks "how
often", this asks "how much more often than its parts would suggest".

Source: Schuster and Nakajima, 2012, "Japanese and Korean Voice Search", who choose the merge that
raises the likelihood of the text most. Their trainer was never published; this is the public form
that courses teach (Hugging Face's course, "WordPiece tokenization"). Google's own trainer may work
differently.

The places of the tokens come from BPE (`bpe_core.algorithms.bpe.places`). A merge takes occurrences
from its two tokens, and so *raises* the score of every other pair that contains one of them. Unlike
BPE's queue, whose counts only fall, this one therefore does not keep an order: every pair has a row
in flat arrays, each token knows its rows, and a merge computes the scores of these rows again; the
best row is then the maximum of one array. Scores are compared exactly: floating point only selects
the few candidate rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from bpe_core.algorithms.bpe.merging import Merged, Merger, PairIndex
from bpe_core.algorithms.bpe.places import Gaps, Ids, Places
from bpe_core.algorithms.bpe.tie_rules import Key, LargestText, TieRule, find_tie_rule
from bpe_core.algorithms.limits import ReportSteps, begin, check_corpus
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.algorithms.wordpiece.spelling import respell
from bpe_core.algorithms.wordpiece.trace import NEARLY, WordPieceTrace, exact_score
from bpe_core.text.corpus import Corpus, encode_utf8

ROOM = 1_000  # a table has room for so many more pairs, and for as many as there are


class ScoreQueue(PairIndex):
    """All pairs with their scores; the one with the highest is chosen.

    Every pair that is frequent enough has a row in a table, with its tokens, its count and its
    score. The row of a pair that is gone has the score 0. A table that is full is made anew.
    """

    def __init__(self, corpus: Corpus, rule: TieRule, min_frequency: int) -> None:
        super().__init__(Places(corpus), rule, min_frequency)
        self.floor = min_frequency
        self._keys: dict[int, Key] = {}
        self._token_counts: list[int] = corpus.count_units().tolist()
        for pair, count, gaps in self.places.pairs().at_least(self.floor):
            self.add(pair, count, gaps)
        self._make_table()

    def _make_table(self) -> None:
        """Give each pair a row."""
        tokens, room = len(self._token_counts), 2 * len(self.counts) + ROOM
        self._pairs: list[int] = []
        self._row_of: dict[int, int] = {}
        self._rows_with = [array("i") for _ in range(tokens)]  # the rows of each token's pairs
        self._left, self._right = np.zeros((2, room), np.int32)
        self._count, self._score = np.zeros(room, np.int64), np.zeros(room)
        self._divisors = np.ones(tokens + room)  # each merge uses up a row
        self._divisors[:tokens] = np.maximum(self._token_counts, 1)
        self._add_rows(self.counts)
        self._score_again(np.arange(len(self.counts), dtype=np.int32))

    def _add_rows(self, pairs: Iterable[int]) -> None:
        # A step adds only a few pairs, so adding them one by one is faster than with arrays.
        for row, pair in enumerate(pairs, len(self._pairs)):
            left, right = pair >> 32, pair & 0xFFFFFFFF
            self._pairs.append(pair)
            self._row_of[pair] = row
            self._left[row], self._right[row], self._count[row] = left, right, self.counts[pair]
            self._rows_with[left].append(row)
            self._rows_with[right].append(row)

    def _score_again(self, rows: Ids) -> None:
        product = self._divisors[self._left[rows]] * self._divisors[self._right[rows]]
        self._score[rows] = self._count[rows] / product

    def take(self, pair: int) -> tuple[int, Gaps]:
        """Remove a pair and its row."""
        row = self._row_of.pop(pair)
        self._count[row] = self._score[row] = 0
        self._keys.pop(pair, None)
        return super().take(pair)

    # The choice

    def choose(self) -> int | None:
        scores = self._score[: len(self._pairs)]
        best = scores.max(initial=0.0)
        if best == 0:
            return None
        rows: list[int] = (scores >= best * NEARLY).nonzero()[0].tolist()
        pairs = [self._pairs[row] for row in rows]
        if len(pairs) == 1:
            return pairs[0]
        exact = list(map(self._exact_score, pairs))
        highest = max(exact)
        return self._choose_among([p for p, s in zip(pairs, exact, strict=True) if s == highest])

    def _exact_score(self, pair: int) -> int:
        tokens = self._token_counts
        return exact_score(self.counts[pair], tokens[pair >> 32], tokens[pair & 0xFFFFFFFF])

    def _choose_among(self, pairs: list[int]) -> int:
        """Choose the first pair by the tie rule.

        Keys are cached: a first gap can only move forward, so a cached key is never too large.
        """
        keys = self._keys
        for pair in pairs:
            if pair not in keys:
                keys[pair] = self.key(pair)
        while True:
            pair = min(pairs, key=keys.__getitem__)
            key = self.key(pair)
            if key == keys[pair]:
                return pair
            keys[pair] = key

    # The merge

    def exchange(self, merged: Merged) -> None:
        """Update the pairs around a merge: its tokens' neighbours are now the new token's."""
        left, right, new, times, neighbours = merged
        before, after = map(list, neighbours)
        super().exchange(merged._replace(neighbours=(before, after)))
        # Not all overlapping pairs are merged.
        self._recount_tokens(left, right, times if left != right else self.places.times_merged())
        lost = [(right if token == new else token) << 32 | left for token, *_ in before]
        lost += [right << 32 | token for token, *_ in after]
        for pair in self.counts.keys() & lost:
            if self.counts[pair] < self.floor:
                self.take(pair)
            else:
                self._count[self._row_of[pair]] = self.counts[pair]
        gained = [token << 32 | new for token, *_ in before]
        gained += [new << 32 | token for token, *_ in after]
        if len(self._pairs) + len(gained) > len(self._count):
            self._make_table()
        else:
            self._add_rows(pair for pair in gained if pair in self.counts)
            rows = self._rows_with[left] + self._rows_with[right] + self._rows_with[new]
            self._score_again(np.array(rows, np.int32))

    def _recount_tokens(self, left: int, right: int, times: int) -> None:
        """Lower the counts of the two parts, from which the new token took its occurrences."""
        counts = self._token_counts
        counts[left] -= times
        counts[right] -= times
        counts.append(times)
        self._rows_with.append(array("i"))
        for token in (left, right, len(counts) - 1):
            self._divisors[token] = counts[token] or 1


@trains_again(*WordPieceTrace.MAGICS)
def train_wordpiece(
    corpus: Corpus,
    *,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = ("[UNK]",),
    prefix: str = "##",
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> WordPieceTrace:
    """Learn WordPiece merges from a corpus and keep the whole history.

    The settings, limits, ways to stop and errors are those of `train_bpe`; `min_frequency` applies
    to the pair's count, not to its score. `prefix` marks word-inner tokens and must not be empty
    (`PrefixError`).

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merge = train_wordpiece(corpus, num_merges=1).merges[0]
    >>> merge.left, merge.right, merge.token, merge.score
    ('##g', '##s', '##gs', Fraction(1, 20))
    >>> merge.count, merge.left_count, merge.right_count
    (5, 20, 5)
    """
    find_tie_rule(tie_break)
    check_corpus(corpus)
    spelled = respell(corpus, prefix)
    limits = num_merges, vocab_size, min_frequency
    special, clock = begin(spelled, *limits, special_tokens, progress, time_limit)
    pairs = ScoreQueue(spelled, make_rule(spelled, tie_break, prefix), min_frequency)
    merger = Merger(spelled, pairs, shared_bytes=len(encode_utf8(prefix)))
    stopped = clock.run(merger.merge_next)
    return WordPieceTrace(
        corpus=spelled,
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        prefix=prefix,
        **merger.recorded(),
    )


class _LargestPiece(LargestText):
    """The rule `largest-text` for merges that strip the prefix of the right part."""

    def __init__(self, corpus: Corpus, prefix: str) -> None:
        super().__init__(corpus.base_vocabulary)
        self._extra = len(prefix) if corpus.unit == "char" else len(encode_utf8(prefix))

    def learn(self, left: int, right: int) -> None:
        self._turned.append(self._turned[left] + self._turned[right][self._extra :])


def make_rule(corpus: Corpus, tie_break: str, prefix: str) -> TieRule:
    """Make the tie rule of that name for a respelled corpus."""
    rule = find_tie_rule(tie_break)
    return _LargestPiece(corpus, prefix) if rule is LargestText else rule(corpus.base_vocabulary)
