"""Trained traces, kept for a while: every visitor to the same corpus and settings shares one.

The stepper fetches later pieces of its walk from here, at an address of their own.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bpe_core import Trace
from pages.ui.stepper.payload import piece_of

#: Traces of 1 MB of text take up to 20 MB each, those of the samples a few kB.
MOST_TRACES = 64


class TraceStore:
    """The traces used last, by key, each with the pieces of its walk that were asked for."""

    def __init__(self, most: int = MOST_TRACES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[str, tuple[Trace, dict[int, bytes]]] = OrderedDict()

    def get(self, key: str) -> Trace | None:
        """The trace under `key`, or None where it was never trained or has been forgotten."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def get_or_train(self, key: str, train: Callable[[], Trace]) -> Trace:
        """The trace under `key`, trained now where it is not held."""
        trace = self.get(key)
        if trace is None:
            trace = train()
            with self._lock:
                self._held[key] = (trace, {})
                while len(self._held) > self._most:
                    self._held.popitem(last=False)
        return trace

    def piece(self, key: str, piece: int) -> bytes | None:
        """One piece of the walk over a trace, as JSON; None where the trace is not held."""
        trace = self.get(key)
        if trace is None:
            return None
        pieces = self._held[key][1]
        if piece not in pieces:
            pieces[piece] = json.dumps(piece_of(trace, piece), separators=(",", ":")).encode()
        return pieces[piece]


STORE = TraceStore()


def _answer(request: Request) -> Response:
    piece = STORE.piece(request.path_params["key"], request.path_params["piece"])
    if piece is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600"}  # the key names the content
    return Response(piece, media_type="application/json", headers=headers)


ROUTE = Route("/trace/{key}/{piece:int}", _answer)
