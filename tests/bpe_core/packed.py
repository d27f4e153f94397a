"""Everything that a trace holds, as bytes that can be compared."""

from bpe_core.algorithms.training.train import AnyTrace
from bpe_core.worker.handover import pack


def packed(trace: AnyTrace) -> bytes:
    """The corpus, merges or rounds, and all tables: equal bytes are equal traces."""
    return b"".join(pack(trace))
