"""The doors in front of the pages: which requests come in, and how many."""

import asyncio
from contextlib import suppress
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import ASGIApp

from server.requests import endpoints, quotas
from server.requests.endpoints import Endpoints, is_foreign
from server.requests.quotas import Places, Quota, QuotaError, Quotas, charge_session
from server.settings import MEGABYTE, settings


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """An app that answers everything."""
    if scope["type"] == "websocket":
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "bytes": b"ok"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


STREAM = "/_stcore/stream"


CLOSED = """
    /_stcore/metrics /_stcore/agent/mcp /_stcore/script-health-check /_stcore/healthy /_stcore
    /_stcore/upload_file/session/file /auth/login /auth/logout /oauth2callback /component/x/y
    /wordpiece/_stcore/health
""".split()
OPEN = """
    / /wordpiece /static/x /_stcore/health /_stcore/host-config /_stcore/stream
    /_stcore/bidi-components/a/b.js
""".split()


def test_what_no_page_needs_is_closed_and_what_a_page_needs_is_open() -> None:
    client = TestClient(Endpoints(inner))
    statuses = {path: client.get(path).status_code for path in (*CLOSED, *OPEN)}
    assert statuses == dict.fromkeys(CLOSED, 404) | dict.fromkeys(OPEN, 200)
    with pytest.raises(WebSocketDenialResponse), client.websocket_connect(CLOSED[0]):
        pass


@pytest.mark.parametrize("origin", ["https://b.example", "https://a.example", "null", "//["])
def test_a_page_of_another_site_opens_no_websocket(origin: str) -> None:
    """Streamlit refuses it too, but first asks the internet for the server's own address."""
    page = TestClient(Endpoints(inner), "http://a.example:8501", headers={"Origin": origin})
    with pytest.raises(WebSocketDenialResponse) as refused, page.websocket_connect(STREAM):
        pass
    assert refused.value.status_code == 403


@pytest.mark.parametrize(
    ("origin", "checks", "foreign"),
    [
        *((f"https://{site}.example", True, site == "d") for site in "abcd"),
        ("http://a.example", True, False),
        ("https://d.example", False, False),
    ],
)
def test_a_page_of_this_site_and_streamlits_own_settings_let_in(
    monkeypatch: pytest.MonkeyPatch, origin: str, checks: bool, foreign: bool
) -> None:
    """Also a page behind a proxy that ends TLS, and a program, which names no page."""
    assert not is_foreign(Headers({"host": "a.example"}))
    options = {
        "server.enableCORS": checks,
        "browser.serverAddress": "b.example",
        "server.corsAllowedOrigins": ["https://c.example"],
    }
    monkeypatch.setattr(endpoints.config, "get_option", options.__getitem__)
    assert is_foreign(Headers({"host": "a.example", "origin": origin})) is foreign


class Tab:
    """An open websocket."""

    def __init__(self, app: ASGIApp, address: str = "a") -> None:
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.sent: list[Any] = []
        scope = {
            "type": "websocket",
            "path": STREAM,
            "headers": [],
            "subprotocols": ["streamlit", "a", "b"],
            "client": (address, 1),
        }
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


async def settle() -> None:
    """Let every task do what it can do now."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.anyio
async def test_a_full_class_says_so_in_both_languages() -> None:
    """The answer is a 503. Files of an open page still come; a visitor who leaves makes room.

    A browser asks for a download as it does for a page.
    """
    app = Places(inner)
    app.most = 2
    tabs = [Tab(app), Tab(app)]
    await settle()
    browser = TestClient(app, headers={"Accept": "text/html,*/*"})
    answer = browser.get("/")
    assert answer.status_code == 503
    assert "The class is full" in answer.text
    assert "课堂已满" in answer.text
    assert "{seconds}" not in answer.text
    assert browser.get("/", headers={"Accept": "*/*"}).status_code == 200
    for path in ("/_stcore/health", "/static/a.js", "/media/bpe.py"):
        assert browser.get(path).status_code == 200
    await tabs.pop().close()
    assert browser.get("/").status_code == 200
    await tabs.pop().close()


@pytest.mark.anyio
async def test_a_tab_that_comes_back_finds_a_place_in_a_full_class() -> None:
    """Beyond those few places, a websocket is refused before it is accepted."""
    app = Places(inner)
    app.most = 2
    tabs = [Tab(app) for _ in range(3)]
    await settle()
    tabs.append(Tab(app))
    await settle()
    assert app.by_address.total() == 3
    assert tabs[3].sent[0]["status"] == 503
    for tab in tabs[:3]:
        await tab.close()
    assert app.by_address.total() == 0


@pytest.mark.anyio
async def test_an_address_has_its_share_of_the_class() -> None:
    """Beyond that, only it is refused pages; an IPv6 network counts as one address."""
    app = Places(inner)
    app.most, app.most_of_an_address = 4, 1
    tabs = [Tab(app, "2001:db8::1"), Tab(app, "2001:db8::2")]
    await settle()
    tabs.append(Tab(app, "2001:db8::3"))
    await settle()
    assert tabs[2].sent[0]["status"] == 503
    tabs.append(Tab(app, "2001:db8:0:1::1"))
    await settle()
    assert app.by_address.total() == 3
    for tab in tabs:
        await tab.close()
    app.app = Mock(side_effect=ZeroDivisionError)
    with suppress(ZeroDivisionError):
        await Tab(app).task
    assert app.by_address.total() == 0


@pytest.mark.anyio
async def test_a_websocket_that_sends_without_end_is_ended() -> None:
    """It ends long after its page has reported the limit, and no other ends with it."""
    tab, other = Tab(Quotas(inner)), Tab(Quotas(inner))
    for _ in range(2 * settings().session_megabytes):
        await tab.say(MEGABYTE)
    assert not tab.task.done()
    await tab.say(MEGABYTE)
    await settle()
    assert tab.task.done()
    assert tab.sent[-1] == {"type": "websocket.close", "code": quotas.TOO_MUCH}
    await other.say(MEGABYTE)
    await other.close()
    assert other.sent[-1]["type"] == "websocket.send"


@pytest.mark.anyio
async def test_a_websocket_that_says_too_much_at_once_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its messages are not refused, only delayed, until it is their turn."""
    seconds = iter([0.0, 0.001, 0.001, 0.0])
    monkeypatch.setattr(quotas, "_MESSAGES", Mock(take=lambda socket, size: next(seconds)))
    tab = Tab(Quotas(inner))
    for _ in range(2):
        await tab.say(1)
    while len(tab.sent) < 3:  # one is for opening the websocket
        await asyncio.sleep(0)
    assert list(seconds) == []
    await tab.close()


def test_who_has_the_full_quota_again_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_TRACKED", 2)
    quota = Quota(100, 10, clock=iter([0.0, 4.0, 5.0]).__next__)
    for key in ("ann", "bob", "eve"):
        assert quota.take(key, 30) == 0
    assert {*quota._used} == {"bob", "eve"}


def test_a_page_says_when_to_send_again() -> None:
    """The page says it in words, with the limit and the minutes."""
    whole = settings().session_megabytes * MEGABYTE
    charge_session("carol", whole)
    with pytest.raises(QuotaError) as told:
        charge_session("carol", whole // 3)
    fields = {"limit": settings().session_megabytes, "minutes": settings().quota_minutes, "wait": 4}
    assert told.value.fields == fields
