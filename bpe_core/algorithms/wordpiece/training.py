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
from collections.abc import Sequence

import numpy as np

from bpe_core.algorithms.bpe.merging import Merged, Merger, PairIndex
from bpe_core.algorithms.bpe.places import Gaps, Ids, Places
from bpe_core.algorithms.bpe.tie_rules import Key, LargestText, TieRule, find_tie_rule
from bpe_core.algorithms.limits import (
    Clock,
    ReportSteps,
    check_corpus,
    check_number,
    check_special_tokens,
    find_limit,
)
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.algorithms.wordpiece.spelling import respell
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.corpus import Corpus, encode_utf8

NEARLY = 1 - 1e-14  # a score's relative rounding error is below 1e-15
FEW_ROWS = 64  # shorter lists of rows are not worth tidying


class Rows:
    """The pairs in flat arrays, one row per pair; the rows of dead pairs are reused.

    `count` and `score` are the pair's, `left` and `right` its tokens. A dead row has the score 0.
    """

    def __init__(self) -> None:
        self.pairs: list[int] = []
        self.left = np.zeros(0, np.int32)
        self.right = np.zeros(0, np.int32)
        self.count = np.zeros(0, np.int64)
        self.score = np.zeros(0)
        self._free: list[int] = []

    def add(self, pairs: list[int], counts: list[int]) -> list[int]:
        """Add rows for new pairs; their scores are not known yet."""
        reused = self._free[-len(pairs) :]
        del self._free[-len(pairs) :]
        rows = [*reused, *range(len(self.pairs), len(self.pairs) + len(pairs) - len(reused))]
        self.pairs.extend([0] * (len(pairs) - len(reused)))
        if len(self.pairs) > len(self.count):
            self._grow()
        # A step adds only a few pairs, so adding them one by one is faster than with arrays.
        lefts, rights, numbers = self.left, self.right, self.count
        for row, pair, count in zip(rows, pairs, counts, strict=True):
            self.pairs[row] = pair
            lefts[row], rights[row], numbers[row] = pair >> 32, pair & 0xFFFFFFFF, count
        return rows

    def _grow(self) -> None:
        for name in ("left", "right", "count", "score"):
            old = getattr(self, name)
            new = np.zeros(2 * len(self.pairs), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)

    def free(self, row: int) -> None:
        self.count[row] = self.score[row] = 0
        self._free.append(row)


class ScoreQueue(PairIndex):
    """All pairs with their scores; the one with the highest is chosen.

    Since a rare pair may have a high score, all pairs are known; those below the minimum frequency
    have no row and no gaps.
    """

    def __init__(self, corpus: Corpus, rule: TieRule, min_frequency: int) -> None:
        super().__init__(Places(corpus), rule, min_frequency)
        self._rows = Rows()
        self._row_of: dict[int, int] = {}
        self._keys: dict[int, Key] = {}
        self._gained: list[tuple[int, int]] = []  # new pairs of this step, with counts
        size = len(corpus.base_vocabulary)
        totals = np.zeros(size, np.int64)
        np.add.at(totals, corpus.units, corpus.counts[corpus.word_of_unit])
        self._token_counts: list[int] = totals.tolist()
        self._as_left = [array("i") for _ in range(size)]  # the rows in which a token is left
        self._as_right = [array("i") for _ in range(size)]
        self._divisors = np.maximum(totals, 1).astype(float)
        for pair, count, gaps in self.places.pairs().at_least(self.floor):
            self.add(pair, count, gaps)
        self._score(np.array(self._take_in(), np.int32))

    def add(self, pair: int, count: int, gaps: Gaps) -> None:
        """Record a new pair."""
        self.counts[pair] = count
        if count >= self.min_frequency:
            self.gaps[pair] = gaps
        self._gained.append((pair, count))

    def _take_in(self) -> list[int]:
        """Give each new pair that is frequent enough a row."""
        frequent = [(pair, n) for pair, n in self._gained if n >= self.min_frequency]
        self._gained = []
        if not frequent:
            return []
        pairs = [pair for pair, _ in frequent]
        rows = self._rows.add(pairs, [count for _, count in frequent])
        for row, pair in zip(rows, pairs, strict=True):
            self._row_of[pair] = row
            self._as_left[pair >> 32].append(row)
            self._as_right[pair & 0xFFFFFFFF].append(row)
        return rows

    def _score(self, rows: Ids) -> None:
        """Compute the scores of these rows again."""
        table, divisors = self._rows, self._divisors
        product = divisors[table.left[rows]] * divisors[table.right[rows]]
        table.score[rows] = table.count[rows] / product

    # The choice

    def choose(self) -> int | None:
        table = self._rows
        scores = table.score[: len(table.pairs)]
        best = scores.max(initial=0.0)
        if best == 0:
            return None
        rows = (scores >= best * NEARLY).nonzero()[0].tolist()
        pairs = [table.pairs[row] for row in rows]
        return pairs[0] if len(pairs) == 1 else self._choose_among(self._exactly_best(pairs))

    def _exactly_best(self, pairs: list[int]) -> list[int]:
        """The pairs with the highest score, compared as fractions."""
        counts, tokens = self.counts, self._token_counts
        best: list[int] = []
        top, bottom = 0, 1
        for pair in pairs:
            count = counts[pair]
            product = tokens[pair >> 32] * tokens[pair & 0xFFFFFFFF]
            difference = count * bottom - top * product
            if difference > 0:
                best, top, bottom = [pair], count, product
            elif difference == 0:
                best.append(pair)
        return best

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
        super().exchange(merged)
        left, right = merged.left, merged.right
        self._lose(left << 32 | right)
        self._recount_neighbours(merged)
        # Not all overlapping pairs are merged.
        times = merged.times if left != right else self.places.times_merged()
        self._recount_tokens(left, right, times)
        rows = self._rows_with({left, right})
        rows.extend(self._take_in())
        self._score(np.array(rows, np.int32))

    def _lose(self, pair: int) -> None:
        """Forget the row of a pair that is gone or too rare."""
        row = self._row_of.pop(pair, None)
        if row is not None:
            self._rows.free(row)
            self._keys.pop(pair, None)

    def _recount_neighbours(self, merged: Merged) -> None:
        """Lower the counts of the pairs that the new token's neighbours were in before."""
        left, right, new = merged.left, merged.right, merged.new
        for pair, _ in self._gained:
            x, y = pair >> 32, pair & 0xFFFFFFFF
            if y == new:
                self._recount((right if x == new else x) << 32 | left)
            if x == new:
                self._recount(right << 32 | (left if y == new else y))

    def _recount(self, pair: int) -> None:
        row = self._row_of.get(pair)
        if row is None:
            return
        count = self.counts[pair]
        if count >= self.min_frequency:
            self._rows.count[row] = count
        else:
            self.gaps.pop(pair, None)
            self._lose(pair)

    def _recount_tokens(self, left: int, right: int, times: int) -> None:
        """Lower the counts of the two parts, from which the new token took its occurrences."""
        counts, divisors = self._token_counts, self._divisors
        counts[left] -= times
        counts[right] -= times
        counts.append(times)
        self._as_left.append(array("i"))
        self._as_right.append(array("i"))
        if len(counts) > len(divisors):
            self._divisors = divisors = np.concatenate([divisors, np.ones(len(counts))])
        for token in (left, right, len(counts) - 1):
            divisors[token] = counts[token] or 1

    def _rows_with(self, tokens: set[int]) -> array[int]:
        """The rows of all pairs that contain these tokens, perhaps with extra or repeated rows."""
        rows = array("i")
        for token in tokens:
            rows.extend(self._as_left[token])
            rows.extend(self._as_right[token])
        if len(rows) > FEW_ROWS and 2 * np.count_nonzero(self._rows.count[rows]) < len(rows):
            for token in tokens:
                self._as_left[token] = self._tidied(self._as_left[token], self._rows.left, token)
                self._as_right[token] = self._tidied(self._as_right[token], self._rows.right, token)
        return rows

    def _tidied(self, rows: array[int], side: Ids, token: int) -> array[int]:
        """The rows without those of dead pairs."""
        kept = np.array(rows, np.int32)
        alive = (self._rows.count[kept] > 0) & (side[kept] == token)
        return array("i", kept[alive].tobytes())


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
    special = check_special_tokens(special_tokens)
    check_number("min_frequency", min_frequency, smallest=1)
    spelled = respell(corpus, prefix)
    limit, limited_by = find_limit(spelled, num_merges, vocab_size, len(special))
    clock = Clock(limit, progress, time_limit)
    pairs = ScoreQueue(spelled, make_rule(spelled, tie_break, prefix), min_frequency)
    merger = Merger(spelled, pairs, shared_bytes=len(encode_utf8(prefix)))
    stopped = clock.run(merger.merge_next) or limited_by
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
