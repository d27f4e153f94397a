"""What stands before the pages: which requests come in, and how many."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.types import ASGIApp

from server.endpoints import Endpoints, is_foreign
from server.places import Places
from server.quotas import QuotaError, Quotas, charge_session
from server.settings import MEGABYTE, settings

Asking = Callable[..., list[dict[str, Any]]]


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """An app that answers everything."""
    if scope["type"] == "websocket":
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "bytes": b"ok"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


def ask(app: ASGIApp, path: str = "/", **scope: Any) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    whole = {"type": "http", "method": "GET", "path": path, "headers": [], "client": ("a", 1)}
    asyncio.run(
        app(whole | {"raw_path": path.encode(), "query_string": b""} | scope, receive, send)
    )
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[1]["body"]


PAGE = [(b"accept", b"text/html,*/*")]


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/agent/mcp",
        "/_stcore/script-health-check",
        "/_stcore/healthy",
        "/auth/login",
        "/auth/logout",
        "/oauth2callback",
        "/component/x/y",
        "/wordpiece/_stcore/health",
        "/_stcore",
    ],
)
def test_what_no_page_needs_is_closed(path: str) -> None:
    assert ask(Endpoints(inner), path)[0] == 404


@pytest.mark.parametrize(
    "path", ["/", "/wordpiece", "/_stcore/health", "/_stcore/bidi-components/a/b.js", "/static/x"]
)
def test_what_a_page_needs_is_open(path: str) -> None:
    assert ask(Endpoints(inner), path)[0] == 200


def test_a_request_that_is_too_long_is_refused() -> None:
    """The line and the headers each have their limit."""
    app = Endpoints(inner)
    assert ask(app, query_string=b"x" * settings().request_line_bytes)[0] == 414
    assert ask(app, headers=[(b"cookie", b"x" * 40_000)])[0] == 431
    assert ask(app, query_string=b"x" * 11_000)[0] == 200


@pytest.mark.parametrize("origin", [b"https://b.example", b"https://a.example", b"null", b"//["])
def test_a_page_of_another_site_opens_no_websocket(origin: bytes) -> None:
    """Streamlit says so, too, but first asks the internet for the server's own address."""
    headers = [(b"host", b"a.example:8501"), (b"origin", origin)]
    assert ask(Endpoints(inner), "/_stcore/stream", type="websocket", headers=headers)[0] == 403


@pytest.mark.parametrize("origin", [b"http://a.example:8501", b"https://a.example:8501", None])
def test_a_page_of_this_site_opens_one(origin: bytes | None) -> None:
    """Behind a proxy that ends TLS, too; and so does a program, which has no page."""
    said = [(b"origin", origin)] if origin else []
    assert not is_foreign(Headers(raw=[(b"host", b"a.example:8501"), *said]))


class Tab:
    """An open websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: list[Any] = []
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [], "client": ("a", 1)}
        self.task = asyncio.ensure_future(app(scope, self.incoming.get, self.send))  # type: ignore

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def say(self, size: int) -> None:
        await self.incoming.put({"type": "websocket.receive", "bytes": bytes(size)})
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def close(self) -> None:
        await self.incoming.put({"type": "websocket.disconnect", "code": 1001})
        await self.task


async def status_of_a_page(app: ASGIApp, headers: Any = PAGE) -> tuple[int, str]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/", "headers": headers, "client": ("a", 1)}
    await app(scope, None, send)  # type: ignore[arg-type]
    return sent[0]["status"], sent[1]["body"].decode()


def test_a_full_class_says_so_in_both_languages() -> None:
    """With 503; what belongs to an open page still comes; who leaves makes room."""

    async def class_of_two() -> None:
        app = Places(inner)
        app.most = 2
        tabs = [Tab(app), Tab(app)]
        await asyncio.sleep(0)
        status, body = await status_of_a_page(app)
        assert status == 503
        assert "The class is full" in body
        assert "课堂已满" in body
        assert (await status_of_a_page(app, headers=[]))[0] == 200
        await tabs.pop().close()
        assert (await status_of_a_page(app))[0] == 200
        await tabs.pop().close()

    asyncio.run(class_of_two())


def test_a_tab_that_comes_back_finds_a_place_in_a_full_class() -> None:
    """And beyond those few, a websocket is refused before it is accepted."""

    async def class_of_two() -> None:
        app = Places(inner)
        app.most = 2
        tabs = [Tab(app) for _ in range(4)]
        await asyncio.sleep(0)
        assert app.taken == 3
        assert tabs[3].sent[0]["status"] == 503
        for tab in tabs[:3]:
            await tab.close()
        assert app.taken == 0

    asyncio.run(class_of_two())


def upload(app: ASGIApp, session: str, size: str, client: str = "a", **more: Any) -> int:
    headers = [(b"content-length", size.encode()), *more.get("headers", [])]
    path = f"/_stcore/upload_file/{session}/file"
    return ask(app, path, method="PUT", headers=headers, client=(client, 1))[0]


def test_a_session_that_uploads_too_much_is_refused() -> None:
    """Before any of it is read, and only this session."""
    app = Quotas(inner)
    size = str(settings().session_megabytes * MEGABYTE)
    assert upload(app, "ann", size) == 200
    assert upload(app, "ann", "1000000") == 429
    assert upload(app, "bob", "1000000") == 200


def test_an_address_that_uploads_too_much_is_refused() -> None:
    """However many sessions it says it has."""
    app = Quotas(inner)
    size = str(settings().session_megabytes * MEGABYTE)
    answers = [upload(app, f"session-{i}", size, client="flood") for i in range(30)]
    assert answers.count(200) == settings().address_megabytes // settings().session_megabytes
    assert set(answers) == {200, 429}


def test_a_body_without_a_length_is_refused() -> None:
    app = Quotas(inner)
    chunked = [(b"transfer-encoding", b"chunked")]
    assert ask(app, method="PUT", headers=chunked)[0] == 411
    assert ask(app, method="PUT", headers=[(b"content-length", b"-1")])[0] == 411


def test_a_websocket_that_sends_without_end_is_ended() -> None:
    """Long after its page has said so."""

    async def flood() -> None:
        tab = Tab(Quotas(inner))
        for _ in range(2 * settings().session_megabytes):
            await tab.say(MEGABYTE)
        assert not tab.task.done()
        await tab.say(MEGABYTE)
        assert tab.task.done()

    asyncio.run(flood())


def test_a_page_says_when_to_send_again() -> None:
    """In words, with the limit and the minutes."""
    whole = settings().session_megabytes * MEGABYTE
    charge_session("carol", whole)
    with pytest.raises(QuotaError) as told:
        charge_session("carol", whole // 2)
    fields = {"limit": settings().session_megabytes, "minutes": settings().quota_minutes, "wait": 5}
    assert told.value.fields == fields
