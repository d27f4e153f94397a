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
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from bpe_core.algorithms.training.train import AnyTrace
from bpe_core.worker.handover import size_of

#: A trace of a sample takes about 100 kB, one of 1 MB of text about 5 MB.
MOST_TRACES = 256
MOST_BYTES = 200_000_000
#: Pieces are sent as they are kept; a higher level costs more time than it saves bytes.
GZIP_LEVEL = 6


@dataclass(eq=False)
class _Held:
    trace: AnyTrace
    size: int
    owners: set[str]
    pieces: dict[int, bytes] = field(default_factory=dict)


class TraceStore:
    """The most recently used traces, by key. One that is larger than the bound is kept alone."""

    def __init__(self, most: int = MOST_TRACES, most_bytes: int = MOST_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._size = 0
        self._flights: dict[str, threading.Lock] = {}

    def __len__(self) -> int:
        return len(self._held)

    @property
    def size(self) -> int:
        """The approximate size of all traces and pieces, in bytes."""
        return self._size

    def get(self, key: str, session: str | None = None) -> AnyTrace | None:
        """The trace, if it is held. If a session is given, it becomes one of the owners."""
        held = self._find(key, session)
        return held.trace if held else None

    def put(self, key: str, trace: AnyTrace, owners: set[str] | None = None) -> None:
        """Keep a trace; one without owners stays until room runs out."""
        held = _Held(trace, size_of(trace), set(owners or ()))
        with self._lock:
            self._drop(key)
            self._held[key] = held
            self._size += held.size
            self._make_room()

    def get_or_train(
        self, key: str, train: Callable[[], AnyTrace], session: str | None = None
    ) -> AnyTrace:
        """The trace, trained now if it is not held; others who ask meanwhile wait for it.

        If `train` raises, the caller gets the error, and the next caller in line tries again.
        """
        with self._lock:
            flight = self._flights.setdefault(key, threading.Lock())
        with flight:
            trace = self.get(key, session)
            if trace is None:
                trace = train()
                self.put(key, trace, {session} if session else None)
        with self._lock:
            if not flight.locked():
                self._flights.pop(key, None)
        return trace

    def piece(self, key: str, number: int, make: Callable[[AnyTrace, int], bytes]) -> bytes | None:
        """One piece of the walk over a trace, gzipped.

        None if the trace is not held or has no such piece; in that case nothing is kept.
        """
        held = self._find(key)
        if held is None:
            return None
        if number not in held.pieces:
            made = make(held.trace, number)
            if not made:
                return None
            self._keep_piece(held, number, gzip.compress(made, GZIP_LEVEL))
        return held.pieces[number]

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Drop the traces whose owners are all gone."""
        with self._lock:
            for key, held in list(self._held.items()):
                gone = {session for session in held.owners if is_gone(session)}
                held.owners -= gone
                if gone and not held.owners:
                    self._drop(key)

    def _find(self, key: str, session: str | None = None) -> _Held | None:
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
                if session is not None:
                    held.owners.add(session)
            return held

    def _keep_piece(self, held: _Held, number: int, piece: bytes) -> None:
        with self._lock:
            if number in held.pieces:  # another caller has packed it meanwhile
                return
            held.pieces[number] = piece
            held.size += len(piece)
            if held in self._held.values():
                self._size += len(piece)
                self._make_room()

    def _drop(self, key: str) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._size -= held.size

    def _make_room(self) -> None:
        while len(self._held) > self._most or (self._size > self._most_bytes and len(self) > 1):
            self._drop(next(iter(self._held)))
