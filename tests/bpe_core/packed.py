"""Everything that a trace holds, as bytes that can be compared."""

from io import BytesIO
from pickle import PickleBuffer

from bpe_core.algorithms.train import AnyTrace
from bpe_core.worker.handover import PROTOCOL, TracePickler, pack


def packed(trace: AnyTrace) -> bytes:
    """The corpus, merges or rounds, and all tables: equal bytes are equal traces."""
    pack(trace)  # works out the tables
    pickled, arrays = BytesIO(), list[PickleBuffer]()
    pickler = TracePickler(pickled, PROTOCOL, buffer_callback=arrays.append)
    pickler.fast = True  # says equal things again, whether or not they are the same object
    pickler.dump(trace)
    return pickled.getvalue() + b"".join(array.raw() for array in arrays)
