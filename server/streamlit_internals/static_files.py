"""Streamlit's own scripts and styles, compressed and from memory.

A first visit asks for about a hundred of them, 4 MB. Streamlit reads each from the disk in pieces
and sends it as it is; a class that opens the page at once waits for that, and so does its wifi.

Leans on: where Streamlit 1.67.0 keeps these files, and that it serves them under `/static/`.
Can go: when Streamlit sends them compressed.
"""

from __future__ import annotations

import gzip
import mimetypes
from asyncio import Future, ensure_future, shield
from pathlib import Path

import streamlit
from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

#: Where Streamlit keeps them, and what of them grows smaller. A name is another for other content.
FOLDER = Path(streamlit.__file__).with_name("static")
COMPRESSED = {".js", ".css"}
FOREVER = "public, immutable, max-age=31536000"


class StaticFiles:
    """ASGI middleware: answers for these files where the browser takes gzip; else Streamlit does.

    What was asked for once is kept: a megabyte for all that the lessons use.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        files = (FOLDER / "static").rglob("*.*")
        self.paths = {
            f"/{file.relative_to(FOLDER).as_posix()}": file
            for file in files
            if file.suffix in COMPRESSED
        }
        self.kept: dict[str, Future[bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.answer(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def answer(self, scope: Scope) -> Response | None:
        """A file that is kept here and wanted whole and compressed, else None."""
        path, headers = scope["path"], Headers(scope=scope)
        takes_gzip = "gzip" in headers.get("accept-encoding", "")
        if scope["method"] != "GET" or path not in self.paths or not takes_gzip:
            return None
        if path not in self.kept:  # once, however many ask for it meanwhile
            self.kept[path] = ensure_future(to_thread.run_sync(compress, self.paths[path]))
        body = await shield(self.kept[path])
        about = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": FOREVER}
        return Response(body, headers=about, media_type=mimetypes.guess_type(path)[0])


def compress(file: Path) -> bytes:
    """The file in gzip's format."""
    return gzip.compress(file.read_bytes())
