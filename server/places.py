"""How many can be in the class at once. When it is full, visitors are told, and let in later.

A place is a websocket that has asked for a page: each open tab has one. A websocket that asks for
nothing has no place and no session, and not for long. New pages are refused before websockets are,
so that a tab that lost its connection comes back even to a full class.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.addresses import address_of
from server.endpoints import is_of_a_room
from server.quotas import Quota
from server.settings import settings
from server.streamlit_internals.browser_messages import asks_for_a_page
from server.streamlit_internals.proxies import is_from_a_proxy_itself

STREAM = "/_stcore/stream"
#: Of all places, how many more a tab that comes back may take.
SPARE = 0.1
#: Seconds after which a page that was refused asks again: not all of a class at once.
WAIT = (20, 40)
#: Seconds in which a websocket has to ask for a page: a browser does so at once.
SECONDS_TO_ASK = 10.0
#: Websockets that have not asked yet. Where there are more, the one that has waited longest goes.
MOST_SILENT = 100
#: Messages that may come before it.
MOST_BEFORE = 3
#: Websockets that one address may open in so many seconds: a class that opens the page comes in.
OPENED, OPENED_SECONDS = 600, 120
#: What a websocket is told that is closed for want of a place: try again later.
TRY_AGAIN = 1013
_PAGE = (Path(__file__).parent / "full.html").read_text(encoding="utf-8")


class Places:
    """ASGI middleware that counts the open tabs, and answers 503 where there are too many."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.most = settings().sessions
        self.most_of_an_address = settings().address_sessions
        self.by_address: Counter[str] = Counter()
        self.opened = Quota(OPENED, OPENED_SECONDS)
        self.silent: dict[asyncio.Task[Message | None], None] = {}  # in the order of coming

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
        """Whether all places are taken, or all that one address may have, and `spare` more."""
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
        """What asks for a page, or the end; None where neither comes in time."""
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
    """What asks for a page, or the end; a few messages before it are passed over."""
    for _ in range(MOST_BEFORE):
        message = await receive()
        if message["type"] != "websocket.receive" or asks_for_a_page(message):
            return message
    return None


def replay(messages: list[Message], receive: Receive) -> Receive:
    """`receive` for an app that comes late: what has come already, and then what comes."""

    async def receive_again() -> Message:
        return messages.pop(0) if messages else await receive()

    return receive_again


def accepted(send: Send) -> Send:
    """`send` for an app that accepts a websocket which has been accepted."""

    async def send_the_rest(message: Message) -> None:
        if message["type"] != "websocket.accept":
            await send(message)

    return send_the_rest


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
