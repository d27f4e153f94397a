"""How many visitors the class can hold at once. When it is full, others are told to try later.

A place is a websocket that has asked for a page: each open tab has one. A websocket that asks for
nothing has no place and no session, and is soon closed. New pages are refused before websockets
are, so that a tab that lost its connection can come back even to a full class.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.requests.addresses import address_of
from server.requests.endpoints import is_of_a_room
from server.requests.quotas import Quota
from server.settings import settings
from server.streamlit_internals.browser_messages import asks_for_a_page
from server.streamlit_internals.proxies import is_from_a_proxy_itself

STREAM = "/_stcore/stream"
#: The share of extra places, on top of all places, that returning tabs may take.
SPARE = 0.1
#: Range of seconds after which a refused page asks again: a whole class must not ask at once.
WAIT = (20, 40)
#: Seconds in which a websocket has to ask for a page: a browser does so immediately.
SECONDS_TO_ASK = 10.0
#: Websockets that have not asked yet. If there are more, the one that has waited longest is closed.
MOST_SILENT = 100
#: Messages that a websocket may send before it asks for a page.
MOST_BEFORE = 3
#: Websockets that one address may open in this many seconds: enough for a class to open the page.
OPENED, OPENED_SECONDS = 600, 120
#: The code for closing a websocket when there is no place for it: try again later.
TRY_AGAIN = 1013
_PAGE = (Path(__file__).parent / "full.html").read_text(encoding="utf-8")


class Places:
    """ASGI middleware that counts the open tabs, and answers 503 if there are too many."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.most = settings().sessions
        self.most_of_an_address = settings().address_sessions
        self.by_address: Counter[str] = Counter()
        self.opened = Quota(OPENED, OPENED_SECONDS)
        self.silent: dict[asyncio.Task[Message | None], None] = {}  # in order of arrival

    @property
    def taken(self) -> int:
        return self.by_address.total()

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
        taken = [(self.taken, self.most)]
        if not is_from_a_proxy_itself(scope):
            taken.append((self.by_address[address_of(scope)], self.most_of_an_address))
        return any(count >= most + (spare and max(1, round(most * spare))) for count, most in taken)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept a websocket, and give it a place when it asks for a page."""
        address = address_of(scope)
        is_hasty = not is_from_a_proxy_itself(scope) and self.opened.take(address, 1)
        if is_hasty or self._is_full(scope, SPARE):
            await PlainTextResponse("Service Unavailable", 503)(scope, receive, send)
            return
        connect = await receive()
        # Streamlit would take the first, too.
        protocol = next(iter(scope.get("subprotocols", ())), None)
        await send({"type": "websocket.accept", "subprotocol": protocol})
        first = await self._first_message(receive)
        if first is None or self._is_full(scope, SPARE):
            await send({"type": "websocket.close", "code": TRY_AGAIN})
        elif first["type"] == "websocket.receive":
            self.by_address[address] += 1
            try:
                await self.app(scope, replay([connect, first], receive), accepted(send))
            finally:
                self.by_address -= Counter([address])

    async def _first_message(self, receive: Receive) -> Message | None:
        """The message that asks for a page, or the end; None if neither comes in time."""
        asking = asyncio.ensure_future(wait_for_asking(receive))
        self.silent[asking] = None
        if len(self.silent) > MOST_SILENT:
            next(iter(self.silent)).cancel()
        try:
            await asyncio.wait([asking], timeout=SECONDS_TO_ASK)
            return asking.result() if asking.done() and not asking.cancelled() else None
        finally:
            asking.cancel()
            del self.silent[asking]


async def wait_for_asking(receive: Receive) -> Message | None:
    """The message that asks for a page, or the end; a few messages before it are skipped."""
    for _ in range(MOST_BEFORE):
        message = await receive()
        if message["type"] != "websocket.receive" or asks_for_a_page(message):
            return message
    return None


def replay(messages: list[Message], receive: Receive) -> Receive:
    """`receive` for an app that joins late: first the messages that have come, then new ones."""

    async def receive_again() -> Message:
        return messages.pop(0) if messages else await receive()

    return receive_again


def accepted(send: Send) -> Send:
    """`send` for an app that accepts a websocket which has already been accepted."""

    async def send_the_rest(message: Message) -> None:
        if message["type"] != "websocket.accept":
            await send(message)

    return send_the_rest


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
