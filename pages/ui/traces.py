"""Trained traces, kept for a while: every visitor to the same corpus and settings shares one.

The stepper fetches later pieces of its walk from here, at an address of their own.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bpe_core import Trace
from pages.ui.state import Settings
from pages.ui.stepper.payload import piece_of

#: Traces of 1 MB of text take up to 20 MB each, those of the samples a few kB.
MOST_TRACES = 64


@dataclass(frozen=True)
class _Held:
    trace: Trace
    pieces: dict[int, bytes] = field(default_factory=dict)


class TraceStore:
    """The traces used last, by key, each with the pieces of its walk that were asked for."""

    def __init__(self, most: int = MOST_TRACES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def train(self, settings: Settings) -> tuple[str, Trace]:
        """The key and the trace of these settings, trained now where it is not held."""
        key = hashlib.sha256(repr(settings).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        held = self._get(key)
        if held is None:
            held = _Held(settings.train())
            with self._lock:
                self._held[key] = held
                while len(self._held) > self._most:
                    self._held.popitem(last=False)
        return key, held.trace

    def piece(self, key: str, piece: int) -> bytes | None:
        """One piece of the walk over a trace, as JSON; None where the trace is not held."""
        held = self._get(key)
        if held is None:
            return None
        if piece not in held.pieces:
            views = piece_of(held.trace, piece)
            held.pieces[piece] = json.dumps(views, separators=(",", ":")).encode()
        return held.pieces[piece]

    def _get(self, key: str) -> _Held | None:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)


STORE = TraceStore()


def _answer(request: Request) -> Response:
    piece = STORE.piece(request.path_params["key"], request.path_params["piece"])
    if piece is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=3600"}  # the key names the content
    return Response(piece, media_type="application/json", headers=headers)


ROUTE = Route("/trace/{key}/{piece:int}", _answer)
