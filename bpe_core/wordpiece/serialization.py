"""A WordPiece trace as bytes: its prefix, then the bytes of a BPE trace.

As there, reading runs nothing and checks everything (`bpe_core.serialization`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np

from bpe_core.corpus import encode_utf8
from bpe_core.errors import BpeError, TraceFormatError
from bpe_core.limits import check_special_tokens
from bpe_core.serialization import (
    _check,
    _check_gaps,
    _check_merges,
    _corpus,
    _cut,
    _natural,
    _numbers,
    _split,
    trace_to_bytes,
)
from bpe_core.tie_rules import find_tie_rule
from bpe_core.trace import StopReason
from bpe_core.wordpiece.spelling import respell

if TYPE_CHECKING:
    from bpe_core.wordpiece.trace import WordPieceTrace

MAGIC = b"WPCTRAC1"


def wordpiece_to_bytes(trace: WordPieceTrace) -> bytes:
    """The trace as bytes.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> trace = train_wordpiece(Corpus.from_counts({"hug": 10}), prefix="_")
    >>> wordpiece_from_bytes(wordpiece_to_bytes(trace)).merges[0].token
    'hu'
    """
    prefix = encode_utf8(trace.prefix)
    return b"".join([MAGIC, len(prefix).to_bytes(4, "little"), prefix, trace_to_bytes(trace)])


def wordpiece_from_bytes(data: bytes) -> WordPieceTrace:
    """The trace that `wordpiece_to_bytes` wrote; `TraceFormatError` for anything else."""
    try:
        return _read(data)
    except TraceFormatError:
        raise
    except (BpeError, ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise TraceFormatError(reason=str(error) or type(error).__name__) from error
    except StopIteration as error:
        raise TraceFormatError(reason="it is cut short") from error


def _read(data: bytes) -> WordPieceTrace:
    from bpe_core.wordpiece.trace import WordPieceTrace

    start = len(MAGIC) + 4
    _check(data[: len(MAGIC)] == MAGIC and len(data) >= start, "it does not begin as one")
    stop = start + int.from_bytes(data[len(MAGIC) : start], "little")
    prefix = data[start:stop].decode("utf-8", "surrogatepass")
    header, parts = _split(data[stop:])
    texts = _cut(next(parts).decode("utf-8", "surrogatepass"), _numbers(next(parts), "<i8"))
    special = _natural(header["special_tokens"])
    _check(len(texts) > special + 1, "there are no words")
    corpus = respell(_corpus(header, texts[0], texts[1 + special :], parts), prefix)
    merges = _numbers(next(parts), "<i4").astype(np.int32)
    _check(len(merges) % 2 == 0, "the merges are no pairs")
    base = len(corpus.base_vocabulary)
    made = np.arange(base, base + len(merges) // 2, dtype=np.int32)
    _check(header["stopped_because"] in get_args(StopReason), "the reason to stop is not known")
    trace = WordPieceTrace(
        corpus=corpus,
        merges=np.column_stack([merges.reshape(-1, 2), made]).astype(np.int32),
        merge_counts=_numbers(next(parts), "<i8").astype(np.int64),
        closed=_numbers(next(parts), "<i4").astype(np.int32),
        prefix=prefix,
        special_tokens=check_special_tokens(texts[1 : 1 + special]),
        tie_break=find_tie_rule(header["tie_break"]).name,
        stopped_because=header["stopped_because"],
    )
    _check_merges(trace)
    _check_gaps(trace)
    return trace
