"""BoundlessBPE: a word that has become one token may be joined to the one beside it.

A word whose merges have made it a single token is *ready*. Two neighbouring ready words, each with
a letter in it, are a candidate like any pair, and so is what they become: the most frequent pair
of all is merged, be it inside a word or across two. Source: Schmidt, Reddy, Tanner and Pinter,
2025, "Boundless Byte Pair Encoding: Breaking the Pre-tokenization Barrier".

Unlike SuperBPE, this has no switch (each wall falls when the words on both its sides are ready),
and it never joins half a word to another. Unlike in the authors' trainer, no tokens are removed
again.

Merges across words change nothing inside any word. So the merges of ordinary BPE are known first,
from the bag of words, and the others are put between them by their counts.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.running_text import RunningText, find_rule
from bpe_core.algorithms.across_words.superbpe import part_of_progress
from bpe_core.algorithms.across_words.trace import BOUNDLESS_MAGIC, AcrossTrace
from bpe_core.algorithms.bpe.pair_buckets import PairBuckets
from bpe_core.algorithms.bpe.pair_queue import Merged
from bpe_core.algorithms.bpe.places import MANY, NOTHING, Groups, Ids, Neighbours, Places
from bpe_core.algorithms.bpe.tie_rules import Key, TieRule, find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import (
    MOST_TOKEN_BYTES,
    ReportSteps,
    StopReason,
    check_special_tokens,
    find_limit,
)
from bpe_core.saved_training import trains_again
from bpe_core.text.corpus import Corpus, byte_length

_LETTER = regex.compile(r"\p{L}")
NEVER = 2**31 - 1


def train_boundless(
    text: RunningText,
    *,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (),
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> AcrossTrace:
    """Learn merges inside words and between ready words; keep the whole history.

    The settings, the ways to stop and the errors are those of `train_bpe`.

    >>> text = RunningText.read("of the hug of the pug of the bug")
    >>> trace = train_boundless(text, num_merges=7)
    >>> [(merge.token, merge.count) for merge in trace.merges][3:]
    [('Ġthe', 3), ('ug', 3), ('Ġof', 2), ('ĠofĠthe', 2)]
    """
    special = check_special_tokens(special_tokens)
    limit, limited_by = find_limit(text, num_merges, vocab_size, len(special))
    inside = train_bpe(
        text.bag,
        num_merges=limit,
        min_frequency=min_frequency,
        tie_break=tie_break,
        progress=part_of_progress(progress, 0, limit),
        time_limit=time_limit,
    )
    # If ordinary BPE fills the limit, no merge is rarer than its last one.
    is_full = limit is not None and len(inside) == limit > 0
    rarest = max(min_frequency, int(inside.merge_counts[-1])) if is_full else min_frequency
    joined = _Joined(text, inside, rarest)
    stopped = joined.run(limit, limited_by)
    return AcrossTrace(
        corpus=text,
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        needs_ready=True,
        **joined.recorded(),
    )


@trains_again(BOUNDLESS_MAGIC)
def _train_again(lines: Corpus, **settings: Any) -> AcrossTrace:
    return train_boundless(RunningText.of_corpus(lines), **settings)


class _Joined:
    """The merges of ordinary BPE and those between ready words, in the order of their counts.

    `number` is the id of a token of ordinary BPE among all tokens, by its id there.
    """

    def __init__(self, text: RunningText, inside: Trace, rarest: int) -> None:
        self._text = text
        self._inside = inside
        base = text.base_vocabulary
        self._space = find_rule(text.pre_tokenizer).space if text.unit == "char" else ""
        self._base = len(base)
        self._sizes = list(map(byte_length, base))
        self._number = list(range(self._base))
        self._rule = find_tie_rule(inside.tie_break)(base)
        self._merges: list[tuple[int, int]] = []
        self._counts: list[int] = []
        self._across: list[bool] = []
        self._first_places = _first_places(text, inside)
        self._pairs = _ReadyPairs(text, self._rule, rarest)
        #: For each word of the bag, the state from which it is ready, by these steps.
        self._ready = np.full(len(text.bag.words), NEVER, np.int32)
        self._becoming = _words_by_step(inside)
        self._reveal(0)

    def run(self, limit: int | None, limited_by: StopReason) -> StopReason:
        """Merge until the training ends, and return why."""
        while len(self._merges) != limit:
            count, pair = self._best()
            if not count:
                return self._inside.stopped_because
            left, right = pair
            if self._sizes[left] + self._sizes[right] > MOST_TOKEN_BYTES:
                return "token_length"
            self._merge(count, left, right)
        return limited_by

    def _best(self) -> tuple[int, tuple[int, int]]:
        """The count of the next pair, 0 for none, and its ids; note which kind of merge it is."""
        done = len(self._number) - self._base
        is_over = done == len(self._inside)
        count = 0 if is_over else int(self._inside.merge_counts[done])
        pair = self._pairs.choose(count)
        self._is_across = pair is not None
        if not is_over:
            left, right, _ = self._inside.base_merges[done].tolist()
            own = self._number[left], self._number[right]
            key = self._rule.key(*own, int(self._first_places[done]))
            if pair is None or (-count, key) < (-self._pairs.counts[pair], self._pairs.key(pair)):
                self._is_across = False
                return count, own
        return (0, (0, 0)) if pair is None else (self._pairs.counts[pair], self._pairs.ids_of(pair))

    def _merge(self, count: int, left: int, right: int) -> None:
        new = self._base + len(self._merges)
        self._merges.append((left, right))
        self._counts.append(count)
        self._across.append(self._is_across)
        self._sizes.append(self._sizes[left] + self._sizes[right])
        self._rule.learn(left, right)
        if self._is_across:
            self._pairs.merge_chosen(new)
        else:
            self._number.append(new)
            self._reveal(len(self._number) - self._base)

    def _reveal(self, done: int) -> None:
        """Make the words ready that the first `done` merges of ordinary BPE have completed."""
        for word, token_id in self._becoming.get(done, ()):
            if self._has_letter(self._text.bag.words[word]):
                self._ready[word] = len(self._merges)
                self._pairs.reveal(word, self._number[token_id])

    def _has_letter(self, word: str) -> bool:
        """Whether a word has a letter. Ġ, which stands for a space, is one to Unicode."""
        return _LETTER.search(word.replace(self._space, " ") if self._space else word) is not None

    def recorded(self) -> dict[str, Any]:
        """The arguments of a trace."""
        text, n = self._text, len(self._merges)
        ids = np.empty((n, 3), np.int32)
        ids[:, :2] = np.array(self._merges, np.int32).reshape(-1, 2)
        ids[:, 2] = np.arange(self._base, self._base + n)
        across = np.array(self._across, bool)
        closed = _renumbered(~across)[text.spread(self._inside_closed())]
        closed[text.word_ends] = _renumbered(across)[self._pairs.places.closed_gaps()]
        opened = np.full(len(text.units), -1, np.int32)
        ready = np.full(len(text.order) + 1, NEVER, np.int32)
        ready[:-1] = self._ready[text.order]
        is_wall = text.inside[text.word_ends]
        falls = np.maximum(ready[:-1], ready[1:])[is_wall]
        opened[text.walls] = np.minimum(falls, n + 2)
        return {
            "base_merges": ids,
            "merge_counts": np.array(self._counts, np.int64),
            "closed": closed,
            "opened": opened,
            "across": across,
        }

    def _inside_closed(self) -> Ids:
        """The gaps of the bag closed by those merges that were made."""
        closed = self._inside.closed
        made = len(self._merges) - sum(self._across)
        return np.where(closed <= made, closed, 0).astype(np.int32)


def _renumbered(kind: NDArray[np.bool_]) -> Ids:
    """The steps of all merges, by the number of each among those of its kind; 0 stays 0."""
    return np.concatenate([[0], np.flatnonzero(kind) + 1]).astype(np.int32)


def _words_by_step(inside: Trace) -> dict[int, list[tuple[int, int]]]:
    """For each step of ordinary BPE, the words that it makes a single token, with that token."""
    bag = inside.corpus
    closed = inside.closed.copy()
    closed[bag.starts[1:] - 1] = NEVER
    is_one = np.minimum.reduceat(closed, bag.starts[:-1]) > 0
    closed[bag.starts[1:] - 1] = 0
    steps = np.maximum.reduceat(closed, bag.starts[:-1])
    found: dict[int, list[tuple[int, int]]] = {}
    base = len(bag.base_vocabulary)
    for word in np.flatnonzero(is_one).tolist():
        step = int(steps[word])
        token_id = base + step - 1 if step else int(bag.units[bag.starts[word]])
        found.setdefault(step, []).append((word, token_id))
    return found


def _first_places(text: RunningText, inside: Trace) -> NDArray[np.int64]:
    """For each merge of ordinary BPE, the first gap of the lines where it is made."""
    bag = text.bag
    gaps = inside.first_gaps[1:]
    words = bag.word_of_unit[gaps]
    first_running = np.zeros(len(bag.words), np.int64)
    backwards = np.arange(len(text.order) - 1, -1, -1)
    first_running[text.order[::-1]] = backwards  # for equal words the last assignment wins
    ends: NDArray[np.int64] = text.word_ends[first_running[words]]
    return ends - (bag.starts[words + 1] - 1 - gaps)


class _ReadyPlaces(Places):
    """The lines as words, of which only those are seen that are ready.

    A word that is not ready looks like a border, because no pair may reach it.
    """

    def __init__(self, text: RunningText) -> None:
        super().__init__(_lines_of_words(text))
        self._np_starting.fill(NOTHING)
        self._np_ending.fill(NOTHING)
        by_word = np.argsort(text.order, kind="stable")
        self._by_word = self._places[by_word]
        self._borders = np.searchsorted(text.order[by_word], np.arange(len(text.bag.words) + 1))
        self._word_at = np.zeros(len(self._np_ending), np.int64)
        self._word_at[self._places] = np.arange(len(text.order))

    def closed_gaps(self) -> Ids:
        """For each word, the step that closed the gap after it, 0 for none (int32)."""
        is_hidden = self._np_starting[self._places] == NOTHING
        return np.where(is_hidden, 0, super().closed_gaps()).astype(np.int32)

    def word_at(self, place: int) -> int:
        """The running word at a place."""
        return int(self._word_at[place])

    def reveal(self, word: int) -> Neighbours:
        """Show a word wherever it stands; return its ready neighbours, itself only before it."""
        place = self._by_word[self._borders[word] : self._borders[word + 1]]
        self._np_starting[place] = self._np_ending[place] = word
        if len(place) < MANY:
            return self._neighbours_of(place.tolist(), -1, 0, word)
        before, after = self._np_ending[place - 1], self._np_starting[place + 1]
        weights = self._np_weights[place]
        some = before >= 0
        groups_before = Groups(before[some], place[some] - 1, weights[some])
        some = (after >= 0) & (after != word)
        groups_after = Groups(after[some], place[some], weights[some])
        return groups_before.at_least(0), groups_after.at_least(0)


class _ReadyPairs(PairBuckets):
    """The pairs of ready words, the most frequent first: a new one may be the most frequent."""

    places: _ReadyPlaces

    def __init__(self, text: RunningText, rule: TieRule, rarest: int) -> None:
        super().__init__(_ReadyPlaces(text), rule, rarest)
        self._word_ends = text.word_ends
        self._ids: dict[int, int] = {}  # of a word or of what words have become: its token

    def ids_of(self, pair: int) -> tuple[int, int]:
        """The token ids of a pair."""
        return self._ids[pair >> 32], self._ids[pair & 0xFFFFFFFF]

    def key(self, pair: int) -> Key:
        """The key by the tie rule, with token ids and places as they are in the lines."""
        left, right = pair >> 32, pair & 0xFFFFFFFF
        gaps = self.gaps[pair]
        gaps = self.gaps[pair] = gaps[self.places.first_of(gaps, left, right) :]
        unit = self._word_ends[self.places.word_at(int(gaps[0]))]
        return self.rule.key(*self.ids_of(pair), int(unit))

    def choose(self, least: int = 1) -> int | None:
        """The most frequent pair, by the tie rule among equals; it goes on waiting.

        None if every pair is rarer than `least`: buckets below are not opened, which needs keys.
        """
        while self._levels and (level := -self._levels[0]) >= least:
            bucket = self._bucket(level)
            while bucket and self.counts[bucket[0][1]] != level:
                self._put_lower(heapq.heappop(bucket)[1], level)
            if bucket:
                return bucket[0][1]
            heapq.heappop(self._levels)
            del self._open[level]
        return None

    def reveal(self, word: int, token_id: int) -> None:
        """Make a word ready: it is this token."""
        self._ids[word] = token_id
        before, after = self.places.reveal(word)
        for token, count, gaps in before:
            if count >= self.floor:
                self.add(token << 32 | word, count, gaps)
        for token, count, gaps in after:
            if count >= self.floor:
                self.add(word << 32 | token, count, gaps)

    def merge_chosen(self, token_id: int) -> None:
        """Merge the pair that `choose` returned: it becomes this token."""
        pair = heapq.heappop(self._open[-self._levels[0]])[1]
        left, right = pair >> 32, pair & 0xFFFFFFFF
        count, gaps = self.counts.pop(pair), self.gaps.pop(pair)
        new = len(self.places.lengths)
        self._ids[new] = token_id
        neighbours = self.places.merge(gaps, left, right, new)
        self.exchange(Merged(left, right, new, count, neighbours))


def _lines_of_words(text: RunningText) -> Corpus:
    """The lines in whole words: the base tokens are the words of the bag."""
    known = {field.name: getattr(text, field.name) for field in fields(Corpus)}
    ends = np.concatenate([[0], np.flatnonzero(~text.inside[text.word_ends]) + 1])
    known |= {
        "units": text.order.astype(np.int32),
        "starts": ends.astype(np.int64),
        "base_vocabulary": tuple(text.bag.words),
    }
    return Corpus(**known)
