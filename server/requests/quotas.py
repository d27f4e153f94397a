"""Limits on how much one visitor may send, and on how many tabs are open.

A learner's own text comes over the websocket, so it is counted there; requests carry no text. A
page that accepts a text asks `UPLOADS` first, and explains what the middleware would only refuse.
If there are too many messages, they are not refused, as bytes are: they wait.

When all places for tabs are taken, new visitors get a 503. A place is a websocket: each open tab
has one. New pages are refused before websockets are, so that a tab that lost its connection can
come back even to a full class.
"""

from __future__ import annotations

import asyncio
import math
import random
import threading
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from time import monotonic

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_core.errors import BpeError
from server.requests.endpoints import is_of_a_room
from server.settings import MEGABYTE, settings

#: Bits of an IPv6 address that identify a household or school; its machines choose the rest freely.
NETWORK_BITS = 64


def address_of(scope: Scope) -> str:
    """The sender's address, under which a request is counted.

    >>> address_of({"client": ("203.0.113.7", 50_000)})
    '203.0.113.7'
    """
    return counted_address(str((scope.get("client") or ("",))[0]))


def counted_address(host: str) -> str:
    """An address without the part that its owner can change at will.

    >>> [counted_address(f"2001:db8:0:{end}") for end in ("1::1", "1:8000::1", "2::1")]
    ['2001:db8:0:1::/64', '2001:db8:0:1::/64', '2001:db8:0:2::/64']
    >>> counted_address("::ffff:203.0.113.7"), counted_address("testclient")
    ('203.0.113.7', 'testclient')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), NETWORK_BITS), strict=False))


#: Visitors remembered before those who have their full quota again are forgotten.
MOST_TRACKED = 10_000
#: A websocket is closed at this many times a session's quota: by then its page has long said why.
HARD = 2
#: Messages that a websocket may send in this many seconds; a page sends a few a second at most.
MESSAGES, MESSAGES_SECONDS = 150, 10
#: The code for closing a websocket that has sent too much: try again later.
TOO_MUCH = 1013


class QuotaError(BpeError):
    """A session has sent more in a given time than it may."""

    template = (
        "You have sent {limit} MB within {minutes} min, which is the limit for one person. Wait "
        "{wait} min and send it again. Your previous text is unchanged."
    )


class Quota:
    """`limit` bytes in `seconds` seconds for each key. Used bytes come back at an even rate.

    >>> now = 0.0
    >>> quota = Quota(100, 10, clock=lambda: now)
    >>> quota.take("ann", 100), quota.take("ann", 50), quota.take("bob", 50)
    (0.0, 5.0, 0.0)
    >>> quota.wait("bob", 100), quota.wait("bob", 50)
    (5.0, 0.0)
    >>> now = 5.0
    >>> quota.take("ann", 50)
    0.0
    """

    def __init__(
        self, limit: float, seconds: float, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self.limit = limit
        self._rate = limit / seconds
        self._clock = clock
        self._used: dict[object, tuple[float, float]] = {}  # bytes, and when that was
        self._lock = threading.Lock()

    def wait(self, key: object, size: float) -> float:
        """Seconds to wait until `size` bytes are available; none are taken."""
        with self._lock:
            used = self._used_by(key, self._clock())
            return max(0.0, (used + size - self.limit) / self._rate)

    def take(self, key: object, size: float) -> float:
        """Take `size` bytes and return 0; if too few are available, take none and return the
        seconds to wait."""
        with self._lock:
            now = self._clock()
            used = self._used_by(key, now)
            if used + size > self.limit:
                return (used + size - self.limit) / self._rate
            self._used[key] = (used + size, now)
            if len(self._used) > MOST_TRACKED:
                entries = self._used.items()
                self._used = {k: v for k, v in entries if self._used_by(k, now) > 0}
            return 0.0

    def _used_by(self, key: object, now: float) -> float:
        used, then = self._used.get(key, (0.0, now))
        return max(0.0, used - (now - then) * self._rate)


_SECONDS = settings().quota_minutes * 60
UPLOADS = Quota(settings().session_megabytes * MEGABYTE, _SECONDS)
_SOCKETS = Quota(settings().session_megabytes * MEGABYTE * HARD, _SECONDS)
_MESSAGES = Quota(MESSAGES, MESSAGES_SECONDS)


def charge_session(session: str, size: int) -> None:
    """Count `size` bytes that a session has sent. Raises a QuotaError if that is too much."""
    if wait := UPLOADS.take(session, size):
        limit, minutes = settings().session_megabytes, settings().quota_minutes
        raise QuotaError(limit=limit, minutes=minutes, wait=math.ceil(wait / 60))


class Quotas:
    """ASGI middleware that slows tabs that send too fast, and ends those that send too much."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            receive = _counted(receive, send)
        await self.app(scope, receive, send)


def _counted(receive: Receive, send: Send) -> Receive:
    """`receive` until too much has come; from then on it reports the visitor as gone."""
    socket = object()

    async def receive_counted() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive":
            return message
        while wait := _MESSAGES.take(socket, 1):
            await asyncio.sleep(wait)
        size = len(message.get("bytes") or b"")
        if _SOCKETS.take(socket, size):
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return {"type": "websocket.disconnect", "code": TOO_MUCH}
        return message

    return receive_counted


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
    """The page that says the class is full, in both languages; it tries again by itself.

    >>> full().headers["Cache-Control"], 20 <= int(full().headers["Retry-After"]) <= 40
    ('no-store', True)
    """
    wait = str(random.randint(*WAIT))
    headers = {"Retry-After": wait, "Cache-Control": "no-store"}
    return HTMLResponse(_PAGE.replace("{seconds}", wait), 503, headers)
