"""Answer with content that is the same for everybody, compressed once."""

import gzip
from functools import cache

from starlette.requests import Request
from starlette.responses import Response


def compressed_answer(request: Request, content: bytes, media_type: str, keep: str) -> Response:
    """The content, compressed if the browser takes that; `keep` is for `Cache-Control`."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = _compressed(content)
    return Response(content, media_type=media_type, headers=headers)


@cache
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content)
