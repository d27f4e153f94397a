"""Trained traces, kept for a while, and the pieces of their walks that browsers fetch.

Traces of the sample corpora are everybody's: each is trained once, however many ask at the same
moment. A trace of a learner's own text belongs to the sessions that asked for it, and goes with
the last of them. The two are kept apart, so that large texts never push the samples out; both
are bounded, and what was used longest ago goes first. Unlike `st.cache_resource` this counts
bytes, knows sessions, and trains outside its lock.
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from bpe_core.training.train import AnyTrace
from bpe_core.worker.handover import size_of

#: A trace of a sample takes some 100 kB, one of 1 MB of text some 5 MB.
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
    """Traces by key, those used last. One that is larger than the bound is kept alone."""

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
        """About how many bytes all traces and pieces take."""
        return self._size

    def get(self, key: str, session: str | None = None) -> AnyTrace | None:
        """The trace if it is held. A session that is named owns it from now on, too."""
        held = self._find(key, session)
        return held.trace if held else None

    def put(self, key: str, trace: AnyTrace, owners: set[str] | None = None) -> None:
        """Keep a trace; without owners until there is no room."""
        held = _Held(trace, size_of(trace), set(owners or ()))
        with self._lock:
            self._drop(key)
            self._held[key] = held
            self._size += held.size
            self._make_room()

    def get_or_train(
        self, key: str, train: Callable[[], AnyTrace], session: str | None = None
    ) -> AnyTrace:
        """The trace, trained now where it is not held; whoever else asks meanwhile waits for it.

        What `train` raises goes to whoever asked; the next who waited tries again.
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

        None where the trace is not held, or has no such piece: of those nothing is kept.
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
            if number in held.pieces:  # two asked for it at once
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
