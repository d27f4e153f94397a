"""A WordPiece trace as bytes: its prefix, then the bytes of a BPE trace.

As there, reading runs nothing and checks everything (`bpe_core.saved_traces.bpe`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_core.saved_traces.bpe import MAGIC as MERGES_MAGIC
from bpe_core.saved_traces.bpe import PARTS, checked, read_corpus, read_merges, trace_to_bytes
from bpe_core.saved_traces.container import Container, only_format_errors, read_field, write_field
from bpe_core.text.corpus import encode_utf8
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
    return write_field(MAGIC, encode_utf8(trace.prefix)) + trace_to_bytes(trace)


def wordpiece_from_bytes(data: bytes) -> WordPieceTrace:
    """The trace that `wordpiece_to_bytes` wrote; `TraceFormatError` for anything else."""
    from bpe_core.wordpiece.trace import WordPieceTrace

    with only_format_errors():
        field, rest = read_field(MAGIC, data)
        prefix = field.decode("utf-8", "surrogatepass")
        container = Container(MERGES_MAGIC, rest, parts=PARTS)
        corpus, special = read_corpus(container)
        spelled = respell(corpus, prefix)
        stored = read_merges(container, spelled)
        trace = WordPieceTrace(corpus=spelled, prefix=prefix, special_tokens=special, **stored)
        return checked(trace)
