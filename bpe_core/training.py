"""Byte pair encoding: merge the most frequent pair of neighbouring tokens, again and again.

Source: Gage, 1994, "A New Algorithm for Data Compression"; for words, Sennrich, Haddow, Birch,
2016. The tutorials' trainer counts all pairs anew at each step. Unlike it, this one counts once
and then touches only the places where something changes:

- The corpus is a chain of tokens in flat arrays: each token knows its neighbours. A merge relinks
  the chain where the pair stands and nowhere else, so one huge word costs no more than many
  short ones.
- An index knows for each pair its count and the positions where it came to be. A pair comes to be
  in a single step (the one that makes its younger token) and afterwards only loses occurrences:
  its count never rises and its first position never moves back. So the list of positions is
  written once, and a position that is no longer true is passed over when it is met.
- A pair waits in the bucket of its count. The highest bucket is opened first; a pair whose count
  has fallen meanwhile moves on to a lower bucket. Within a bucket the tie rule decides.

A pair that stands in many places is merged with NumPy, one in few places by a plain loop: the
same steps, whichever is faster.

Pairs are counted as tutorials do: in a a a the pair (a, a) counts twice, and a merge goes from
left to right and leaves aa a.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from time import monotonic
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.corpus import Corpus
from bpe_core.errors import (
    NumberTooSmallError,
    SpecialTokenError,
    TimeLimitError,
    VocabularyTooSmallError,
)
from bpe_core.tie_rules import Key, TieRule, find_tie_rule
from bpe_core.trace import StopReason, Trace

Progress = Callable[[int, int | None], None]
Ids = NDArray[np.int32]
Positions = list[int] | Ids
Number = TypeVar("Number", np.int32, np.int64)

NOTHING = -1  # in place of a token: a word's border, or the right part of a merged pair
MANY = 96  # from this many positions on NumPy is faster than a loop
STEPS_PER_LOOK = 16  # steps between two looks at the clock
SECONDS_PER_REPORT = 0.25


def train_bpe(
    corpus: Corpus,
    *,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (),
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Trace:
    """Learn merges from a corpus and keep the whole history as a `Trace`.

    It stops after `num_merges` merges, at `vocab_size` tokens (special, base and merged ones),
    when no pair occurs `min_frequency` times, after `time_limit` seconds, or when nothing is left
    to merge; `stopped_because` of the trace says which. `progress(done, total)` is called about
    four times a second and may raise to cancel; `total` is None where no number of steps is set.

    Raises `VocabularyTooSmallError`, `NumberTooSmallError`, `TimeLimitError`,
    `SpecialTokenError`, `UnknownTieRuleError`.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trace = train_bpe(corpus, num_merges=3)
    >>> [(m.left, m.right, m.token, m.count) for m in trace.merges]
    [('u', 'g', 'ug', 20), ('u', 'n', 'un', 16), ('h', 'ug', 'hug', 15)]
    >>> trace.stopped_because
    'num_merges'
    """
    rule = find_tie_rule(tie_break)
    special = check_special_tokens(special_tokens)
    _check_number("min_frequency", min_frequency, smallest=1)
    limit, limited_by = _limit(corpus, num_merges, vocab_size, len(special))
    clock = _Clock(limit, progress, time_limit)
    learner = _Learner(corpus, rule(corpus.base_vocabulary), min_frequency)
    stopped: StopReason | None = None
    while stopped is None:
        if learner.step == limit:
            stopped = limited_by
        elif clock.is_over(learner.step):
            stopped = "time_limit"
        elif not learner.merge_next():
            stopped = "min_frequency" if learner.has_open_gaps() else "nothing_left"
    clock.report(learner.step)
    return Trace(
        corpus=corpus,
        merges=learner.merge_ids(),
        merge_counts=np.array(learner.merge_counts, np.int64),
        closed=learner.closed_gaps(),
        special_tokens=special,
        tie_break=tie_break,
        stopped_because=stopped,
    )


def check_special_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """The special tokens as a tuple; `SpecialTokenError` for an empty or repeated one.

    >>> check_special_tokens(["<pad>", "<eos>"])
    ('<pad>', '<eos>')
    """
    for i, token in enumerate(tokens):
        if not token or token in tokens[:i]:
            raise SpecialTokenError(token=token)
    return tuple(tokens)


def _check_number(name: str, value: object, smallest: int) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < smallest:
        raise NumberTooSmallError(name=name, value=value, smallest=smallest)


def _limit(
    corpus: Corpus, num_merges: int | None, vocab_size: int | None, special: int
) -> tuple[int | None, StopReason]:
    """How many merges at most (None: no limit), and which setting says so."""
    if num_merges is not None:
        _check_number("num_merges", num_merges, smallest=0)
    if vocab_size is None:
        return num_merges, "num_merges"
    base = len(corpus.base_vocabulary)
    _check_number("vocab_size", vocab_size, smallest=1)
    if vocab_size < special + base:
        raise VocabularyTooSmallError(
            vocab_size=vocab_size, base=base, special=special, smallest=special + base
        )
    room = vocab_size - special - base
    if num_merges is not None and num_merges <= room:
        return num_merges, "num_merges"
    return room, "vocab_size"


class _Clock:
    """Looks at the time every few steps: reports progress and knows when time is up."""

    def __init__(
        self, total: int | None, progress: Progress | None, time_limit: float | None
    ) -> None:
        if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
            raise TimeLimitError(value=time_limit)
        now = monotonic()
        self._total = total
        self._progress = progress
        self._end = None if time_limit is None else now + time_limit
        self._next_report = now + SECONDS_PER_REPORT

    def is_over(self, step: int) -> bool:
        if step % STEPS_PER_LOOK:
            return False
        now = monotonic()
        if now >= self._next_report:
            self.report(step)
            self._next_report = now + SECONDS_PER_REPORT
        return self._end is not None and now >= self._end

    def report(self, step: int) -> None:
        if self._progress is not None:
            self._progress(step, self._total)


class _Learner:
    """The state of a training: the chain of tokens, the pair index and the buckets.

    Every unit of the corpus has a place in the chain, and so has the border before and after each
    word. A token stands at the place of its first unit. The arrays exist twice over the same
    memory: as `array`, quick to read one by one, and as NumPy array (`_np`), quick to read in bulk.
    """

    def __init__(self, corpus: Corpus, rule: TieRule, min_frequency: int) -> None:
        self.step = 0
        self.merge_counts: list[int] = []
        self._merged: list[tuple[int, int]] = []
        self._rule = rule
        self._min_frequency = min_frequency
        self._base = len(corpus.base_vocabulary)
        self._corpus = corpus
        self._lay_out(corpus)
        self._counts: dict[int, int] = {}
        self._where: dict[int, Positions] = {}
        self._buckets: dict[int, list[int]] = {}
        self._levels: list[int] = []  # the counts that have a bucket, negative: a heap
        self._level = 0  # the count of the open bucket
        self._open: list[tuple[Key, int]] = []  # the open bucket: a heap by the rule's key
        self._count_pairs()

    # The chain

    def _lay_out(self, corpus: Corpus) -> None:
        self._places = np.arange(len(corpus.units), dtype=np.int32) + corpus.word_of_unit + 1
        size = len(corpus.units) + len(corpus.words) + 1
        tokens = np.full(size, NOTHING, np.int32)
        tokens[self._places] = corpus.units
        weights = np.zeros(size, np.int64)
        weights[self._places] = corpus.counts[corpus.word_of_unit]
        places = np.arange(size, dtype=np.int32)
        self._tokens, self._np_tokens = _shared("i", tokens)
        self._weights, self._np_weights = _shared("q", weights)
        self._next, self._np_next = _shared("i", places + 1)
        self._previous, self._np_previous = _shared("i", places - 1)
        self._closed, self._np_closed = _shared("i", np.zeros(size, np.int32))

    def closed_gaps(self) -> Ids:
        """For each unit the step that closed the gap after it, 0 for none (int32)."""
        closed: Ids = self._np_closed[self._places]
        return closed

    def has_open_gaps(self) -> bool:
        return bool(np.any(self._corpus.inside & (self.closed_gaps() == 0)))

    def merge_ids(self) -> Ids:
        """Left, right and new id of each merge (int32, n x 3)."""
        ids = np.empty((len(self._merged), 3), np.int32)
        ids[:, :2] = np.array(self._merged, np.int32).reshape(-1, 2)
        ids[:, 2] = np.arange(self._base, self._base + len(ids))
        return ids

    # The index

    def _count_pairs(self) -> None:
        """Count all pairs of the corpus once and put each into the bucket of its count."""
        tokens = self._np_tokens
        positions = np.flatnonzero((tokens[:-1] >= 0) & (tokens[1:] >= 0)).astype(np.int32)
        left, right = tokens[positions], tokens[positions + 1]
        for pair, count, places in _grouped(
            left.astype(np.int64) << 32 | right, positions, self._np_weights[positions]
        ):
            self._counts[pair] = count
            self._add(pair, count, places)

    def _add(self, pair: int, count: int, positions: Positions) -> None:
        """Take a new pair into the index."""
        if count >= self._min_frequency:
            self._where[pair] = positions
            self._put(pair, count)

    def _put(self, pair: int, count: int) -> None:
        """Let a pair wait in the bucket of its count."""
        if count == self._level:
            heapq.heappush(self._open, (self._key(pair), pair))
        elif count in self._buckets:
            self._buckets[count].append(pair)
        else:
            self._buckets[count] = [pair]
            heapq.heappush(self._levels, -count)

    def _put_lower(self, pair: int) -> None:
        """A pair whose count has fallen waits in a lower bucket, or is forgotten."""
        count = self._counts[pair]
        if count >= self._min_frequency:
            self._put(pair, count)
        else:
            del self._where[pair]

    def _key(self, pair: int) -> Key:
        left, right = pair >> 32, pair & 0xFFFFFFFF
        return self._rule.key(left, right, self._first_position(pair, left, right))

    def _first_position(self, pair: int, left: int, right: int) -> int:
        """Where the pair stands first; positions that are no longer true are dropped."""
        positions = self._where[pair]
        tokens, following = self._tokens, self._next
        for i, p in enumerate(positions):
            if tokens[p] == left and tokens[following[p]] == right:
                if i:
                    self._where[pair] = positions[i:]
                return int(p)
        raise AssertionError("a pair with a count stands somewhere")

    def _choose_pair(self) -> int | None:
        """The most frequent pair, by the tie rule among equals; None if there is none."""
        while True:
            while self._open:
                pair = heapq.heappop(self._open)[1]
                if self._counts[pair] == self._level:
                    return pair
                self._put_lower(pair)
            if not self._levels:
                return None
            self._open_bucket(-heapq.heappop(self._levels))

    def _open_bucket(self, level: int) -> None:
        waiting = self._buckets.pop(level)
        counts = self._counts
        self._level = level
        self._open = [(self._key(pair), pair) for pair in waiting if counts[pair] == level]
        heapq.heapify(self._open)
        for pair in waiting:
            if counts[pair] != level:
                self._put_lower(pair)

    # The merge

    def merge_next(self) -> bool:
        """Do one step of the algorithm; False if no pair is frequent enough."""
        pair = self._choose_pair()
        if pair is None:
            return False
        left, right = pair >> 32, pair & 0xFFFFFFFF
        self.step += 1
        self.merge_counts.append(self._counts[pair])
        self._merged.append((left, right))
        self._rule.learn(left, right)
        positions = self._where.pop(pair)
        merge = self._merge_many if len(positions) >= MANY else self._merge_few
        merge(positions, left, right, self._base + self.step - 1)
        del self._counts[pair]
        return True

    def _merge_few(self, positions: Positions, left: int, right: int, new: int) -> None:
        """Merge a pair place by place, from left to right."""
        tokens, weights, closed = self._tokens, self._weights, self._closed
        following, previous, counts = self._next, self._previous, self._counts
        step = self.step
        gained: dict[int, list[int]] = {}
        for p in positions if isinstance(positions, list) else positions.tolist():
            q = following[p]
            if tokens[p] != left or tokens[q] != right:
                continue
            before, after, weight = previous[p], following[q], weights[p]
            tokens[p], tokens[q] = new, NOTHING
            following[p], previous[after] = after, p
            closed[q - 1] = step
            neighbour = tokens[before]
            if neighbour >= 0:
                counts[neighbour << 32 | left] -= weight
                pair = neighbour << 32 | new
                if pair in gained:
                    gained[pair].append(before)
                    counts[pair] += weight
                else:
                    gained[pair] = [before]
                    counts[pair] = weight
            neighbour = tokens[after]
            if neighbour >= 0:
                counts[right << 32 | neighbour] -= weight
                pair = new << 32 | neighbour
                if pair in gained:
                    gained[pair].append(p)
                    counts[pair] += weight
                else:
                    gained[pair] = [p]
                    counts[pair] = weight
        for pair, places in gained.items():
            self._add(pair, counts[pair], places)

    def _merge_many(self, positions: Positions, left: int, right: int, new: int) -> None:
        """Merge a pair everywhere at once."""
        tokens, following, previous = self._np_tokens, self._np_next, self._np_previous
        p = np.asarray(positions, np.int32)
        q = following[p]
        true = (tokens[p] == left) & (tokens[q] == right)
        p, q = p[true], q[true]
        if left == right:
            first = _every_other(p, q)
            p, q = p[first], q[first]
        after = following[q]
        tokens[p], tokens[q] = new, NOTHING
        following[p], previous[after] = after, p
        self._np_closed[q - 1] = self.step
        weights = self._np_weights[p]
        self._exchange_left(p, weights, left, right, new)
        self._exchange_right(p, weights, right, new)

    def _exchange_left(
        self, p: Ids, weights: NDArray[np.int64], left: int, right: int, new: int
    ) -> None:
        """What stood before the left token now stands before the new one."""
        before = self._np_previous[p]
        neighbours = self._np_tokens[before]
        some = neighbours >= 0
        for x, weight, places in _grouped(neighbours[some], before[some], weights[some]):
            # Where two merged pairs adjoin, what stood before the left token was a right one.
            self._counts[(right if x == new else x) << 32 | left] -= weight
            self._counts[x << 32 | new] = weight
            self._add(x << 32 | new, weight, places)

    def _exchange_right(self, p: Ids, weights: NDArray[np.int64], right: int, new: int) -> None:
        """What stood after the right token now stands after the new one."""
        neighbours = self._np_tokens[self._np_next[p]]
        some = (neighbours >= 0) & (neighbours != new)
        for y, weight, places in _grouped(neighbours[some], p[some], weights[some]):
            self._counts[right << 32 | y] -= weight
            self._counts[new << 32 | y] = weight
            self._add(new << 32 | y, weight, places)


def _shared(typecode: str, values: NDArray[Number]) -> tuple[array[int], NDArray[Number]]:
    """The values as an `array`, and a NumPy array over the same memory."""
    shared: array[int] = array(typecode)
    shared.frombytes(values.tobytes())
    return shared, np.frombuffer(shared, values.dtype)


def _every_other(p: Ids, q: Ids) -> NDArray[np.bool_]:
    """Of overlapping occurrences of (a, a) in a run, the first, third, fifth, ... (a mask)."""
    index = np.arange(len(p))
    begins = np.ones(len(p), bool)
    begins[1:] = p[1:] != q[:-1]
    run_start = np.maximum.accumulate(np.where(begins, index, 0))
    odd: NDArray[np.bool_] = (index - run_start) % 2 == 0
    return odd


def _grouped(
    labels: NDArray[np.integer], positions: Ids, weights: NDArray[np.int64]
) -> list[tuple[int, int, Positions]]:
    """For each distinct label: the label, the sum of its weights, its positions in order."""
    if not len(labels):
        return []
    order = np.argsort(labels, kind="stable")
    labels, positions = labels[order], positions[order]
    starts = np.flatnonzero(np.concatenate(([True], labels[1:] != labels[:-1])))
    sums = np.add.reduceat(weights[order], starts).tolist()
    ends = [*starts[1:].tolist(), len(labels)]
    slices = map(slice, starts.tolist(), ends)
    return list(zip(labels[starts].tolist(), sums, map(positions.__getitem__, slices), strict=True))
