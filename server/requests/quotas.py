"""Rate limits: how many bytes and messages one tab may send in a given time.

A learner's own text comes over the websocket, so it is counted there; requests carry no text. A
page that accepts a text asks `UPLOADS` first, and explains what the middleware would only refuse.
If there are too many messages, they are not refused, as bytes are: they wait.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_core.errors import BpeError
from server.settings import MEGABYTE, settings

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
