"""Take messages off a websocket one at a time, and let only those through that the pages need.

**What is let through.** Streamlit accepts more messages than a page of this app sends. Some of
them clear what everybody shares, ask git for the state of the checkout, or install files beside the
app. Streamlit also keeps whatever a message says about widgets, even about widgets that don't
exist.

Depends on: the messages of Streamlit 1.67.0 (`BackMsg`); how it names widgets (`$$ID`, preceded by
`$$STREAMLIT_INTERNAL_KEY` for values from a component); and that it drops the state of a widget
that was not drawn only if its name has this form.
Remove when: Streamlit lets an app choose what it accepts.

**One at a time.** A message comes compressed, up to a thousand times smaller, so all that comes in
one go could fill the memory before anybody counts it. Here data is parsed in small pieces, and no
further while a message waits for the app, or while the browser leaves its answers unread.

Depends on: `WebSocketsSansIOProtocol` of uvicorn 0.54.0 parses all that it is given, and only then
notes that a message waits (`read_paused`). `HttpToolsProtocol` makes it from `ws_protocol_class`.
Remove when: uvicorn parses no further than to the end of a message.
"""

from __future__ import annotations

import re
from asyncio import BaseTransport

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from streamlit.proto.BackMsg_pb2 import BackMsg
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from server.requests.endpoints import is_of_a_room

#: The kinds of messages that are passed on; others are ignored.
KINDS = ("rerun_script", "stop_script", "app_heartbeat")
#: The other operations that a browser may ask for: the file behind a download button.
OPERATIONS = ("deferred_file",)
#: How Streamlit names the widgets it has drawn, and the values from our components.
WIDGET = re.compile(r"\$\$ID-|\$\$STREAMLIT_INTERNAL_KEY_\$\$ID-")
#: States in a message: the lesson with the most widgets has about forty. A hundred thousand would
#: hold the interpreter for seconds, at each later click, too.
MOST_STATES = 500
#: Characters of an address. A link carries up to 2,000 of text, which take up to 11,000.
ADDRESS_CHARACTERS = 32_000


class BrowserMessages:
    """ASGI middleware that passes on what a page may say."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_checked() -> Event:
            while (event := await receive())["type"] == "websocket.receive":
                if (message := let_in(event.get("bytes") or b"")) is not None:
                    return {**event, "bytes": message}
            return event

        is_checked = scope["type"] == "websocket" and not is_of_a_room(scope)
        await self.app(scope, receive_checked if is_checked else receive, send)


def let_in(data: bytes) -> bytes | None:
    """The part of a message that is passed on, or None.

    An unreadable message is passed on as it is: Streamlit then ends the websocket.

    >>> let_in(BackMsg(clear_cache=True).SerializeToString())
    >>> BackMsg.FromString(let_in(BackMsg(stop_script=True).SerializeToString()))
    stop_script: true
    """
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return data
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return (
            data if message.backend_operation_request.WhichOneof("payload") in OPERATIONS else None
        )
    states = message.rerun_script.widget_states.widgets
    is_too_long = len(message.rerun_script.query_string) > ADDRESS_CHARACTERS
    if kind not in KINDS or is_too_long or len(states) > MOST_STATES:
        return None
    of_pages = [state for state in states if WIDGET.match(state.id)]
    if len(of_pages) == len(states):
        return data
    del states[:]
    states.extend(of_pages)
    return message.SerializeToString()


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
