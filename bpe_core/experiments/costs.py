"""Measure what a text costs: in tokens, in bits, and by the size of the vocabulary.

Prices and context windows are given in tokens. A model that knows nothing but how often each token
occurs needs −log2 p bits for a token with the share p. Per token, the smallest vocabulary looks
best, since each of its tokens is easy to guess; but then there are more of them. Divided by the
bytes of the text, all are measured alike, as reports of language models do (*bits per byte*).

A larger vocabulary makes sequences shorter and the embedding larger. One training shows this for
all sizes at once, because each step is a vocabulary of its own (the question: Gowda and May, 2020,
"Finding the Optimal Vocabulary Size for Neural Machine Translation"; Tao et al., 2024, "Scaling
Laws with Vocabulary"). Unlike these papers this trains no language model: it counts tokens.

The rule for where it stops paying is one of diminishing returns: a vocabulary that is `GROWTH`
percent larger, and so takes as many percent more parameters, should make the text at least
`SAVING` percent shorter. Both numbers are conventions, and others give another size.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import log2
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.experiments import Encoder
from bpe_core.text.characters import graphemes_of
from bpe_core.text.corpus import encode_utf8


@dataclass(frozen=True)
class TextSize:
    """A text in characters as people see them, and in UTF-8 bytes."""

    characters: int
    byte_count: int


def size_of(text: str) -> TextSize:
    """How long a text is, regardless of the vocabulary.

    >>> size_of("哈哈 hugs!")
    TextSize(characters=8, byte_count=12)
    """
    return TextSize(len(graphemes_of(text)), len(encode_utf8(text)))


def copies_that_fit(encoder: Encoder, text: str, window: int) -> int:
    """How many copies of a text, one after another, fit into a context window of `window` tokens.

    >>> class Letters:
    ...     def encode(self, text):
    ...         return list(text)
    >>> copies_that_fit(Letters(), "hug", 10), copies_that_fit(Letters(), "", 10)
    (3, 0)
    """
    tokens = len(encoder.encode(text))
    return window // tokens if tokens else 0


def indented(code: str, unit: str) -> str:
    """Code in which every four spaces, or tab, at the start of a line are replaced by `unit`.

    >>> indented("if x:\\n    f()", "\\t"), indented("\\t  f()", "--")
    ('if x:\\n\\tf()', '--  f()')
    """

    def again(start: re.Match[str]) -> str:
        width = len(start[0].expandtabs(4))
        return unit * (width // 4) + " " * (width % 4)

    return re.sub(r"^[ \t]+", again, code, flags=re.MULTILINE)


def as_json(records: Sequence[dict[str, str]], indent: int | None = None) -> str:
    """Records as JSON; every record repeats the names of its fields.

    >>> as_json([{"word": "哈"}])
    '[{"word": "哈"}]'
    """
    return json.dumps(list(records), ensure_ascii=False, indent=indent)


def as_table(records: Sequence[dict[str, str]]) -> str:
    """Records as a CSV table; the names of the fields appear only once.

    >>> as_table([{"word": "hug", "count": "10"}])
    'word,count\\nhug,10\\n'
    """
    written = io.StringIO()
    table = csv.DictWriter(written, list(records[0]) if records else [], lineterminator="\n")
    table.writeheader()
    table.writerows(records)
    return written.getvalue()


@dataclass(frozen=True)
class Bits:
    """The average number of bits of a text, per token and per byte."""

    per_token: float
    per_byte: float


def bits_of(frequencies: NDArray[np.int64], byte_count: int) -> Bits:
    """The bits of a text of so many bytes, by how often each token occurs in it.

    >>> bits_of(np.array([2, 1, 1, 0]), 8)
    Bits(per_token=1.5, per_byte=0.75)
    """
    found = frequencies[frequencies > 0]
    total = int(found.sum())
    per_token = float(-(found / total * np.log2(found / total)).sum()) + 0.0
    return Bits(per_token, per_token * total / max(byte_count, 1))


@dataclass(frozen=True)
class Character:
    """The information in a character: its share of a text, that in bits, and how many follow it."""

    share: float
    bits: float
    followers: int


def character_in(text: str, character: str) -> Character:
    """Measure the information in a character of a text; whitespace is left out.

    >>> character_in("a tea, tea", "t")
    Character(share=0.25, bits=2.0, followers=1)
    """
    kept = "".join(text.split())
    count = kept.count(character)
    after = Counter(b for a, b in pairwise(kept) if a == character)
    share = count / len(kept) if kept else 0.0
    return Character(share, -log2(share) if share else 0.0, len(after))


#: A number, or an array of numbers.
Sizes = TypeVar("Sizes", int, NDArray[np.int64])
#: In percent: how much larger the vocabulary gets, and how many tokens that has to save.
GROWTH, SAVING = 10, 1


def tokens_at_every_step(trace: Trace, words: Mapping[str, int]) -> NDArray[np.int64]:
    """How many tokens these words take at steps 0 to n, an int64 array of length n + 1.

    The words are written as the corpus writes them, with how often each occurs. One encoding is
    enough for all steps: a token of the last step is made by the same merges, in the same order,
    at every earlier one. So each token counts back to the merges that made it, each of which has
    saved one token since its step.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))  # ug, hug, pug
    >>> tokens_at_every_step(trace, {"hug": 2, "bug": 1}).tolist()
    [9, 6, 4, 4]
    """
    tokenizer, first = trace.tokenizer(), trace.first_merge_id
    saved = [0] * (first + len(trace) + 1)  # by token id; the last is that of the unknown token
    total = 0
    for word, count in words.items():
        ids = tokenizer.encode_word(word)
        total += count * len(ids)
        for i in ids:
            saved[i] += count
    for left, right, new in reversed(trace.merge_ids.tolist()):
        saved[left] += saved[new]
        saved[right] += saved[new]
    after = np.array(saved[first : first + len(trace)], np.int64)
    counts: NDArray[np.int64] = total + after.sum() - np.concatenate([[0], after.cumsum()])
    return counts


class Paying(Enum):
    """The possible results of a sweep for where a larger vocabulary stops paying."""

    STOPS = "stops"
    TO_THE_END = "to the end"
    TOO_FEW_MERGES = "too few merges"


def stops_paying(first_size: int, tokens: NDArray[np.int64]) -> tuple[Paying, int]:
    """The size from which on a larger vocabulary never pays again, by the rule of this module.

    `tokens[k]` is how long a text is with a vocabulary of `first_size + k` tokens. If it still pays
    at the largest size that can be judged, that size is returned; if none can, the first.

    >>> stops_paying(10, np.array([110, 100, 99, 99, 99, 99]))  # 11 to 13 saves 1%, 12 to 14 0
    (<Paying.STOPS: 'stops'>, 12)
    >>> stops_paying(10, np.array([100, 90, 81]))
    (<Paying.TO_THE_END: 'to the end'>, 10)
    """
    sizes = first_size + np.arange(len(tokens))
    indices = larger(sizes) - first_size
    judged = int(np.searchsorted(indices, len(tokens)))
    if not judged:
        return Paying.TOO_FEW_MERGES, first_size
    now, then = tokens[:judged], tokens[indices[:judged]]
    paying = np.flatnonzero((now > 0) & (100 * (now - then) >= SAVING * now))
    if not len(paying):
        return Paying.STOPS, first_size
    last = int(paying[-1])
    if last == judged - 1:
        return Paying.TO_THE_END, first_size + last
    return Paying.STOPS, first_size + last + 1


def larger(sizes: Sizes) -> Sizes:
    """The vocabulary sizes that are `GROWTH` percent larger, rounded up.

    >>> larger(100), larger(7)
    (110, 8)
    """
    return -(-sizes * (100 + GROWTH) // 100)
