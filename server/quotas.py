"""How much one visitor, and one address, may send in a while.

A text of one's own comes over the websocket, so that is where it is counted; Streamlit's own way
to upload takes files even where no page asks for one, so it is counted there too. A whole class
can sit behind one address: its quota is wide. A page that takes a text over asks `UPLOADS` first,
and says in words what the middleware would only refuse.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from time import monotonic

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_core.errors import BpeError
from server.settings import MEGABYTE, settings

#: Visitors remembered before those whose quota is whole again are forgotten.
MOST_KEPT = 10_000
#: A websocket is closed at so many times a session's quota: its page has long said why.
HARD = 2


class QuotaError(BpeError):
    """More was sent in a while than one session may send."""

    template = (
        "You have sent {limit} MB within {minutes} min, which is the limit for one person. Wait "
        "{wait} min and send it again. Your previous text is unchanged."
    )


class Quota:
    """So many bytes in so many seconds for each key. What was used comes back evenly.

    >>> now = 0.0
    >>> quota = Quota(100, 10, clock=lambda: now)
    >>> quota.take("ann", 100), quota.take("ann", 50), quota.take("bob", 50)
    (0.0, 5.0, 0.0)
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

    def take(self, key: object, size: float) -> float:
        """Take `size` bytes; 0, or the seconds to wait where they can't be had (none is taken)."""
        with self._lock:
            now = self._clock()
            used = self._used_by(key, now)
            if used + size > self.limit:
                return (used + size - self.limit) / self._rate
            self._used[key] = (used + size, now)
            if len(self._used) > MOST_KEPT:
                kept = self._used.items()
                self._used = {k: v for k, v in kept if self._used_by(k, now) > 0}
            return 0.0

    def _used_by(self, key: object, now: float) -> float:
        used, then = self._used.get(key, (0.0, now))
        return max(0.0, used - (now - then) * self._rate)


_SECONDS = settings().quota_minutes * 60
UPLOADS = Quota(settings().session_megabytes * MEGABYTE, _SECONDS)
_SOCKETS = Quota(settings().session_megabytes * MEGABYTE * HARD, _SECONDS)
_ADDRESSES = Quota(settings().address_megabytes * MEGABYTE, _SECONDS)


def charge_session(session: str, size: int) -> None:
    """Count `size` bytes that a session has sent. Raises a QuotaError where that is too much."""
    if wait := UPLOADS.take(session, size):
        limit, minutes = settings().session_megabytes, settings().quota_minutes
        raise QuotaError(limit=limit, minutes=minutes, wait=math.ceil(wait / 60))


class Quotas:
    """ASGI middleware: 429 for a request that sends too much, the end for such a websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.app(scope, _counted(scope, receive), send)
        elif scope["type"] == "http" and (refusal := _refusal(scope)):
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])


def _refusal(scope: Scope) -> PlainTextResponse | None:
    """The answer to a request whose body is not taken, before any of it is read."""
    headers = Headers(scope=scope)
    said = headers.get("content-length", "")
    if "transfer-encoding" in headers or (said and not said.isdecimal()):
        return PlainTextResponse("Length Required", 411)
    if not int(said or 0):
        return None
    session = scope["path"].removeprefix("/_stcore/upload_file/").split("/")[0]
    wait = UPLOADS.take(session, int(said)) or _ADDRESSES.take(_address(scope), int(said))
    if not wait:
        return None
    return PlainTextResponse("Too Many Requests", 429, {"Retry-After": str(math.ceil(wait))})


def _counted(scope: Scope, receive: Receive) -> Receive:
    """`receive` until too much has come; from then on the visitor is gone."""
    socket = object()

    async def receive_counted() -> Message:
        message = await receive()
        size = len(message.get("bytes") or b"")
        if _SOCKETS.take(socket, size) or _ADDRESSES.take(_address(scope), size):
            return {"type": "websocket.disconnect", "code": 1013}
        return message

    return receive_counted
