"""Borders that training does not see: between words, and between documents.

Training does not know the words of a language, only the pieces into which the text was cut. If
such a piece contains several words, as a run of Chinese does, a frequent pair may lie across two of
them. Whitespace and jieba show where words end (`bpe_core.text.characters`), and the trace
knows at which step each gap between two base tokens was closed.

A corpus is many documents, with a special token between them. It is cut out before the text is cut
into words. If it is left in, training takes it for words of the text and merges its parts. And a
large file that is counted in chunks has to be cut at these borders: a cut elsewhere counts the
pieces of a word, and of a border, as words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.experiments.letters_and_digits import group_from_left
from bpe_core.text.characters import split_chinese
from bpe_core.text.corpus import Corpus, encode_utf8
from bpe_core.text.pre_tokenization import HAN_PATTERN, PRE_TOKENIZERS, find_pre_tokenizer

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


BORDER = "<|endoftext|>"


@dataclass(frozen=True)
class Trained:
    """A training on words, of which `foreign` many (counted with repetition) no document has.

    `tokens` is how many tokens the documents' own words take.
    """

    trace: Trace
    foreign: int
    tokens: int


def words_of(texts: Sequence[str]) -> Counter[str]:
    """The words of several texts, each cut by itself, as GPT-2 cuts them.

    >>> words_of(["a hug", "a bug"])
    Counter({'a': 2, ' hug': 1, ' bug': 1})
    """
    split = PRE_TOKENIZERS["gpt2"].split
    return Counter(word for text in texts for word in split(text))


def trained_with(documents: Sequence[str], size: int, num_merges: int) -> dict[str, Trained]:
    """Three trainings: borders cut out, borders left in, and chunks of `size` characters.

    >>> found = trained_with(["a hug", "a hug"], 4, 3)
    >>> {name: each.foreign for name, each in found.items()}
    {'cut out': 0, 'left in': 3, 'chunks': 9}
    """
    own, file = words_of(documents), BORDER.join(documents)
    chunks = group_from_left(file, size)
    counted = {
        "cut out": own,
        "left in": words_of([file]),
        "chunks": words_of([part for each in chunks for part in each.split(BORDER)]),
    }
    return {name: _trained(words, own, num_merges) for name, words in counted.items()}


def _trained(words: Counter[str], own: Counter[str], num_merges: int) -> Trained:
    trace = train_bpe(Corpus.from_counts(words), num_merges=num_merges)
    tokenizer = trace.tokenizer()
    tokens = sum(len(tokenizer.encode_word(word)) * count for word, count in own.items())
    return Trained(trace, (words - own).total(), tokens)


def foreign_tokens(trained: Trained, documents: Sequence[str]) -> list[int]:
    """The steps whose token no document's words contain.

    >>> documents = ["a hug"] * 5
    >>> left_in = trained_with(documents, 9, 7)["left in"]
    >>> [left_in.trace.merges[step - 1].token for step in foreign_tokens(left_in, documents)]
    ['<|', 'en', 'end', 'endo']
    """
    own = "\n".join(words_of(documents))
    return [merge.step for merge in trained.trace.merges if str(merge.token) not in own]
