"""How much of what a browser sends over its websocket is decompressed at once.

A message arrives compressed, up to a thousand times smaller, so data that is read in one go could
fill the memory before it is counted. Here a connection has one message at a time: the next is
decompressed only when the app has taken the previous one, and none are while all connections
together hold `MOST_UNPACKED` bytes that are not taken. Unlike `server.requests.quotas`, which
counts what a visitor has sent, this bounds what is held at one moment.

Leans on: `WebSocketsSansIOProtocol` of uvicorn 0.54.0, its queue, and that it does not read from a
paused connection; in websockets 17.4, the parser, which calls its reader's `at_eof` before each
frame, continues when it is fed, and passes the frames that it has read to `recv_frame`.
Can go: when uvicorn hands on one message at a time and bounds what it unpacks ahead.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Generator
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CTRL_OPCODES, Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from server.streamlit_internals.connections import ReadingTime

#: Bytes of one message from a browser. A tokenizer of up to 2 MB comes as one, a third longer in
#: base64; a text comes in parts.
MESSAGE_BYTES = 3_000_000
#: Parts of one message: browsers split a large one into pieces of at least several kilobytes.
MOST_FRAMES = 1_000
#: Bytes of complete messages that wait for the app, on all connections together.
MOST_UNPACKED = 16_000_000
#: Bytes of incomplete messages, on all connections together: enough for 180 learners who each send
#: a part of a text. Beyond that, the connection with the largest is closed.
MOST_UNFINISHED = 128_000_000

#: Seconds that a websocket may take to confirm that it is being closed.
CLOSING_SECONDS = 2.0


class Reader(StreamReader):
    """Data that has come and is not yet parsed. When held before a frame, it seems to be empty."""

    is_held = False

    def at_eof(self) -> Generator[None, None, bool]:
        while self.is_held:
            yield
        return (yield from super().at_eof())


class Parser(ServerProtocol):
    """websockets' own parser, which stops after each message. Refusals carry `headers_of_all`.

    >>> Parser(max_size=10).reader.is_held
    False
    """

    def __init__(self, headers_of_all: dict[str, str] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.headers_of_all = headers_of_all or {}
        self.reader: Reader = Reader()
        self.parser = self.parse()  # of the new reader
        next(self.parser)
        self.unfinished = self.finished = 0  # bytes
        self._frames = 0

    def recv_frame(self, frame: Frame) -> None:
        super().recv_frame(frame)
        if frame.opcode in CTRL_OPCODES:
            return
        self._frames += 1
        self.unfinished += len(frame.data)
        if self._frames > MOST_FRAMES:
            raise ProtocolError("too many frames in a message")
        if frame.fin:
            self.finished, self.unfinished, self._frames = self.unfinished, 0, 0
            self.reader.is_held = True

    def reject(self, status: HTTPStatus | int, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update(self.headers_of_all)
        return response


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A websocket as uvicorn serves it, with one decompressed message at a time."""

    headers_of_all: ClassVar[dict[str, str]] = {}
    #: Bytes that wait for the app, and bytes of incomplete messages, by connection.
    unpacked: ClassVar[dict[WebSocketConnection, int]] = {}
    unfinished: ClassVar[dict[WebSocketConnection, int]] = {}
    #: Bytes not yet looked at, of connections that have sent more than may be decompressed now.
    held: ClassVar[dict[WebSocketConnection, int]] = {}

    conn: Parser
    _reading: ReadingTime

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn = Parser(
            self.headers_of_all,
            extensions=self.conn.available_extensions,
            max_size=MESSAGE_BYTES,
            logger=self.logger,
        )
        self.close_timeout = CLOSING_SECONDS

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._reading = ReadingTime(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.stop()
        self.unfinished.pop(self, None)
        self.held.pop(self, None)
        super().connection_lost(exc)
        self._taken()

    def data_received(self, data: bytes) -> None:
        """Parse what has come, up to the end of a message, unless too much waits already."""
        self.conn.reader.is_held = not self._may_go_on()
        super().data_received(data)
        finished, self.conn.finished = self.conn.finished, 0
        if finished and self.close_sent:  # uvicorn has closed it, and waits for the other side
            self.loop.call_soon(self._go_on)
        elif finished:
            self.unpacked[self] = finished
        self._count()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if message["type"] == "websocket.receive":
            # Don't listen to a browser that does not read: the answers would wait in memory.
            await self.writable.wait()
            self._taken()
            self._go_on()
        return message

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.start()
        self._listen()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.stop()
        self._go_on()
        self._listen()

    def _may_go_on(self) -> bool:
        if not self.handshake_initiated:
            return True
        has_room = sum(self.unpacked.values()) < MOST_UNPACKED
        return has_room and self not in self.unpacked and self.writable.is_set()

    def _go_on(self) -> None:
        """Parse what has come in the meantime."""
        if self in self.held and self._may_go_on() and not self.transport.is_closing():
            self.data_received(b"")

    def _taken(self) -> None:
        """Note that the app has taken this message, so that others may be decompressed."""
        if self.unpacked.pop(self, None) is not None:
            for connection in list(self.held):
                self.loop.call_soon(connection._go_on)

    def _count(self) -> None:
        waiting = len(self.conn.reader.buffer)
        keep(self.held, self, waiting if self.conn.reader.is_held else 0)
        keep(self.unfinished, self, waiting + self.conn.unfinished)
        if sum(self.unfinished.values()) > MOST_UNFINISHED:
            max(self.unfinished, key=lambda one: self.unfinished[one]).transport.abort()
        self._listen()

    def _listen(self) -> None:
        """Accept more data only if all data is parsed, and the browser has read the answers."""
        if self.transport.is_closing():
            return
        if self in self.held or not self.writable.is_set():
            self.transport.pause_reading()
        elif not self.read_paused:  # by uvicorn, until the app has its message
            self.transport.resume_reading()


def keep(counted: dict[Any, int], key: Any, amount: int) -> None:
    """Note an amount under a key; remove the key if the amount is 0.

    >>> counted = {"ann": 3, "bob": 4}
    >>> keep(counted, "ann", 0), keep(counted, "bob", 5), counted
    (None, None, {'bob': 5})
    """
    if amount:
        counted[key] = amount
    else:
        counted.pop(key, None)
