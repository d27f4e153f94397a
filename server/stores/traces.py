"""Trained traces, kept for a while, and the pieces of their walks that browsers fetch.

Traces of the sample corpora are shared by everybody: each is trained once, however many ask at the
same moment. A trace of a learner's own text belongs to the sessions that asked for it, and is
dropped with the last of them. The two kinds are kept in separate stores, so that large texts never
push the samples out. Both are bounded, and drop the least recently used traces first. Unlike
`st.cache_resource` this counts bytes, knows sessions, and trains outside its lock.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from bpe_core.algorithms.train import AnyTrace
from bpe_core.worker.handover import size_of
from server.stores.bounded import BoundedStore, Held

#: A trace of a sample takes about 100 kB, one of 1 MB of text about 5 MB.
MOST_TRACES = 256
MOST_BYTES = 200_000_000
#: Pieces are sent as they are kept; a higher level costs more time than it saves bytes.
GZIP_LEVEL = 6


@dataclass(eq=False)
class _Walk:
    trace: AnyTrace
    pieces: dict[int, bytes] = field(default_factory=dict)


class TraceStore(BoundedStore[str, _Walk]):
    """The most recently used traces, by key; sizes are approximate, and include the pieces."""

    def __init__(self, most: int = MOST_TRACES, most_bytes: int = MOST_BYTES) -> None:
        super().__init__(most, most_bytes)
        self._flights: dict[str, threading.Lock] = {}

    def get(self, key: str, session: str | None = None) -> AnyTrace | None:
        """The trace, if it is held. If a session is given, it becomes one of the owners."""
        held = self._find(key, session)
        return held.thing.trace if held else None

    def put(self, key: str, trace: AnyTrace, owners: set[str] | None = None) -> None:
        """Keep a trace; one without owners stays until room runs out."""
        self._keep(key, Held(_Walk(trace), size_of(trace), set(owners or ())))

    def get_or_train(
        self, key: str, train: Callable[[], AnyTrace], session: str | None = None
    ) -> AnyTrace:
        """The trace, trained now if it is not held; others who ask meanwhile wait for it.

        If `train` raises, the caller gets the error, and the next caller in line tries again.
        """
        with self._lock:
            flight = self._flights.setdefault(key, threading.Lock())
        with flight:
            try:
                trace = self.get(key, session)
                if trace is None:
                    trace = train()
                    self.put(key, trace, {session} if session else None)
                return trace
            finally:
                self._flights.pop(key, None)

    def piece(self, key: str, number: int, make: Callable[[AnyTrace, int], bytes]) -> bytes | None:
        """One piece of the walk over a trace, gzipped.

        None if the trace is not held or has no such piece; in that case nothing is kept.
        """
        held = self._find(key)
        if held is None:
            return None
        walk = held.thing
        if number not in walk.pieces:
            made = make(walk.trace, number)
            if not made:
                return None
            self._keep_piece(held, number, gzip.compress(made, GZIP_LEVEL))
        return walk.pieces[number]

    def _keep_piece(self, held: Held[_Walk], number: int, piece: bytes) -> None:
        with self._lock:
            if number in held.thing.pieces:  # another caller has packed it meanwhile
                return
            held.thing.pieces[number] = piece
            held.size += len(piece)
            if held in self._held.values():
                self._size += len(piece)
                self._make_room()
