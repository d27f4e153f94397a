"""How long a connection may take, and how many there may be: slow visitors can't keep others out.

Every open connection uses one of the files that the process may open. Unlike a websocket, which
has its own place (`server.requests.places`), a connection that waits for its next request belongs
to nobody: if there are too many, the one that has waited longest is closed. So any number of
connections that send half a request each keep nobody out. Throughout, a connection *waits* until
the head of its next request has arrived completely.

Leans on: the callbacks of `HttpToolsProtocol` in uvicorn 0.54.0 (`on_message_begin`,
`on_headers_complete`, `on_response_complete`, `pause_writing`), its `pipeline`, and that it writes
its own refusals with `send_400_response`.
Can go: when uvicorn limits the time and the size of a head, the time that an answer may wait to be
read, and the connections of one address.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle, Transport, get_running_loop
from collections import Counter
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from server.limits import most_connections
from server.requests.addresses import counted_address
from server.settings import settings
from server.streamlit_internals.proxies import proxies

#: Seconds in which the head of a request has to arrive, counted from the start of the connection or
#: from the previous answer.
HEAD_SECONDS = 10.0
#: Bytes of a request's whole head. The limits for pages are lower, and say which part is too long.
HEAD_BYTES = 96_000
#: Requests that may wait on one connection for the previous answer. Browsers don't send any.
MOST_PIPELINED = 8
#: Seconds in which a visitor has to read at least this many bytes of an answer.
READING_SECONDS, READING_BYTES = 20.0, 4_000

REFUSALS = {408: "Request Timeout", 431: "Request Header Fields Too Large"}


class Connections:
    """The open connections that are not websockets.

    There may be `most` at once. One address may have half of them, or all if it is a proxy, which
    serves many visitors.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: dict[HttpConnection, str] = {}
        self.waiting: dict[HttpConnection, None] = {}  # the longest waiting first
        self._by_address: Counter[str] = Counter()

    def enter(self, connection: HttpConnection, address: str, is_proxy: bool) -> bool:
        """Add a connection, replacing another if there are too many; return whether it may stay."""
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
        """Remove a connection that is closed, or has become a websocket."""
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
    """Ends a connection if the other end does not read what it has requested."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._timer: TimerHandle | None = None
        self._unread = 0

    def start(self) -> None:
        """Start watching: the write buffer is full."""
        self.stop()
        self._unread = self._transport.get_write_buffer_size()
        self._timer = get_running_loop().call_later(READING_SECONDS, self._look)

    def stop(self) -> None:
        """Stop watching: the buffer has been read, or the visitor has gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() > self._unread - READING_BYTES:
            self._transport.abort()
        else:
            self.start()


class HttpConnection(HttpToolsProtocol):
    """A connection as uvicorn serves it, plus limits. `headers_of_all` are sent with refusals."""

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
        # Request bodies arrive here too, but no page of this app sends one.
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
        """Send the last answer on this connection, to a request that only uvicorn's parser saw."""
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
