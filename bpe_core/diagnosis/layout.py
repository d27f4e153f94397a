"""Words and their pairs before the first merge, and which pairs have the highest count.

A word is a string with one character a token, so a pair is a string of two characters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.diagnosis.words import Merge, Words

#: What makes a difference to some mistake: a pair is merged, at places that adjoin, at places that
#: overlap, at several places of a word; a token is there three times in a row, or a pair twice in
#: a word; a word occurs more than once.
EVENTS = ("merged", "adjoined", "overlapped", "repeated", "tripled", "doubled", "weighted")
#: Separates words in one string.
BORDER = chr(0x10FFFF)


class _Table(NamedTuple):
    """All pairs, sorted, with their places: pair i is at `places[starts[i]:starts[i + 1]]`."""

    pairs: NDArray[np.int64]
    counts: NDArray[np.int64]
    starts: NDArray[np.int64]
    places: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Layout:
    """Words and their pairs before the first merge, counted with NumPy; recipes share it.

    >>> from bpe_core.diagnosis.recipe import Recipe
    >>> from bpe_core.diagnosis.words import WordMaker
    >>> layout = Layout(WordMaker({"aab": 3, "b": 1}).make(Recipe()))
    >>> [(tuple(map(ord, pair)), count) for pair, count in layout.counts("definition").items()]
    [((0, 0), 3), ((0, 1), 3)]
    """

    words: Words

    @cached_property
    def _tokens(self) -> NDArray[np.int64]:
        text = BORDER.join(self.words.spelled)
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)

    @cached_property
    def _word_of(self) -> NDArray[np.int64]:
        return np.cumsum(self._tokens == ord(BORDER))

    @cached_property
    def _table(self) -> _Table:
        tokens = self._tokens
        is_token = tokens != ord(BORDER)
        places = np.flatnonzero(is_token[:-1] & is_token[1:])
        pairs = tokens[places] << 32 | tokens[places + 1]
        order = np.argsort(pairs, kind="stable")
        pairs, places = pairs[order], places[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        weights = np.array(self.words.counts)[self._word_of[places]]
        counts = np.add.reduceat(weights, starts) if len(starts) else weights
        return _Table(pairs[starts], counts, np.append(starts, len(pairs)), places)

    @cached_property
    def met(self) -> dict[str, int]:
        """The pairs, each with its position in the order of first occurrence."""
        order = np.argsort(self._table.places[self._table.starts[:-1]], kind="stable")
        return {_as_text(pair): i for i, pair in enumerate(self._table.pairs[order].tolist())}

    @cached_property
    def _counted(self) -> dict[str, dict[str, int]]:
        return {}

    def counts(self, counting: str) -> dict[str, int]:
        """How often each pair occurs, or the rank of its score. Do not change the table."""
        if counting not in self._counted:
            self._counted[counting] = self._count(counting)
        return self._counted[counting]

    def _count(self, counting: str) -> dict[str, int]:
        spelled, weights = self.words.spelled, self.words.counts
        if counting == "once-per-word":
            once: Counter[str] = Counter()
            for word, weight in zip(spelled, weights, strict=True):
                once.update(dict.fromkeys(map("".join, pairwise(word)), weight))
            return once
        texts = map(_as_text, self._table.pairs.tolist())
        counts = dict(zip(texts, self._table.counts.tolist(), strict=True))
        if counting == "as-merged":
            for pair in (pair for pair in counts if pair[0] == pair[1]):
                found = self.words_with(pair)
                counts[pair] = sum(weights[i] * spelled[i].count(pair) for i in found)
        if counting == "score":
            return rank_scores(counts, spelled, weights)
        return counts

    def most_frequent(self, counting: str) -> set[str]:
        """The pairs that a way of counting puts first."""
        if counting == "definition":  # quick to say, without a table of them all
            numbers = self._table.counts
            top = self._table.pairs[numbers == numbers.max(initial=0)]
            return set(map(_as_text, top.tolist()))
        counts = self.counts(counting)
        most = max(counts.values(), default=0)
        return {pair for pair, count in counts.items() if count == most}

    @cached_property
    def by_count(self) -> Mapping[int, list[str]]:
        """The pairs by their count."""
        return _by_count(self.counts("definition"))

    @cached_property
    def ids(self) -> dict[bytes, str]:
        """The token of each base text, the first if two have the same."""
        base = self.words.base
        return {base[i]: chr(i) for i in reversed(range(len(base)))}

    def find(self, merge: Merge, ids: Mapping[bytes, str] | None = None) -> str | None:
        """The pair of a merge of base tokens, or of those in `ids`; None if there is none.

        Where a marker looks like a letter, the letter is meant.

        >>> from bpe_core.diagnosis.recipe import Recipe
        >>> from bpe_core.diagnosis.words import WordMaker
        >>> Layout(WordMaker({"ba": 1}).make(Recipe(marker="a"))).find((b"b", b"a"))
        '\\x01\\x00'
        """
        left, right = self.words.write(merge)
        ids = ids or self.ids
        return ids[left] + ids[right] if left in ids and right in ids else None

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {_as_text(pair): i for i, pair in enumerate(self._table.pairs.tolist())}

    def words_with(self, pair: str) -> list[int]:
        """The words that contain a pair before any merge, in order."""
        row = self._row_of.get(pair)
        if row is None:
            return []
        starts = self._table.starts
        places = self._table.places[starts[row] : starts[row + 1]]
        numbers: list[int] = np.unique(self._word_of[places]).tolist()
        return numbers

    @cached_property
    def events(self) -> frozenset[str]:
        """Which of `EVENTS` have happened before the first merge."""
        tokens, words = self._tokens, self._word_of[self._table.places]
        two = tokens[:-1] == tokens[1:]
        same = words[1:] == words[:-1]
        same[self._table.starts[1:-1] - 1] = False
        there = {
            "tripled": np.any(two[:-1] & two[1:]),
            "doubled": np.any(same),
            "weighted": max(self.words.counts) > 1,
        }
        return frozenset(name for name, is_there in there.items() if is_there)

    @cached_property
    def longest_word(self) -> int:
        """The number of units in the longest word."""
        return max(map(len, self.words.spelled))


def _as_text(pair: int) -> str:
    return chr(pair >> 32) + chr(pair & 0xFFFFFFFF)


def rank_scores(
    counts: Mapping[str, int], spelled: Sequence[str], weights: Sequence[int]
) -> dict[str, int]:
    """The position of each pair's WordPiece score among all scores, from 1."""
    tokens: Counter[str] = Counter()
    for word, weight in zip(spelled, weights, strict=True):
        for token in word:
            tokens[token] += weight
    score_of = {p: n / (tokens[p[0]] * tokens[p[1]]) for p, n in counts.items() if n}
    place = {score: i for i, score in enumerate(sorted(set(score_of.values())), start=1)}
    return {pair: place[score] for pair, score in score_of.items()}


def _by_count(counts: Mapping[str, int]) -> Mapping[int, list[str]]:
    by_count: defaultdict[int, list[str]] = defaultdict(list)
    for pair, count in counts.items():
        by_count[count].append(pair)
    return by_count


class Ranking:
    """Which pairs have the highest count, while counts change.

    `level` is the highest count, and `members` are the pairs that have it. `opened` counts the
    levels, so that a new one is noticed. Unlike the trainer's queue, this knows all pairs that tie,
    because the question is which of them somebody else would take.

    >>> ranking = Ranking({"ab": 5, "cd": 5, "ef": 4})
    >>> ranking.level, [*ranking.members]
    (5, ['ab', 'cd'])
    >>> ranking.change("ab", 0), ranking.change("cd", 3), ranking.settle(), [*ranking.members]
    (None, None, None, ['ef'])
    """

    def __init__(
        self, counts: dict[str, int], by_count: Mapping[int, list[str]] | None = None
    ) -> None:
        self.counts = counts
        self.level = self.opened = 0
        self.members: dict[str, None] = {}
        self._at_first = _by_count(counts) if by_count is None else by_count
        self._since: defaultdict[int, list[str]] = defaultdict(list)
        self._heap = [-count for count in self._at_first if count > 0]
        heapify(self._heap)
        self.settle()

    def change(self, pair: str, count: int, *, is_forgotten: bool = False) -> None:
        """Give a pair another count, which may be below zero where somebody counts wrongly."""
        if count == self.counts.get(pair, 0):
            return
        self.counts[pair] = count
        self.members.pop(pair, None)
        if count > 0 and not is_forgotten:
            self._put(pair, count)

    def _put(self, pair: str, count: int) -> None:
        if count == self.level:
            self.members[pair] = None
            return
        if count not in self._since:
            heappush(self._heap, -count)
        self._since[count].append(pair)

    def settle(self) -> None:
        """Find the level."""
        while self._heap and (not self.members or -self._heap[0] > self.level):
            left, level = self.members, self.level
            self.level, self.members = -heappop(self._heap), {}
            for pair in left:
                self._put(pair, level)
            found = {*self._at_first.get(self.level, ()), *self._since.pop(self.level, ())}
            self.members = dict.fromkeys(
                sorted(pair for pair in found if self.counts[pair] == self.level)
            )
            self.opened += 1
        if not self.members:
            self.level = 0
