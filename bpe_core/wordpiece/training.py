"""WordPiece: merge the pair that is most frequent for how frequent its two tokens are.

The score of a pair is count(pair) / (count(left) * count(right)): a pair whose tokens hardly
stand anywhere else wins over a frequent pair of frequent tokens. Unlike BPE, which asks "how
often", this asks "how much oftener than its parts would have it".

Source: Schuster and Nakajima, 2012, "Japanese and Korean Voice Search", who choose the merge that
raises the likelihood of the text most. Their trainer was never published; this is the public form
in which courses teach it (Hugging Face's course, "WordPiece tokenization"). What Google's own
trainer does may differ.

The chain of tokens and the pair index are BPE's (`bpe_core.bpe.merging`). What differs is the
choice: a merge takes occurrences from its two tokens, and thereby *raises* the score of every other
pair that one of them is in. So all pairs have a row in flat arrays, each token knows the rows that
it is in, and a merge computes the scores of these rows anew; the best row is then the maximum of
one array. Scores are compared exactly: floating point only picks the few rows that come into
question.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bpe_core.bpe.merging import Gaps, Ids, Merger, merge_until_over
from bpe_core.bpe.tie_rules import Key, LargestText, TieRule, find_tie_rule
from bpe_core.text.corpus import Corpus, encode_utf8
from bpe_core.training.limits import (
    Clock,
    ReportSteps,
    check_number,
    check_special_tokens,
    find_limit,
)
from bpe_core.wordpiece.spelling import respell
from bpe_core.wordpiece.trace import WordPieceTrace

NEARLY = 1 - 1e-14  # a score's relative rounding error is below 1e-15
FEW_ROWS = 64  # shorter lists of rows are not worth tidying


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

    The settings, limits, ways to stop and errors are those of `train_bpe`; `min_frequency` is
    about the pair's count, not its score. `prefix` marks word-inner tokens and may not be empty
    (`PrefixError`).

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merge = train_wordpiece(corpus, num_merges=1).merges[0]
    >>> merge.left, merge.right, merge.token, merge.score
    ('##g', '##s', '##gs', Fraction(1, 20))
    >>> merge.count, merge.left_count, merge.right_count
    (5, 20, 5)
    """
    find_tie_rule(tie_break)
    special = check_special_tokens(special_tokens)
    check_number("min_frequency", min_frequency, smallest=1)
    spelled = respell(corpus, prefix)
    limit, limited_by = find_limit(spelled, num_merges, vocab_size, len(special))
    clock = Clock(limit, progress, time_limit)
    merger = _ScoreMerger(
        spelled, make_rule(spelled, tie_break, prefix), min_frequency, len(encode_utf8(prefix))
    )
    stopped = merge_until_over(merger, clock, limit, limited_by)
    return WordPieceTrace(
        corpus=spelled,
        merges=merger.merge_ids(),
        merge_counts=np.array(merger.merge_counts, np.int64),
        closed=merger.closed_gaps(),
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        prefix=prefix,
    )


class _LargestPiece(LargestText):
    """`largest-text` where merging strips the prefix of the right part."""

    def __init__(self, corpus: Corpus, prefix: str) -> None:
        super().__init__(corpus.base_vocabulary)
        self._extra = len(prefix) if corpus.unit == "char" else len(encode_utf8(prefix))

    def learn(self, left: int, right: int) -> None:
        self._turned.append(self._turned[left] + self._turned[right][self._extra :])


def make_rule(corpus: Corpus, tie_break: str, prefix: str) -> TieRule:
    """The tie rule of that name at work on a respelled corpus."""
    rule = find_tie_rule(tie_break)
    return _LargestPiece(corpus, prefix) if rule is LargestText else rule(corpus.base_vocabulary)


class _Rows:
    """The pairs in flat arrays, a row each; the rows of dead pairs are used again.

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
        """Rows for new pairs; their scores are not known yet."""
        reused = self._free[-len(pairs) :]
        del self._free[-len(pairs) :]
        rows = [*reused, *range(len(self.pairs), len(self.pairs) + len(pairs) - len(reused))]
        self.pairs.extend([0] * (len(pairs) - len(reused)))
        if len(self.pairs) > len(self.count):
            self._grow()
        # A step adds a few pairs: for so few, one by one is faster than by arrays.
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


class _ScoreMerger(Merger):
    """BPE's chain and index of positions; the choice goes by score."""

    def __init__(
        self, corpus: Corpus, rule: TieRule, min_frequency: int, prefix_bytes: int
    ) -> None:
        self._rows = _Rows()
        self._row_of: dict[int, int] = {}
        self._keys: dict[int, Key] = {}
        self._gained: list[tuple[int, int]] = []  # pairs that came to be in this step, with counts
        size = len(corpus.base_vocabulary)
        totals = np.zeros(size, np.int64)
        np.add.at(totals, corpus.units, corpus.counts[corpus.word_of_unit])
        self._token_counts: list[int] = totals.tolist()
        self._as_left = [array("i") for _ in range(size)]  # the rows in which a token is left
        self._as_right = [array("i") for _ in range(size)]
        self._divisors = np.maximum(totals, 1).astype(float)
        super().__init__(corpus, rule, min_frequency)
        self._shared_bytes = prefix_bytes
        self._score(np.array(self._take_in(), np.int32))

    # The index

    def _choose_floor(self, counts: NDArray[np.int64]) -> int:
        return 0  # a rare pair may have a high score, so the index holds all

    def _add(self, pair: int, count: int, gaps: Gaps) -> None:
        self._counts[pair] = count
        if count >= self._min_frequency:
            self._where[pair] = gaps
        self._gained.append((pair, count))

    def _take_in(self) -> list[int]:
        """Give each new pair that is frequent enough a row."""
        frequent = [(pair, n) for pair, n in self._gained if n >= self._min_frequency]
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
        """Work out the scores of these rows anew."""
        table, divisors = self._rows, self._divisors
        product = divisors[table.left[rows]] * divisors[table.right[rows]]
        table.score[rows] = table.count[rows] / product

    # The choice

    def _choose_pair(self) -> int | None:
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
        counts, tokens = self._counts, self._token_counts
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
        """The first by the tie rule.

        Keys are kept: a first gap can only move on, so a kept key is never too large.
        """
        keys = self._keys
        for pair in pairs:
            if pair not in keys:
                keys[pair] = self._key(pair)
        while True:
            pair = min(pairs, key=keys.__getitem__)
            key = self._key(pair)
            if key == keys[pair]:
                return pair
            keys[pair] = key

    # The merge

    def merge_next(self) -> bool:
        """Do one step of the algorithm; False if there is none: `why_it_ended` tells why."""
        if not super().merge_next():
            return False
        left, right = self._merged[-1]
        self._lose(left << 32 | right)
        self._recount_neighbours(left, right)
        self._recount_tokens(left, right)
        rows = self._rows_with({left, right})
        rows.extend(self._take_in())
        self._score(np.array(rows, np.int32))
        return True

    def _lose(self, pair: int) -> None:
        """Forget the row of a pair that is gone or too rare."""
        row = self._row_of.pop(pair, None)
        if row is not None:
            self._rows.free(row)
            self._keys.pop(pair, None)

    def _recount_neighbours(self, left: int, right: int) -> None:
        """The pairs that the new token's neighbours stood in before have fallen."""
        new = self._base + self.step - 1
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
        count = self._counts[pair]
        if count >= self._min_frequency:
            self._rows.count[row] = count
        else:
            self._where.pop(pair, None)
            self._lose(pair)

    def _recount_tokens(self, left: int, right: int) -> None:
        """The new token took its occurrences from its two parts."""
        times = self._merged_times(left, right)
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

    def _merged_times(self, left: int, right: int) -> int:
        """How often the merge of this step took place: of overlapping pairs not all are merged."""
        if left != right:
            return self.merge_counts[-1]
        return int(self._np_weights[self._np_ending == -self.step].sum())

    def _rows_with(self, tokens: set[int]) -> array[int]:
        """The rows of all pairs in which these tokens stand, maybe some others and some twice."""
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
        """The rows without those whose pair is dead."""
        kept = np.array(rows, np.int32)
        alive = (self._rows.count[kept] > 0) & (side[kept] == token)
        return array("i", kept[alive].tobytes())
