"""A WordPiece trace as bytes: its prefix, then the bytes of a BPE trace.

As there, reading runs nothing and checks everything (`bpe_core.files.saved_traces.bpe`).
"""

from __future__ import annotations

from functools import partial
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.training.limits import StopReason
from bpe_core.algorithms.wordpiece.spelling import respell
from bpe_core.files.saved_traces.bpe import MAGIC as MERGES_MAGIC
from bpe_core.files.saved_traces.bpe import PARTS, checked, merges_to_bytes, read_stored
from bpe_core.files.saved_traces.container import (
    Container,
    only_format_errors,
    read_field,
    write_field,
)
from bpe_core.text.corpus import Corpus, encode_utf8

MAGIC = b"WPCTRAC1"


class StoredPieces(TypedDict):
    """What a WordPiece trace is made of, by the names of its arguments."""

    prefix: str
    corpus: Corpus
    special_tokens: tuple[str, ...]
    merges: NDArray[np.int32]
    merge_counts: NDArray[np.int64]
    closed: NDArray[np.int32]
    tie_break: str
    min_frequency: int
    stopped_because: StopReason


def pieces_to_bytes(recorded: RecordedMerges, prefix: str) -> bytes:
    """The data of a WordPiece training as bytes.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> trace = train_wordpiece(Corpus.from_counts({"hug": 10}), prefix="_")
    >>> pieces_from_bytes(pieces_to_bytes(trace, trace.prefix))["prefix"]
    '_'
    """
    return write_field(MAGIC, encode_utf8(prefix)) + merges_to_bytes(recorded)


def pieces_from_bytes(data: bytes) -> StoredPieces:
    """What `pieces_to_bytes` wrote; `TraceFormatError` for anything else."""
    with only_format_errors():
        field, rest = read_field(MAGIC, data)
        prefix = field.decode("utf-8", "surrogatepass")
        container = Container(MERGES_MAGIC, rest, parts=PARTS)
        stored = checked(read_stored(container, partial(respell, prefix=prefix)))
        return StoredPieces(
            prefix=prefix,
            corpus=stored["corpus"],
            special_tokens=stored["special_tokens"],
            merges=stored["merges"],
            merge_counts=stored["merge_counts"],
            closed=stored["closed"],
            tie_break=stored["tie_break"],
            min_frequency=stored["min_frequency"],
            stopped_because=stored["stopped_because"],
        )
