"""Which addresses answer: those that the pages need, and nothing else that Streamlit offers.

Unlike a list of closed routes, a list of open ones stays right when Streamlit adds a route.
"""

from __future__ import annotations

import re

from starlette.convertors import Convertor
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from server.settings import settings

#: Streamlit's own addresses that a page uses. Its uploads, its metrics, its agents' interface, its
#: log-in and its first generation of components are not among them.
OPEN = re.compile(r"/_stcore/(health|host-config|stream|bidi-components(/.*)?)")
CLOSED = re.compile(r"(/.*)?/_stcore(/.*)?|/(auth|component)(/.*)?|/oauth2callback(/.*)?")
#: Where a class joins a room: phones there have no session, and rooms have their own limits.
ROOM = "/room"
#: Most bytes of all headers together. The server underneath stops reading at 64 kB.
HEADER_BYTES = 32_000


def is_open(path: str) -> bool:
    """Whether anything answers at `path`.

    >>> is_open("/wordpiece"), is_open("/_stcore/health"), is_open("/_stcore/metrics")
    (True, True, False)
    """
    return bool(OPEN.fullmatch(path)) or not CLOSED.fullmatch(path)


def is_of_a_room(scope: Scope) -> bool:
    """Whether a request is for a room, not for Streamlit.

    >>> [is_of_a_room({"type": "http", "path": path}) for path in ("/room/BCDFHJ", "/roomy")]
    [True, False]
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


def has_body(headers: Headers) -> bool:
    """Whether a request has a body. Pages never send one: they send data over the websocket.

    >>> has_body(Headers({"content-length": "0"})), has_body(Headers({"content-length": "1"}))
    (False, True)
    """
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


class Number(Convertor[int]):
    """A number in an address, of any length. A very long one becomes one that is always too large.

    Python doesn't read numbers of more than 4,300 digits, so starlette's own convertor would raise.

    >>> Number().convert("12"), Number().convert("9" * 5_000)
    (12, 1000000000)
    """

    regex = "[0-9]+"
    LARGEST = 1_000_000_000

    def convert(self, value: str) -> int:
        return int(value) if len(value) < len(str(self.LARGEST)) else self.LARGEST

    def to_string(self, value: int) -> str:
        return str(value)


class Endpoints:
    """ASGI middleware: 404 for a closed address, 403 for a websocket of another site's page.

    It also answers 413, 414 or 431 to a request that is too long.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.longest_line = settings().request_line_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.refusal(scope) if scope["type"] in ("http", "websocket") else None
        await (refusal or self.app)(scope, receive, send)

    def refusal(self, scope: Scope) -> PlainTextResponse | None:
        """The answer to a request that is refused, else None."""
        line = len(scope.get("raw_path", b"")) + len(scope.get("query_string", b""))
        if line > self.longest_line:
            return PlainTextResponse("URI Too Long", 414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES:
            return PlainTextResponse("Request Header Fields Too Large", 431)
        if has_body(headers := Headers(scope=scope)):
            return PlainTextResponse("Content Too Large", 413, {"Connection": "close"})
        if not is_open(scope["path"]):
            return PlainTextResponse("Not Found", 404)
        if scope["type"] == "websocket" and is_foreign(headers):
            return PlainTextResponse("Forbidden", 403)
        return None
