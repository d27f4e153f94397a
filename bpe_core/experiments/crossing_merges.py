"""Merges that cross a word border: they join the end of one word to the beginning of the next.

Training does not know the words of a language, only the pieces into which the text was cut. If
such a piece contains several words, as a run of Chinese does, a frequent pair may lie across two of
them. Whitespace and jieba show where words end (`bpe_core.text.chinese_words`), and the trace
knows at which step each gap between two base tokens was closed.
"""

import re
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.text.chinese_words import split_chinese
from bpe_core.text.corpus import Corpus, encode_utf8
from bpe_core.text.pre_tokenization import HAN_PATTERN, find_pre_tokenizer

#: The most base tokens of the corpus that are searched.
MOST_UNITS = 200_000
_SPACE = re.compile(r"(?<=\S)(?=\s)")


@dataclass(frozen=True)
class CrossingMerge:
    """A merge by its step and the token that it makes: how often it joins two words in the
    corpus, and how often it is made at all."""

    step: int
    token_id: int
    crossing: int
    made: int


@dataclass(frozen=True)
class CrossingMerges:
    """The merges that cross a word border, the most frequent first, out of `merges` in all.

    `borders` is how many times in the corpus a word ends and another begins inside the same piece
    of text, and `closed` is how many of these borders are now inside a token. `is_whole` says
    whether the whole corpus was searched.
    """

    found: list[CrossingMerge]
    merges: int
    borders: int
    closed: int
    is_whole: bool


def crossing_merges(trace: RecordedMerges) -> CrossingMerges:
    """The merges of a training that cross a word border somewhere in its corpus.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"外婆家在山里": 2, "家在山里": 3}), num_merges=1)
    >>> [(merge.token, merge.count) for merge in trace.merges]
    [('家在', 5)]
    >>> crossing_merges(trace)
    CrossingMerges(found=[CrossingMerge(step=1, token_id=6, crossing=5, made=5)], merges=1, borders=10, closed=5, is_whole=True)
    """  # noqa: E501  (the expected output is one line)
    corpus = trace.corpus
    last = int(np.searchsorted(corpus.starts, MOST_UNITS, side="right")) - 1
    words = max(1, min(last, len(corpus.words)))
    end = int(corpus.starts[words])
    weights = np.repeat(corpus.counts[:words], np.diff(corpus.starts[: words + 1]))
    gaps = np.array([gap for word in range(words) for gap in _gaps(corpus, word)], np.int64)
    made = np.bincount(trace.closed[:end], weights, len(trace) + 1)
    crossing = np.bincount(trace.closed[gaps], weights[gaps], len(trace) + 1)
    steps = (int(step) for step in np.flatnonzero(crossing) if step)
    found = [
        CrossingMerge(step, int(trace.merge_ids[step - 1, 2]), int(crossing[step]), int(made[step]))
        for step in steps
    ]
    found.sort(key=lambda merge: (-merge.crossing, merge.step))
    return CrossingMerges(
        found,
        merges=len(trace),
        borders=int(weights[gaps].sum()),
        closed=int(crossing[1:].sum()),
        is_whole=words == len(corpus.words),
    )


def _gaps(corpus: Corpus, number: int) -> list[int]:
    """The units of a corpus word after which a word of the language ends."""
    word = corpus.words[number]
    sign = find_pre_tokenizer(corpus.pre_tokenizer).space if corpus.unit == "char" else ""
    borders = word_borders(word.replace(sign, " ") if sign else word)
    if corpus.unit == "byte" and borders:
        places = list(accumulate((len(encode_utf8(c)) for c in word), initial=0))
        borders = [places[border] for border in borders]
    start = int(corpus.starts[number])
    return [start + border - 1 for border in borders]


def word_borders(text: str) -> list[int]:
    """Where a word ends and another begins, in characters.

    >>> word_borders("a 外婆家在山里。"), word_borders(" of the")
    ([1, 5, 6], [3])
    """
    found = {space.start() for space in _SPACE.finditer(text)}
    for run in HAN_PATTERN.finditer(text):
        ends = accumulate(map(len, split_chinese(run[0])), initial=run.start())
        found |= {*ends} - {run.start(), run.end()}
    return sorted(found)
