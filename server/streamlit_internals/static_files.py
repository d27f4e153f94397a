"""Serve Streamlit's scripts and styles compressed, from a cache in memory.

A first visit asks for about a hundred of them, 4 MB in all. Streamlit reads each from disk in
pieces and sends it uncompressed. If a whole class opens the page at the same moment, that is slow,
and a burden on its wifi.

Depends on: where Streamlit 1.67.0 keeps these files, and that it serves them under `/static/`.
Remove when: Streamlit sends them compressed.
"""

from __future__ import annotations

import gzip
import mimetypes
from asyncio import Future, ensure_future, shield
from pathlib import Path

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.requests.headers import STREAMLITS_FILES

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
