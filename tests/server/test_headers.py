"""The security policy sent to the browser."""

import asyncio
import contextlib
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.requests.headers import (
    SecurityHeaders,
    content_security_policy,
    fault_answer,
    security_headers,
)
from server.settings import SettingError, Settings

FRAME_ANCESTORS = "MERGE_BY_MERGE_FRAME_ANCESTORS"


def headers_of_an_answer(app: Any) -> dict[str, str]:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    with contextlib.suppress(ZeroDivisionError):  # Starlette re-raises it after answering
        asyncio.run(app(scope, receive, send))
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


async def app_that_refuses_websockets(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def app_with_a_fault() -> Starlette:
    def fail(_request: Request) -> Response:
        raise ZeroDivisionError

    headers = security_headers(content_security_policy())
    return Starlette(
        routes=[Route("/", fail)],
        middleware=[Middleware(SecurityHeaders, headers)],
        exception_handlers={Exception: fault_answer(headers)},
    )


async def bare_app(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 500, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_every_answer_carries_the_headers() -> None:
    """Errors too, a refused websocket, and Starlette's answer when a route of ours fails."""
    own = security_headers(content_security_policy())
    for app in (
        SecurityHeaders(bare_app, own),
        SecurityHeaders(app_that_refuses_websockets, own),
        app_with_a_fault(),
    ):
        headers = headers_of_an_answer(app)
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'self'" in headers["content-security-policy"]


def test_a_learning_platform_may_be_let_in() -> None:
    """The setting allows it, and only in frames."""
    asked = Settings.read({FRAME_ANCESTORS: "'self' https://moodle.example.edu"})
    policy = content_security_policy(asked.frame_ancestors)
    assert policy.endswith("frame-ancestors 'self' https://moodle.example.edu")


@pytest.mark.parametrize("value", ["'self'; script-src *", "a, b", "a\nb"])
def test_the_setting_cannot_add_a_rule(value: str) -> None:
    with pytest.raises(SettingError, match=FRAME_ANCESTORS):
        content_security_policy(value)


def test_scripts_come_from_here_only() -> None:
    """No eval, nothing inline except Streamlit's own script, no other host."""
    policy = dict(part.split(" ", 1) for part in content_security_policy().split("; "))
    assert "unsafe" not in policy["script-src"]
    assert policy["script-src"].count("'sha256-") == 1
    assert (policy["img-src"], policy["font-src"]) == ("'self' data: blob:", "'self' data:")
    assert not any("http" in sources or "*" in sources for sources in policy.values())
