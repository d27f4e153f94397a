"""The landmarks of a walk of merges, with which the slider of the steps is marked."""

from typing import Any

import numpy as np

from bpe_core import Trace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from pages.components.tokens.plain_text import readable


def landmarks(trace: Trace) -> dict[str, Any]:
    """Return the steps at which a tie was broken, and the first word that became one token.

    `tied` holds runs of steps: the first step of a run, its length, the first of the next, and so
    on. `whole` is a step and the word, or None if no word became one token. WordPiece's scores are
    fractions, which hardly ever tie, so none of its steps is marked as a tie.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 2, "pun": 1}))
    >>> landmarks(trace)
    {'tied': [1, 1, 3, 1], 'whole': (2, 'hug')}
    """
    tied = [] if isinstance(trace, WordPieceTrace) else _runs(trace.history.tie_counts() > 1)
    return {"tied": tied, "whole": _first_whole_word(trace)}


def _runs(are_tied: np.ndarray[Any, np.dtype[np.bool_]]) -> list[int]:
    """Return first step and length of each run. A state's tie is broken by the step after it."""
    edges = np.flatnonzero(np.diff(are_tied.astype(np.int8), prepend=0, append=0))
    starts, stops = edges[::2], edges[1::2]
    return [int(n) for n in np.column_stack([starts + 1, stops - starts]).ravel()]


def _first_whole_word(trace: Trace) -> tuple[int, str] | None:
    starts, corpus = trace.corpus.starts, trace.corpus
    if not len(corpus.words):
        return None
    for recorded, begin, end in trace.epochs():
        closed = np.where(recorded.closed == 0, end, recorded.closed)
        closed[starts[1:] - 1] = 0  # behind a word's last token there is no gap
        whole = np.maximum.reduceat(closed, starts[:-1])
        whole[whole == 0] = end  # one base token: it was whole before the first merge
        first = int(whole.argmin())
        if whole[first] < end:
            step = max(begin, int(whole[first]))
            return step, str(readable(corpus.words[first], corpus))
    return None
