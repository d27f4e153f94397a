"""How many can be in the class at once. Who comes when it is full is told so, and let in later.

A place is a websocket: each open tab has one. New pages are refused before websockets are, so
that a tab that lost its connection comes back even to a full class.
"""

from __future__ import annotations

import random
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from server.settings import settings

STREAM = "/_stcore/stream"
#: Of all places, how many more a tab that comes back may take.
SPARE = 0.1
#: Seconds after which a page that was refused asks again: not all of a class at once.
WAIT = (20, 40)
_PAGE = (Path(__file__).parent / "full.html").read_text(encoding="utf-8")


class Places:
    """ASGI middleware that counts the open tabs, and answers 503 where there are too many."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.most = settings().sessions
        self.taken = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._take_one(scope, receive, send)
        elif self.taken >= self.most and is_page(scope):
            await full()(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _take_one(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.taken >= self.most + max(1, round(self.most * SPARE)):
            await PlainTextResponse("Service Unavailable", 503)(scope, receive, send)
            return
        self.taken += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.taken -= 1


def is_page(scope: Scope) -> bool:
    """Whether a browser asks for a page to show, and not for a part of one."""
    if scope["type"] != "http" or scope["path"].startswith(("/_stcore/", "/static/", "/media/")):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


def full() -> HTMLResponse:
    """The page that says so, in both languages; it tries again by itself."""
    wait = str(random.randint(*WAIT))
    headers = {"Retry-After": wait, "Cache-Control": "no-store"}
    return HTMLResponse(_PAGE.replace("{seconds}", wait), 503, headers)
