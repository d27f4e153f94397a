"""Add to Streamlit's page, and serve its files compressed.

**More in the page.** A stylesheet and more are inserted into Streamlit's HTML page, so that they
are there before any script. Whatever the app itself sends arrives when part of the page is on the
screen already.

Depends on: Streamlit 1.67.0 answers every page's address with the same small file.
Remove when: Streamlit lets an app add to that file.

**Less to send.** Streamlit's scripts and styles are served compressed, from a cache in memory. A
first visit asks for about a hundred of them, 4 MB in all. Streamlit reads each from disk in
pieces and sends it uncompressed. If a whole class opens the page at the same moment, that is slow,
and a burden on its wifi.

Depends on: where Streamlit 1.67.0 keeps these files, and that it serves them under `/static/`.
Remove when: Streamlit sends them compressed.
"""

from __future__ import annotations

import gzip
import mimetypes
from asyncio import Future, ensure_future, shield
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.requests.headers import STREAMLITS_FILES

#: What only Streamlit's own page has.
_MARK = b"./static/js/index."
_HEAD = b"<head>"
_ROOT = b'<div id="root">'


class Insertion(NamedTuple):
    """HTML for the beginning of the page's head, and for the beginning of what it shows."""

    head: str
    body: str = ""


class PageInsertions:
    """ASGI middleware that adds to Streamlit's page what `insertion` says for a request.

    It adds to nothing else.
    """

    def __init__(self, app: ASGIApp, insertion: Callable[[Request], Insertion]) -> None:
        self.app = app
        self.insertion = insertion

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and _is_page(scope["path"]):
            added = self.insertion(Request(scope))
            plain = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
            await self.app({**scope, "headers": plain}, receive, _Sending(send, added))
        else:
            await self.app(scope, receive, send)


def _is_page(path: str) -> bool:
    """Whether Streamlit may answer with its page: not a file, and not its own addresses."""
    return "." not in path.rsplit("/", 1)[-1] and "/_stcore/" not in path


class _Sending:
    """Keeps an HTML page back until all of it is there; anything else goes out as it comes."""

    def __init__(self, send: Send, added: Insertion) -> None:
        self.send = send
        self.added = added
        self.start: Message | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_html(message):
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self.start)

    async def _finish(self, start: Message) -> None:
        if _MARK in self.body:
            self.body = self.body.replace(_HEAD, _HEAD + self.added.head.encode(), 1)
            self.body = self.body.replace(_ROOT, self.added.body.encode() + _ROOT, 1)
            headers = MutableHeaders(scope=start)
            headers["Content-Length"] = str(len(self.body))
            for name in ("ETag", "Last-Modified"):  # they describe the file, not this page
                del headers[name]
        await self.send(start)
        await self.send({"type": "http.response.body", "body": self.body})


def _is_html(message: Message) -> bool:
    headers = MutableHeaders(scope=message)
    return message["status"] == 200 and headers.get("Content-Type", "").startswith("text/html")


#: Which of them compress well. A file's name changes with its content.
COMPRESSED = {".js", ".css"}
FOREVER = "public, immutable, max-age=31536000"


class StaticFiles:
    """ASGI middleware: serves these files if the browser accepts gzip; otherwise Streamlit does.

    A file is kept once it has been requested: all that the lessons use take a megabyte.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        files = (STREAMLITS_FILES / "static").rglob("*.*")
        self.paths = {
            f"/{file.relative_to(STREAMLITS_FILES).as_posix()}": file
            for file in files
            if file.suffix in COMPRESSED
        }
        self.compressed: dict[str, Future[bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.answer(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def answer(self, scope: Scope) -> Response | None:
        """The answer, if the file is kept here and requested whole and compressed, else None."""
        path, headers = scope["path"], Headers(scope=scope)
        takes_gzip = "gzip" in headers.get("accept-encoding", "")
        if scope["method"] != "GET" or path not in self.paths or not takes_gzip:
            return None
        if path not in self.compressed:  # only once, however many ask meanwhile
            self.compressed[path] = ensure_future(to_thread.run_sync(compress, self.paths[path]))
        body = await shield(self.compressed[path])
        about = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": FOREVER}
        return Response(body, headers=about, media_type=mimetypes.guess_type(path)[0])


def compress(file: Path) -> bytes:
    """The file in gzip's format."""
    return gzip.compress(file.read_bytes())
