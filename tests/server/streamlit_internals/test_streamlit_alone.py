"""Faults that Streamlit alone still has. When one of these fails, one of our modules can go.

The tests of a module have its own, where it changes what a call of Streamlit does.
"""

import asyncio
import gc
import gzip
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from streamlit.commands import navigation
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.state import SafeSessionState
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from server import streamlit_internals
from server.requests.headers import STREAMLITS_FILES as FOLDER
from server.streamlit_internals import sessions as warm_up
from server.streamlit_internals.page_files import Insertion, PageInsertions, StaticFiles
from server.streamlit_internals.sessions import keep_for_good, visit

SCRIPT = next((FOLDER / "static" / "js").glob("index.*.js")).relative_to(FOLDER)


def test_every_module_has_its_report() -> None:
    """And so the smallest program that shows what it is for."""
    root = Path(streamlit_internals.__file__).parent
    reports = (root.parent.parent / "docs" / "streamlit-reports.md").read_text(encoding="utf-8")
    modules = {file.name for file in root.glob("*.py")} - {"__init__.py"}
    assert not {name for name in modules if f"{name}`" not in reports}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Streamlit's own server around a page, without our middleware. A process has one at a time."""
    page = tmp_path / "page.py"
    page.write_text("import streamlit as st\nst.write(1)\n", encoding="utf-8")
    yield TestClient(st.App(page))
    Runtime._instance = None


def test_streamlit_alone_still_sends_scripts_uncompressed(client: TestClient) -> None:
    """Else `StaticFiles` can go."""
    answer = client.get(f"/{SCRIPT.as_posix()}", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == (FOLDER / SCRIPT).read_bytes()


def test_streamlit_alone_still_answers_every_page_with_its_bare_file(client: TestClient) -> None:
    """Else `PageInsertions` can go, if an app may add to it."""
    bare = (FOLDER / "index.html").read_bytes()
    assert [client.get(path).content for path in ("/", "/unigram")] == [bare, bare]


def test_streamlit_alone_still_opens_a_dialog_for_an_unknown_address() -> None:
    """Else `tell_unknown_addresses` can go."""
    run = Mock()
    navigation.send_page_not_found(run)
    (message,) = run.enqueue.call_args.args
    assert message.WhichOneof("type") == "page_not_found"


def test_streamlit_alone_still_does_not_tell_a_script_whose_run_it_is() -> None:
    """Else `sessions` can go: its name, why it runs, and whether a browser is there."""
    told = {name for name in dir(st.context) if not name.startswith("_")}
    assert told == {
        *("cookies", "headers", "ip_address", "is_embedded", "locale"),
        *("theme", "timezone", "timezone_offset", "url"),
    }


def test_streamlit_alone_still_lets_no_thread_ask_for_a_page() -> None:
    """Else `draw_page` can go."""
    assert not [name for name in dir(Runtime) if "rerun" in name]
    assert not [name for name in dir(st.App) if "rerun" in name]


def test_streamlit_alone_still_runs_no_page_before_a_visitor_comes() -> None:
    """Else `visit` can go; and so can `PageInsertions`, if an app may add to the page."""
    assert {*inspect.signature(st.App).parameters} == {
        *("script_path", "secrets", "lifespan", "routes", "middleware"),
        *("on_script_error", "exception_handlers", "debug"),
    }


def test_uvicorn_alone_still_does_not_say_that_a_proxy_named_the_visitor() -> None:
    """Else `proxies` can go: only the port says so."""
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    headers = [(b"x-forwarded-for", b"203.0.113.7")]
    scope = {"type": "http", "scheme": "http", "client": ("127.0.0.1", 50_000), "headers": headers}
    asyncio.run(ProxyHeadersMiddleware(app)(dict(scope), Mock(), Mock()))  # type: ignore[arg-type]
    assert seen == [scope | {"client": ("203.0.113.7", 0)}]


def test_streamlit_alone_still_ends_a_run_only_where_it_reads_the_state() -> None:
    """Else `wait_interruptibly` can go, and `render_first` can wait without it."""
    give_way = Mock()
    state = SafeSessionState(MagicMock(), give_way)
    state["any"]
    give_way.assert_called_once()
    assert not {"wait", "sleep"} & set(dir(st))


ADDED = Insertion("<style>html { color: red }</style>", "<p>Soon.</p>")
INDEX = (FOLDER / "index.html").read_text(encoding="utf-8")


def _page(request: Request) -> Response:
    """As Streamlit answers: compressed if the browser accepts that, with the file's own tag."""
    headers = {"Content-Type": "text/html; charset=utf-8", "ETag": "file", "Last-Modified": "then"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(gzip.compress(INDEX.encode()), headers=headers)
    return Response(INDEX, headers=headers)


def _other(_request: Request) -> Response:
    return Response("<head></head>", headers={"Content-Type": "text/html", "ETag": "own"})


ROUTES = [
    Route("/", _page),
    Route("/unigram", _page),
    Route("/room/ABCD", _other),
    Route("/_stcore/page", _page),
    Route("/text", lambda _request: PlainTextResponse("</head> ./static/js/index.")),
]


@pytest.fixture
def page_client() -> TestClient:
    app = Starlette(routes=ROUTES)
    return TestClient(PageInsertions(app, lambda _request: ADDED))


@pytest.mark.parametrize("path", ["/", "/unigram"])
def test_streamlits_page_has_what_is_added(page_client: TestClient, path: str) -> None:
    """Its tag and its time are dropped, so that a browser that has the bare page asks for this."""
    answer = page_client.get(path)
    head, shown = "<head>", '<div id="root">'
    with_head = INDEX.replace(head, head + ADDED.head)
    assert answer.text == with_head.replace(shown, ADDED.body + shown) != with_head != INDEX
    assert not {"etag", "last-modified"} & {*answer.headers}
    assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize("path", ["/room/ABCD", "/_stcore/page", "/text"])
def test_any_other_answer_is_left_alone(page_client: TestClient, path: str) -> None:
    answer = page_client.get(path)
    assert "Soon." not in answer.text
    assert answer.status_code == 200


def test_only_who_takes_gzip_and_the_whole_file_gets_it_from_memory() -> None:
    client, address = TestClient(StaticFiles(PlainTextResponse("Streamlit's"))), f"/{SCRIPT}"
    packed = {"Accept-Encoding": "gzip, br"}
    assert client.get(address, headers=packed).content == (FOLDER / SCRIPT).read_bytes()
    for answer in (
        client.get(address, headers={"Accept-Encoding": "br"}),
        client.get("/static/js/none.js", headers=packed),
        client.post(address, headers=packed),
    ):
        assert answer.text == "Streamlit's"


class Server:
    """Streamlit's runtime, as far as a visit goes; `answers` says whether it draws a page."""

    def __init__(self, answers: bool) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []  # the page and the query
        self.open: dict[str, Any] = {}

    def connect_session(self, client: Any, user_info: dict[str, str]) -> str:
        session = str(len(self.asked))
        self.open[session] = client
        return session

    def handle_backmsg(self, session: str, message: Any) -> None:
        asked = message.rerun_script
        self.asked.append((asked.page_name, asked.query_string))
        if self.answers:
            seen = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
            self.open[session].write_forward_msg(seen)

    def close_session(self, session: str) -> None:
        del self.open[session]


@pytest.fixture(params=[True, False], ids=["answers", "hangs"])
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Server:
    stub = Server(request.param)
    monkeypatch.setattr(warm_up.runtime, "get_instance", lambda: stub)
    monkeypatch.setattr(warm_up, "PATIENCE", 0.01)
    return stub


def test_a_visit_ends_whatever_the_page_does(server: Server) -> None:
    """The visit reports whether the page was drawn, and its session is closed."""
    assert asyncio.run(visit("compare?corpus=low")) == server.answers
    assert (server.asked, server.open) == ([("compare", "corpus=low")], {})


def test_what_a_visit_brought_is_passed_over_by_the_collector() -> None:
    gc.unfreeze()
    try:
        keep_for_good()
        kept, left = gc.get_freeze_count(), len(gc.get_objects())
    finally:
        gc.unfreeze()
    assert kept > 10 * left
