"""Limit the number of open tabs. When all places are taken, new visitors get a 503.

A place is a websocket: each open tab has one. New pages are refused before websockets are, so that
a tab that lost its connection can come back even to a full class.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from server.requests.addresses import address_of
from server.requests.endpoints import is_of_a_room
from server.settings import settings

#: The share of extra places, on top of all places, that returning tabs may take.
SPARE = 0.1
#: Range of seconds after which a refused page asks again: a whole class must not ask at once.
WAIT = (20, 40)
_PAGE = (Path(__file__).parent / "full.html").read_text(encoding="utf-8")


class Places:
    """ASGI middleware that counts the open tabs, and answers 503 if there are too many."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.most = settings().sessions
        self.most_of_an_address = settings().address_sessions
        self.by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_of_a_room(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._let_in(scope, receive, send)
        elif is_page(scope) and self._is_full(scope):
            await full()(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_full(self, scope: Scope, spare: float = 0.0) -> bool:
        """Whether all places, or all those of one address, are taken, plus a share of `spare`."""
        taken = (
            (self.by_address.total(), self.most),
            (self.by_address[address_of(scope)], self.most_of_an_address),
        )
        return any(count >= most + (spare and max(1, round(most * spare))) for count, most in taken)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give a websocket a place as long as it is open, if there is one."""
        if self._is_full(scope, SPARE):
            await PlainTextResponse("Service Unavailable", 503)(scope, receive, send)
            return
        address = address_of(scope)
        self.by_address[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.by_address -= Counter([address])


def is_page(scope: Scope) -> bool:
    """Whether a browser asks for a whole page, not for a part of one."""
    if scope["type"] != "http" or scope["path"].startswith(("/_stcore/", "/static/", "/media/")):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


def full() -> HTMLResponse:
    """The page that says the class is full, in both languages; it tries again by itself."""
    wait = str(random.randint(*WAIT))
    headers = {"Retry-After": wait, "Cache-Control": "no-store"}
    return HTMLResponse(_PAGE.replace("{seconds}", wait), 503, headers)
