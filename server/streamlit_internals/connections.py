"""How long a connection may take, and how many there can be: no slow visitor keeps others out.

Every open connection takes one of the files that the process may open. Unlike a websocket, which
has a place of its own (`server.places`), a connection that waits for its next request belongs to
nobody: where there are too many, the one that has waited longest goes. So half a request each,
from however many connections, keeps nobody out. Throughout: a connection *waits* until the head of
its next request has come whole.

Leans on: the callbacks of `HttpToolsProtocol` in uvicorn 0.54.0 (`on_message_begin`,
`on_headers_complete`, `on_response_complete`, `pause_writing`), its `pipeline`, and that it writes
its own refusals by `send_400_response`.
Can go: when uvicorn limits the time and the size of a head, the time that an answer may wait to be
read, and the connections of an address.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle, Transport, get_running_loop
from collections import Counter
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from server.addresses import counted_address
from server.limits import most_connections
from server.settings import settings
from server.streamlit_internals.proxies import proxies

#: Seconds in which the head of a request has to come, from the connection or the answer before.
HEAD_SECONDS = 10.0
#: Bytes of a request's head, all in all. The pages' limits, below this, say which part is too long.
HEAD_BYTES = 96_000
#: Requests that wait on one connection for the answer to the one before. Browsers send none.
MOST_PIPELINED = 8
#: Seconds in which an answer has to get on by so many bytes.
READING_SECONDS, READING_BYTES = 20.0, 4_000

REFUSALS = {408: "Request Timeout", 431: "Request Header Fields Too Large"}


class Connections:
    """The connections that are open and no websockets.

    `most` at once, of which one address may have half: all of them, where it is a proxy, which
    speaks for many.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: dict[HttpConnection, str] = {}
        self.waiting: dict[HttpConnection, None] = {}  # who has waited longest comes first
        self._by_address: Counter[str] = Counter()

    def enter(self, connection: HttpConnection, address: str, is_proxy: bool) -> bool:
        """Take a connection in, in place of another if there are too many; whether it may stay."""
        if not is_proxy and self._by_address[address] >= self.most // 2:
            theirs = (one for one in self.waiting if self.open[one] == address)
            if not self._give_up(next(theirs, None)):
                return False
        if len(self.open) >= self.most and not self._give_up(next(iter(self.waiting), None)):
            return False
        self.open[connection] = address
        self._by_address[address] += 1
        return True

    def leave(self, connection: HttpConnection) -> None:
        """A connection is closed, or has become a websocket."""
        self.waiting.pop(connection, None)
        address = self.open.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _give_up(self, connection: HttpConnection | None) -> bool:
        if connection is None:
            return False
        self.leave(connection)
        connection.transport.abort()
        return True


class ReadingTime:
    """Ends a connection whose other end does not read what it has asked for."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._timer: TimerHandle | None = None
        self._unread = 0

    def start(self) -> None:
        """More is on its way than fits."""
        self.stop()
        self._unread = self._transport.get_write_buffer_size()
        self._timer = get_running_loop().call_later(READING_SECONDS, self._look)

    def stop(self) -> None:
        """It has been read, or nobody is there any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() > self._unread - READING_BYTES:
            self._transport.abort()
        else:
            self.start()


class HttpConnection(HttpToolsProtocol):
    """A connection as uvicorn serves it, with its limits. `headers_of_all` go with any refusal."""

    all_connections = Connections(most_connections(settings()))
    headers_of_all: ClassVar[dict[str, str]] = {}

    _head_timer: TimerHandle | None = None
    _came = 0  # bytes since the last whole head
    _reading: ReadingTime

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._reading = ReadingTime(self.transport)
        host = self.client[0] if self.client else ""
        address = counted_address(host)
        if self.all_connections.enter(self, address, address in proxies()):
            self._wait(HEAD_SECONDS)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._reading.stop()
        self.all_connections.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)
        # A body comes here, too: no page of this app sends one.
        if self._came > HEAD_BYTES:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        self._came = 0
        self._wait_no_more()
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            raise ValueError("too many requests at once")  # uvicorn answers 400 and closes

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.cycle.response_complete:
            self._wait(self.timeout_keep_alive + HEAD_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_more()
        self._reading.stop()
        self.all_connections.leave(self)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.stop()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, msg)

    def _wait(self, seconds: float) -> None:
        self._wait_no_more()
        self.all_connections.waiting[self] = None
        self._head_timer = self.loop.call_later(seconds, self._refuse, 408)

    def _wait_no_more(self) -> None:
        self.all_connections.waiting.pop(self, None)
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, status: int, text: str = "") -> None:
        """The last answer on this connection, which nothing but uvicorn's own parser has seen."""
        cycle = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete:
            self.transport.abort()  # in the middle of an answer there is no room for another
        elif not self.transport.is_closing():
            text = text or REFUSALS[status]
            head = self.headers_of_all | {
                "Content-Type": "text/plain; charset=utf-8",
                "Content-Length": str(len(text)),
                "Connection": "close",
            }
            lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
            self.transport.write(STATUS_LINE[status] + f"{lines}\r\n{text}".encode("latin-1"))
            self.transport.close()
