"""Security headers on every answer, for a page that contacts no other host.

Streamlit sends none of these. Each exception in the policy was tested on Streamlit 1.67.0 with
charts, data frames, formulas, uploads and components in a real Chromium. A comment at each says
what needs it.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.settings import SettingError

#: Where Streamlit keeps the files of its own page.
STREAMLITS_FILES = Path(streamlit.__file__).with_name("static")


def inline_script_hashes(html: str) -> list[str]:
    """The hash, in the notation of a policy, of each inline script in a page.

    >>> inline_script_hashes("<script>1</script><script src='a.js'></script>")
    ["'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"]
    """
    scripts = re.findall(r"<script>(.*?)</script>", html.replace("\r\n", "\n"), re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def content_security_policy(frame_ancestors: str = "'self'") -> str:
    """The policy for the installed Streamlit.

    `frame_ancestors` are the sites that may show the app in a frame, such as
    "'self' https://moodle.example.edu". Raises a SettingError.

    >>> content_security_policy("'self' https://a.example")
    "default-src 'self'; ...; frame-ancestors 'self' https://a.example"
    """
    if not re.fullmatch(r"[^;,\s]+( +[^;,\s]+)*", frame_ancestors):
        raise SettingError(
            "MERGE_BY_MERGE_FRAME_ANCESTORS must be a list of sites separated by spaces, "
            f"without commas or semicolons: {frame_ancestors[:200]!r}"
        )
    index = STREAMLITS_FILES / "index.html"
    hashes = inline_script_hashes(index.read_text(encoding="utf-8"))
    policy = {
        "default-src": ["'self'"],
        # blob: because Streamlit imports a component's script from a blob that it creates.
        # No 'unsafe-eval': Vega runs in its interpreter mode. The hash is Streamlit's own script.
        "script-src": ["'self'", "blob:", *hashes],
        # Streamlit styles its widgets with Emotion, which writes style elements.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'", "data:"],
        # 'self' includes the websocket to the same host.
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "frame-src": ["'none'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": [frame_ancestors],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in policy.items())


def security_headers(policy: str) -> dict[str, str]:
    """The headers that every answer carries in addition to its own."""
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        # The address holds the learner's text, so no other site may see it.
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }


class SecurityHeaders:
    """ASGI middleware that sets the headers on every answer, errors included.

    This includes the answer to a websocket that is refused.
    """

    STARTS = ("http.response.start", "websocket.http.response.start")

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self.app = app
        self.headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in self.STARTS:
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def fault_answer(headers: Mapping[str, str]) -> Callable[[Request, Exception], Response]:
    """Starlette's answer, outside all middleware, when a route fails: 500, without any details."""

    def answer(_request: Request, _fault: Exception) -> Response:
        return PlainTextResponse("Internal Server Error", 500, headers)

    return answer


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
