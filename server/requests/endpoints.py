"""Answer only the addresses that the pages need, and nothing else that Streamlit offers.

Unlike a list of closed routes, a list of open ones stays right when Streamlit adds a route.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

#: Streamlit's own addresses that a page uses. Its uploads, its metrics, its agents' interface, its
#: log-in and its first generation of components are not among them.
OPEN = re.compile(r"/_stcore/(health|host-config|stream|bidi-components(/.*)?)")
CLOSED = re.compile(r"(/.*)?/_stcore(/.*)?|/(auth|component)(/.*)?|/oauth2callback(/.*)?")
#: Where a class joins a room: phones there have no session, and rooms have their own limits.
ROOM = "/room"


def is_open(path: str) -> bool:
    """Whether anything answers at `path`.

    >>> is_open("/wordpiece"), is_open("/_stcore/health"), is_open("/_stcore/metrics")
    (True, True, False)
    """
    return bool(OPEN.fullmatch(path)) or not CLOSED.fullmatch(path)


def is_of_a_room(scope: Scope) -> bool:
    """Whether a request is for a room, not for Streamlit.

    >>> paths = ("/room", "/room/BCDFHJ", "/roomy")
    >>> [is_of_a_room({"type": "http", "path": path}) for path in paths]
    [True, True, False]
    """
    path = scope.get("path", "")
    return scope["type"] in ("http", "websocket") and (path == ROOM or path.startswith(f"{ROOM}/"))


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site is opening a websocket, according to the `Origin` header.

    Streamlit refuses such a websocket too, but first asks a host on the internet for this server's
    address, and everybody waits for the answer, up to two seconds each time. Streamlit's own
    settings can let a site in.

    >>> is_foreign(Headers({"host": "a.example", "origin": "https://b.example"}))
    True
    >>> is_foreign(Headers({"host": "a.example", "origin": "https://a.example"}))
    False
    """
    origin = headers.get("origin")
    if origin is None or not config.get_option("server.enableCORS"):
        return False
    site = origin.partition("://")[2]
    ours = (headers.get("host"), config.get_option("browser.serverAddress"))
    return site not in ours and origin not in config.get_option("server.corsAllowedOrigins")


class Endpoints:
    """ASGI middleware: 404 for a closed address, 403 for a websocket of another site's page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self.app
        if scope["type"] in ("http", "websocket") and not is_open(scope["path"]):
            answer = PlainTextResponse("Not Found", 404)
        elif scope["type"] == "websocket" and is_foreign(Headers(scope=scope)):
            answer = PlainTextResponse("Forbidden", 403)
        await answer(scope, receive, send)
