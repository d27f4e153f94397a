"""What a worker hands over of a Unigram training besides its corpus (see `handover`)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from bpe_core.text.corpus import Corpus
from bpe_core.unigram.trace import Snapshot, UnigramTrace
from bpe_core.unigram.views import RoundHistory
from bpe_core.worker.packing import Reader, Writer

ROUNDS = "rounds"
#: What a snapshot holds for each token that is left, and what it holds once.
_COLUMNS = ("numbers", "log_probabilities", "costs")
_FIGURES = ("loss", "token_count", "in_use")


def write_rounds(writer: Writer, trace: UnigramTrace) -> dict[str, Any]:
    """Write a trace and all that is shown of it; what is to be told about it."""
    for name in ("first", "length", "count"):
        writer.array(f"seed.{name}", getattr(trace, name))
    for name in _COLUMNS:
        columns = [getattr(snapshot, name) for snapshot in trace.snapshots]
        writer.array(f"states.{name}", np.concatenate(columns))
    return {
        "kind": ROUNDS,
        "special_tokens": list(trace.special_tokens),
        "stopped_because": trace.stopped_because,
        "candidates": trace.candidates,
        "sizes": [len(snapshot.numbers) for snapshot in trace.snapshots],
        "figures": [[getattr(s, name) for name in _FIGURES] for s in trace.snapshots],
        "history": trace.history.to_plain(),
    }


def read_rounds(reader: Reader, corpus: Corpus) -> UnigramTrace:
    """The trace that `write_rounds` wrote."""
    about, columns = reader.about, reader.group("states")
    borders = pairwise(np.cumsum([0, *about["sizes"]]).tolist())
    snapshots = [
        Snapshot(
            **{name: columns[name][start:stop] for name in _COLUMNS},
            **dict(zip(_FIGURES, figures, strict=True)),
        )
        for figures, (start, stop) in zip(about["figures"], borders, strict=True)
    ]
    trace = UnigramTrace(
        corpus=corpus,
        snapshots=snapshots,
        candidates=about["candidates"],
        special_tokens=tuple(about["special_tokens"]),
        stopped_because=about["stopped_because"],
        **reader.group("seed"),
    )
    trace.take_history(RoundHistory.from_plain(about["history"]))
    return trace
