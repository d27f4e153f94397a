"""The log: codes, sizes and durations, and never a word that a learner wrote.

The app's own log lines consist of numbers and names from its own code. What libraries log can
contain anything: a traceback ends with its error's text, which may repeat the learner's. So every
record that is not ours is stripped when it is made, before any library's handler sees it. An error
keeps its type and the places it passed through; a message keeps its fixed part and its numbers.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.settings import SettingError

LOGGER = logging.getLogger("merge_by_merge")
LEVELS = ("debug", "info", "warning", "error")
#: How many places a logged error keeps: the innermost ones.
MOST_PLACES = 12
_make_record = logging.getLogRecordFactory()


def start_log(level: str) -> None:
    """Write our own records to stderr, and strip those of everybody else. Raises a SettingError."""
    if level not in LEVELS:
        raise SettingError(f"MERGE_BY_MERGE_LOG_LEVEL has to be one of: {', '.join(LEVELS)}.")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("{asctime} {levelname} {message}", style="{"))
    LOGGER.handlers = [handler]
    LOGGER.setLevel(level.upper())
    LOGGER.propagate = False
    if level == "debug":  # for somebody who is looking for a bug with their own texts
        return
    logging.setLogRecordFactory(record_without_text)
    sys.excepthook = lambda _type, error, _trace: _log_fault(error)
    threading.excepthook = lambda args: _log_fault(args.exc_value)


def _log_fault(error: BaseException | None) -> None:
    if error is not None:
        LOGGER.error("fault %s", places_of(error))


def record_without_text(*args: Any, **kwargs: Any) -> logging.LogRecord:
    """A record as the libraries make it; one that is not ours loses any text a learner may have
    written."""
    record = _make_record(*args, **kwargs)
    if record.name.partition(".")[0] == LOGGER.name:
        return record
    error = record.exc_info[1] if record.exc_info else None
    record.exc_info = record.exc_text = record.stack_info = None
    if error is not None:
        record.msg, record.args = f"{record.name}: {places_of(error)}", ()
    elif isinstance(record.msg, BaseException):
        record.msg, record.args = places_of(record.msg), ()
    elif isinstance(record.args, Mapping):
        record.args = {name: _number(value) for name, value in record.args.items()}
    elif record.args:
        record.args = tuple(map(_number, record.args))
    return record


def _number(value: object) -> object:
    return value if isinstance(value, int | float) else "…"


def places_of(error: BaseException) -> str:
    """An error without its text: its type, and where it was raised, the innermost place first.

    >>> def read(text): return int(text)
    >>> try:
    ...     read("a word of a learner's")
    ... except ValueError as error:
    ...     print(places_of(error))
    ValueError at <doctest ...>:1 < <doctest ...>:2
    """
    frames = reversed(traceback.extract_tb(error.__traceback__)[-MOST_PLACES:])
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__} at {places}"


class RequestLog:
    """ASGI middleware: logs a line for each page, each error answer, and each websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        traffic = _Traffic(receive, send)
        try:
            await self.app(scope, traffic.receive, traffic.send)
        finally:
            kind = "socket" if scope["type"] == "websocket" else kind_of(scope["path"])
            level = logging.WARNING if traffic.code in range(500, 600) else logging.INFO
            if kind in ("page", "socket") or traffic.code >= 400:
                LOGGER.log(level, "%s %s", kind, traffic)


class _Traffic:
    """Measure a request: status, time, and bytes received and sent."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._begun = time.monotonic()
        self.code = self.came = self.went = 0

    def __str__(self) -> str:
        milliseconds = round(1000 * (time.monotonic() - self._begun))
        return f"{self.code} in={self.came} out={self.went} ms={milliseconds}"

    async def receive(self) -> Message:
        message = await self._receive()
        self.came += len(message.get("body") or message.get("bytes") or b"")
        self.code = message.get("code") or self.code
        return message

    async def send(self, message: Message) -> None:
        self.code = message.get("status") or message.get("code") or self.code
        self.went += len(message.get("body") or message.get("bytes") or b"")
        await self._send(message)


def kind_of(path: str) -> str:
    """Name the kind of a request, without its address, which could contain anything.

    >>> kind_of("/wordpiece"), kind_of("/_stcore/health"), kind_of("/static/js/index.js")
    ('page', 'stcore', 'static')
    """
    first = path.lstrip("/").partition("/")[0]
    return first.strip("_") if first in ("_stcore", "static", "media", "trace") else "page"
