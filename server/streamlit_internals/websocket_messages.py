"""Take a browser's compressed messages off its websocket one at a time.

A message comes compressed, up to a thousand times smaller, so all that comes in one go could fill
the memory before anybody counts it. Here data is parsed in small pieces, and no further while a
message waits for the app, or while the browser leaves its answers unread.

Depends on: `WebSocketsSansIOProtocol` of uvicorn 0.54.0 parses all that it is given, and only then
notes that a message waits (`read_paused`). `HttpToolsProtocol` makes it from `ws_protocol_class`.
Remove when: uvicorn parses no further than to the end of a message.
"""

from asyncio import BaseTransport

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

#: Bytes of one message. A tokenizer of up to 4 MB comes as one, a third longer in base64; a text
#: comes in parts.
MESSAGE_BYTES = 6_000_000
#: Bytes parsed at once. A thousand times as many can come out of them.
PIECE_BYTES = 1_000
#: Frames that may come without ending a message, such as pings: each takes its time. Browsers send
#: none but answers to our own pings, and large messages in a few parts.
MOST_FRAMES = 2_000


class OneMessageAtATime(WebSocketsSansIOProtocol):
    """A websocket as uvicorn serves it, which parses no further than to the end of a message."""

    unparsed: bytearray
    frame_count = 0

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.conn.max_message_size = MESSAGE_BYTES
        self.unparsed = bytearray()

    def data_received(self, data: bytes) -> None:
        if self.close_sent:  # whatever else comes is not wanted, unpacked least of all
            self.transport.close()
        self.unparsed += data
        self._parse()

    def handle_events(self) -> None:
        self.frame_count += len(self.conn.events)
        super().handle_events()
        if self.frame_count > MOST_FRAMES:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        self.frame_count = 0
        super().send_receive_event_to_app()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._parse()
        return message

    def pause_writing(self) -> None:
        super().pause_writing()
        self._listen()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._parse()

    def _parse(self) -> None:
        """Parse what has come, up to the end of a message."""
        while self.unparsed and self._may_parse():
            piece = bytes(self.unparsed[:PIECE_BYTES])
            del self.unparsed[:PIECE_BYTES]
            super().data_received(piece)
        self._listen()

    def _may_parse(self) -> bool:
        is_open = not (self.close_sent or self.transport.is_closing())
        return is_open and not self.read_paused and self.writable.is_set()

    def _listen(self) -> None:
        """Take more data only once all is parsed, and while the browser reads."""
        if self.transport.is_closing():
            self.unparsed.clear()
        elif self._may_parse() or self.close_sent:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()


def take_one_message_at_a_time() -> None:
    """Make all future websockets do so."""
    HttpToolsProtocol.handle_websocket_upgrade = _upgrade  # type: ignore[assignment, method-assign]


_upgrade_as_uvicorn = HttpToolsProtocol.handle_websocket_upgrade


def _upgrade(connection: HttpToolsProtocol) -> None:
    connection.ws_protocol_class = OneMessageAtATime
    _upgrade_as_uvicorn(connection)
