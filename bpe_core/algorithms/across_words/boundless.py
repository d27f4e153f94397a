"""BoundlessBPE: a word that has become one token may be joined to the one beside it.

A word whose merges have made it a single token is *ready*. Two neighbouring ready words, each with
a letter in it, are a candidate like any pair, and so is what they become: the most frequent pair
of all is merged, be it inside a word or across two. Source: Schmidt, Reddy, Tanner and Pinter,
2025, "Boundless Byte Pair Encoding: Breaking the Pre-tokenization Barrier".

Unlike SuperBPE, this has no switch (each wall falls when the words on both its sides are ready),
and it never joins half a word to another. Unlike in the authors' trainer, no tokens are removed
again.

Merges across words change nothing inside any word. So there are two texts here: the bag of words,
and the lines, in which a word is one token once it is ready, and hidden before that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import regex

from bpe_core.algorithms.across_words.trace import BOUNDLESS_MAGIC, AcrossTrace
from bpe_core.algorithms.bpe.tie_rules import TieRule, find_tie_rule
from bpe_core.algorithms.counted_words import HIDDEN, Pair, Words
from bpe_core.algorithms.limits import ReportSteps, StopReason, begin
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.text.corpus import Corpus
from bpe_core.text.running_text import RunningText, find_rule

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
    limits = num_merges, vocab_size, min_frequency
    special, clock = begin(text, *limits, special_tokens, progress, time_limit)
    run = _Run(text, find_tie_rule(tie_break)(text.base_vocabulary), min_frequency)
    stopped = clock.run(run.merge_next)
    return AcrossTrace(
        corpus=text,
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        needs_ready=True,
        **run.recorded(),
    )


@trains_again(BOUNDLESS_MAGIC)
def _train_again(lines: Corpus, **settings: Any) -> AcrossTrace:
    return train_boundless(RunningText.of_corpus(lines), **settings)


class _Bag(Words):
    """The different words, each where it stands first in the lines."""

    def __init__(self, text: RunningText, rule: TieRule) -> None:
        super().__init__(text.bag, rule=rule)
        _, first = np.unique(text.order, return_index=True)
        self._starts = (text.word_ends[first] + 1 - np.diff(text.bag.starts)).tolist()
        for number, word in enumerate(self.words):
            if len(word) == 1:
                self._places[word].add(number)

    def single(self, token: int) -> list[int]:
        """The words that are this token."""
        return sorted(n for n in self._places[chr(token)] if self.words[n] == chr(token))


class _Lines(Words):
    """The lines in words, which are hidden at first. Their tokens are those of the bag."""

    def __init__(self, text: RunningText, bag: _Bag) -> None:
        self.rule, self.byte_sizes, self._times = bag.rule, bag.byte_sizes, text.counts.tolist()
        self._starts, self.lengths = text.starts.tolist(), bag.lengths
        self.lengths |= dict(enumerate(np.diff(text.bag.starts).tolist(), HIDDEN))
        words = "".join(map(chr, (text.order + HIDDEN).tolist()))
        ends = np.flatnonzero(~text.inside[text.word_ends]) + 1
        self.frequency = Counter()
        self._count([words[a:b] for a, b in pairwise([0, *ends.tolist()])])
        for number, line in enumerate(self.words):
            for word in line:
                self._places[word].add(number)


class _Run:
    """A training merge by merge, in the bag or in the lines."""

    def __init__(self, text: RunningText, rule: TieRule, least: int) -> None:
        self._text = text
        self._rule = rule
        self._least = least
        self._space = find_rule(text.pre_tokenizer).space if text.unit == "char" else ""
        self._bag = _Bag(text, rule)
        self._lines = _Lines(text, self._bag)
        self._merges: list[Pair] = []
        self._counts: list[int] = []
        self._across: list[bool] = []
        #: For each token, the steps that closed the gaps between its base tokens.
        self._steps: list[list[int]] = [[] for _ in text.base_vocabulary]
        #: For each word of the bag, the state from which it is ready.
        self._ready = np.full(len(text.bag.words), NEVER, np.int32)
        for token in range(len(text.base_vocabulary)):
            self._reveal(token)

    def merge_next(self) -> StopReason | None:
        """Merge the most frequent pair of all; return why, if there is none."""
        words = self._lines if self._is_across() else self._bag
        found = words.next_pair(self._least)
        if isinstance(found, str):
            return found
        self._merge(found, words)
        return None

    def _is_across(self) -> bool:
        """Whether the next pair lies between two words."""
        inside, across = self._bag.highest, self._lines.highest
        if inside == across > 0:
            return bool(self._lines.best_key() <= self._bag.best_key())
        return across > inside

    def _merge(self, pair: Pair, words: Words) -> None:
        (left, right), new = pair, len(self._steps)
        self._merges.append(pair)
        self._counts.append(words.highest)
        self._across.append(words is self._lines)
        self._steps.append([*self._steps[left], len(self._merges), *self._steps[right]])
        self._rule.learn(left, right)
        words.merge(left, right, new)
        self._reveal(new)

    def _reveal(self, token: int) -> None:
        """Make the words ready that have become this token."""
        for word in self._bag.single(token):
            if self._has_letter(self._text.bag.words[word]):
                self._ready[word] = len(self._merges)
                self._lines.split(HIDDEN + word, [token])

    def _has_letter(self, word: str) -> bool:
        """Whether a word has a letter. Ġ, which stands for a space, is one to Unicode."""
        return _LETTER.search(word.replace(self._space, " ") if self._space else word) is not None

    def recorded(self) -> dict[str, Any]:
        """The arguments of a trace."""
        text, n = self._text, len(self._merges)
        ids = np.array([(*pair, new) for new, pair in enumerate(self._merges)], np.int32)
        base = np.array([0, 0, len(text.base_vocabulary)], np.int32)
        tokens = "".join(self._lines.words).translate(dict(enumerate(self._bag.words, HIDDEN)))
        closed = [step for token in tokens for step in (*self._steps[ord(token)], 0)]
        opened = np.full(len(text.units), -1, np.int32)
        ready = np.append(self._ready[text.order], NEVER)
        falls = np.maximum(ready[:-1], ready[1:])[text.inside[text.word_ends]]
        opened[text.walls] = np.minimum(falls, n + 2)
        return {
            "base_merges": ids.reshape(-1, 3) + base,
            "merge_counts": np.array(self._counts, np.int64),
            "closed": np.array(closed, np.int32),
            "opened": opened,
            "across": np.array(self._across, bool),
        }
