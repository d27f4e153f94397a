"""The log says what happened, and nothing that a learner wrote."""

import asyncio
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from server.requests.log import LOGGER, RequestLog, places_of, record_without_text

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
    assert all("KeyError at test_log.py:" in line for line in lines)
    assert CANARY not in "".join(lines)


@pytest.mark.parametrize("args", [(CANARY, 413), ({"what": CANARY, "code": 413},)])
def test_a_message_keeps_its_words_and_its_numbers(lines: list[str], args: Any) -> None:
    template = "%(what)s got %(code)d" if isinstance(args[0], dict) else "%s got %d"
    logging.getLogger("some.library").warning(template, *args)
    assert lines == ["… got 413"]


def test_a_request_is_logged_by_code_and_size_and_not_by_address(lines: list[str]) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 503, "headers": []})
        await send({"type": "http.response.body", "body": b"12345"})

    async def send(message: Any) -> None:
        pass

    scope = {"type": "http", "path": f"/{CANARY}", "query_string": CANARY.encode(), "headers": []}
    asyncio.run(RequestLog(app)(scope, None, send))  # type: ignore[arg-type]
    assert len(lines) == 1
    assert lines[0].startswith("page 503 in=0 out=5 ms=")


def test_a_fault_names_the_innermost_places_and_no_text() -> None:
    def inner(text: str) -> int:
        return int(text)

    try:
        inner("a word of a learner's")
    except ValueError as error:
        said = places_of(error)
    assert re.fullmatch(r"ValueError at (test_log\.py:\d+)( < test_log\.py:\d+)", said)
