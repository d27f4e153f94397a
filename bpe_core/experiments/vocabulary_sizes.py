"""Find the cost of each vocabulary size, and where a larger vocabulary stops paying.

A larger vocabulary makes sequences shorter and the embedding larger. One training shows this for
all sizes at once, because each step is a vocabulary of its own (the question: Gowda and May, 2020,
"Finding the Optimal Vocabulary Size for Neural Machine Translation"; Tao et al., 2024, "Scaling
Laws with Vocabulary"). Unlike these papers this trains no language model: it counts tokens.

The rule for where it stops paying is one of diminishing returns: a vocabulary that is `GROWTH`
percent larger, and so takes as many percent more parameters, should make the text at least
`SAVING` percent shorter. Both numbers are conventions, and others give another size.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.trace import Trace

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

    >>> stops_paying(10, np.array([100, 90, 81, 81, 81, 81]))  # 11 to 13 saves 9, 12 to 14 nothing
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
