"""The security policy sent to the browser."""

import asyncio
import gzip
import hmac
import logging
import os
import re
import resource
import sys
import threading
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from server import settings as module
from server import signing
from server.requests.headers import (
    SecurityHeaders,
    compressed_answer,
    content_security_policy,
    fault_answer,
    security_headers,
)
from server.requests.log import (
    LOGGER,
    MOST_PLACES,
    RequestLog,
    places_of,
    record_without_text,
    start_log,
)
from server.settings import PREFIX, SettingError, Settings, check_files, most_phones, raise_limit


def fail(_request: Request) -> Response:
    raise ZeroDivisionError


async def refuse(socket: WebSocket) -> None:
    await socket.send_denial_response(Response(status_code=403))


def test_every_answer_carries_the_headers() -> None:
    """Errors too, a refused websocket, and Starlette's answer when a route of ours fails."""
    own = security_headers(content_security_policy())
    app = Starlette(
        routes=[Route("/", fail), WebSocketRoute("/", refuse)],
        middleware=[Middleware(SecurityHeaders, own)],
        exception_handlers={Exception: fault_answer(own)},
    )
    client = TestClient(app, raise_server_exceptions=False)
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/"):
        pass
    for answer, status in ((client.get("/"), 500), (client.get("/x"), 404), (refused.value, 403)):
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in own} == own
    assert own.pop("Content-Security-Policy").endswith("; frame-ancestors 'self'")
    assert own == {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }


@pytest.mark.parametrize("value", ["'self'; script-src *", "a, b", "a\nb"])
def test_the_setting_cannot_add_a_rule(value: str) -> None:
    with pytest.raises(SettingError, match="MERGE_BY_MERGE_FRAME_ANCESTORS"):
        content_security_policy(value)


def test_scripts_come_from_here_only() -> None:
    """No eval, nothing inline except Streamlit's own script, no other host."""
    policy = dict(part.split(" ", 1) for part in content_security_policy().split("; "))
    nothing = {name for name, sources in policy.items() if sources == "'none'"}
    assert nothing == {"frame-src", "object-src", "base-uri", "form-action"}
    assert "unsafe" not in policy["script-src"]
    assert policy["script-src"].count("'sha256-") == 1
    assert (policy["img-src"], policy["font-src"]) == ("'self' data: blob:", "'self' data:")
    assert not any("http" in sources or "*" in sources for sources in policy.values())


def test_a_log_level_that_is_none_is_refused() -> None:
    with pytest.raises(SettingError, match="LOG_LEVEL has to be one of: debug, info"):
        start_log("loud")


@pytest.mark.parametrize(("level", "strips"), [("info", True), ("debug", False)])
def test_only_who_looks_for_a_bug_sees_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], level: str, strips: bool
) -> None:
    """In what a library logs, and in what ends a thread or the process."""
    usual = logging.getLogRecordFactory()
    for thing in (sys, threading):
        monkeypatch.setattr(thing, "excepthook", thing.__excepthook__)
    for name in ("handlers", "level", "propagate"):
        monkeypatch.setattr(LOGGER, name, getattr(LOGGER, name))
    try:
        start_log(level)
        logging.getLogger("some.library").warning("%s", CANARY)
        sys.excepthook(ValueError, ValueError(CANARY), None)
        thread = threading.Thread(target=int, args=[CANARY])
        thread.start()
        thread.join()
        assert capsys.readouterr().err.count(CANARY) == (0 if strips else 3)
    finally:
        logging.setLogRecordFactory(usual)


def test_keys_are_derived_from_the_administrators(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that another replica has the same ones."""
    key = "k" * 32
    monkeypatch.setattr(signing, "settings", lambda: Settings(signing_key=key))
    monkeypatch.setattr(signing, "_server_key", signing._server_key.__wrapped__)
    assert signing.derived_key("a", "b") == hmac.digest(key.encode(), b"a\0b", "sha256")


def test_without_a_key_each_server_makes_one_that_nobody_can_guess() -> None:
    keys = {signing._server_key.__wrapped__() for _ in range(9)}
    assert (len(keys), {*map(len, keys)}) == (9, {32})


CANARY = "kanarienvogel"


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The log records made meanwhile, by a library and by us."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    keep, make = Keep(), logging.getLogRecordFactory()
    library = logging.getLogger("some.library")
    logging.setLogRecordFactory(record_without_text)
    for logger in (library, LOGGER):
        logger.addHandler(keep)
        logger.setLevel(logging.INFO)
    yield found
    logging.setLogRecordFactory(make)
    for logger in (library, LOGGER):
        logger.removeHandler(keep)


def test_an_error_keeps_its_type_and_place_and_loses_its_text(lines: list[str]) -> None:
    """The log also has the errors that caused it, and the lines of code in between."""
    try:
        try:
            int(CANARY)
        except ValueError as error:
            raise KeyError(CANARY) from error
    except KeyError as error:
        logging.getLogger("some.library").exception("Uncaught %s", CANARY)
        logging.getLogger("some.library").warning(error)
    assert len(lines) == 2
    assert all("KeyError at test_requests.py:" in line for line in lines)
    assert CANARY not in "".join(lines)


def test_of_many_places_the_innermost_are_kept() -> None:
    def fall(depth: int) -> int:
        return fall(depth - 1) if depth else int(CANARY)

    with pytest.raises(ValueError, match=CANARY) as fault:
        fall(MOST_PLACES)
    places = places_of(fault.value).partition(" at ")[2].split(" < ")
    assert (len(places), len({*places})) == (MOST_PLACES, 1)  # not where it was called first


@pytest.mark.parametrize("args", [(CANARY, 413), ({"what": CANARY, "code": 413},)])
def test_a_message_keeps_its_words_and_its_numbers(lines: list[str], args: Any) -> None:
    template = "%(what)s got %(code)d" if isinstance(args[0], dict) else "%s got %d"
    logging.getLogger("some.library").warning(template, *args)
    assert lines == ["… got 413"]


def test_a_request_is_logged_by_code_and_size_and_not_by_address(lines: list[str]) -> None:
    """A fault of the server is a warning; of a websocket, it is the code with which it ended."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(2):
            await receive()
        await send({"type": "http.response.start", "status": scope["answer"], "headers": []})
        for part in (b"12", b"345"):
            await send({"type": "http.response.body", "body": part})

    async def send(message: Any) -> None:
        pass

    def requests(kind: str, answer: int | None, path: str = f"/{CANARY}", **end: Any) -> str:
        lines.clear()
        scope = {"type": kind, "path": path, "query_string": CANARY.encode()}
        receive = AsyncMock(return_value={"type": "end", **end})
        asyncio.run(RequestLog(app)(scope | {"answer": answer}, receive, send))
        return " ".join(lines).partition(" ms=")[0]

    assert requests("http", 503, body=b"123") == "page 503 in=6 out=5"
    assert requests("http", 404) == "page 404 in=0 out=5"
    assert requests("http", 400, "/static/x") == "static 400 in=0 out=5"
    assert requests("http", 304, "/static/x") == ""
    assert requests("websocket", None) == "socket 0 in=0 out=5"
    assert requests("websocket", None, code=1009) == "socket 1009 in=0 out=5"
    LOGGER.setLevel(logging.WARNING)
    assert [code for code in (200, 404, 500, 503) if requests("http", code)] == [500, 503]
    assert requests("websocket", None, code=1009) == ""


PAGE = Path(__file__).resolve().parents[2] / "docs" / "administrators.md"


@pytest.mark.parametrize("field", fields(Settings), ids=lambda field: field.name)
def test_every_setting_is_documented_with_its_default(field) -> None:  # type: ignore[no-untyped-def]
    """The page for administrators has a row for it, with its default value."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    (row,) = (row for row in rows if f"`{PREFIX}{field.name.upper()}`" in row)
    default = str(field.default)
    if field.name == "workers":
        assert 2 * field.default <= max(2, os.cpu_count() or 1) < 2 * field.default + 2
        default = "half of the processors"
    assert f"| {default} |" in row.replace("`", "").replace(",", "")


def test_the_page_names_no_setting_that_does_not_exist() -> None:
    known = {PREFIX + field.name.upper() for field in fields(Settings)}
    assert set(re.findall(rf"{PREFIX}[A-Z_]+[A-Z]", PAGE.read_text("utf-8"))) <= known


@pytest.mark.parametrize("value", ["-1", "0", "10001", "1.5", "abc", "9" * 41, "٣", "1e3"])
def test_a_number_that_cannot_be_used_is_refused(value: str) -> None:
    """The error has the name of the setting and its bounds."""
    with pytest.raises(SettingError, match=r"MERGE_BY_MERGE_SESSIONS is '.{1,40}'\. .* 1 to 10000"):
        Settings.read({"MERGE_BY_MERGE_SESSIONS": value})


def test_too_few_open_files_say_how_many_sessions_they_are_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By hand: of 1,000 files 256 are the server's own, and 744 are enough for 186 sessions."""
    monkeypatch.setattr(module, "raise_limit", lambda wanted: 1_000)
    with pytest.raises(SettingError, match=r"300 sessions need 1456 .* at most 186"):
        check_files(Settings())
    assert most_phones(Settings(sessions=180)) == 24


def test_an_answer_is_compressed_for_who_takes_that() -> None:
    for takes in ("", "br", "gzip, br"):
        request = Request({"type": "http", "headers": [(b"accept-encoding", takes.encode())]})
        answer = compressed_answer(request, b"hug", "text/plain", "max-age=9")
        assert answer.headers["Cache-Control"] == "max-age=9"
        is_packed = answer.headers.get("Content-Encoding") == "gzip"
        assert is_packed == ("gzip" in takes)
        assert (gzip.decompress(answer.body) if is_packed else answer.body) == b"hug"


ENDLESS = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "reached"),
    [
        (256, 1_000, 1_000),
        (256, 9_000, 5_000),
        (256, ENDLESS, 5_000),
        (9_000, ENDLESS, 9_000),
        (ENDLESS, ENDLESS, 5_000),
    ],
)
def test_as_many_files_may_be_open_as_the_system_allows(
    soft: int, hard: int, reached: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5,000 are wanted, and a limit is never lowered."""
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted: limits.append(wanted))
    assert raise_limit(5_000) == reached
    assert limits[-1] == (soft if soft == ENDLESS else reached, hard)


def test_the_static_edition_needs_a_whole_address() -> None:
    for address in ("example.github.io", "javascript:alert(1)", "/static"):
        with pytest.raises(SettingError, match="STATIC_EDITION is"):
            Settings.read({"MERGE_BY_MERGE_STATIC_EDITION": address})


def test_what_is_left_out_is_as_usual() -> None:
    assert Settings.read({"MERGE_BY_MERGE_SESSIONS": " ", "OTHER": "1"}) == Settings()
    for limit in (1, 10_000):
        assert Settings.read({"MERGE_BY_MERGE_SESSIONS": f" {limit}"}) == Settings(sessions=limit)
