"""What a browser may say to Streamlit over the websocket: only what the pages need to say.

Streamlit accepts more messages than a page of this app sends. Some of them clear what everybody
shares, ask git for the state of the checkout, or install files beside the app. Streamlit also keeps
whatever a message says about widgets, even about widgets that don't exist.

Leans on: the messages of Streamlit 1.67.0 (`BackMsg`); how it names widgets (`$$ID`, preceded by
`$$STREAMLIT_INTERNAL_KEY` for values from a component); and that it drops the state of a widget
that was not drawn only if its name has this form.
Can go: when Streamlit bounds the number of states and lets an app choose what it accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from google.protobuf.message import DecodeError, Message
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState

from server.requests.endpoints import is_of_a_room
from server.settings import settings

#: The kinds of messages that are passed on; others are ignored.
KINDS = ("rerun_script", "stop_script", "app_heartbeat")
#: The other operations that a browser may ask for: the file behind a download button.
OPERATIONS = ("deferred_file",)
#: How Streamlit names the widgets it has drawn, and the values from our components.
WIDGET = re.compile(r"\$\$ID-|\$\$STREAMLIT_INTERNAL_KEY_\$\$ID-")
#: States in a message: the lesson with the most widgets has about forty.
MOST_STATES = 500
#: Bytes of one state. A value that a component sends only once, such as part of a text, may be
#: longer.
STATE_BYTES = 200_000
#: Large messages that a browser has cached, so that they need not be sent to it again.
MOST_HASHES = 1_000
#: Characters of a name: of a page, a part of it, a time zone.
NAME_CHARACTERS = 500
#: The code for closing a websocket that has said something no page says.
REFUSED = 1008


class NotFromAPageError(Exception):
    """A message that no page sends."""


class BrowserMessages:
    """ASGI middleware that passes on what a page may say, and ends a websocket that says more."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.longest_address = settings().request_line_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not is_of_a_room(scope):
            receive = self._checked(receive, send)
        await self.app(scope, receive, send)

    def _checked(self, receive: Receive, send: Send) -> Receive:
        async def receive_checked() -> Event:
            while (event := await receive())["type"] == "websocket.receive":
                try:
                    said = let_in(event.get("bytes"), self.longest_address)
                except NotFromAPageError:
                    await send({"type": "websocket.close", "code": REFUSED})
                    return {"type": "websocket.disconnect", "code": REFUSED}
                if said is not None:
                    return {**event, "bytes": said}
            return event

        return receive_checked


def asks_for_a_page(event: Event) -> bool:
    """Whether a message asks Streamlit to draw, as every browser does first.

    >>> message = BackMsg(rerun_script={"page_name": "quiz"}).SerializeToString()
    >>> asks_for_a_page({"bytes": message}), asks_for_a_page({"bytes": b"?"})
    (True, False)
    """
    try:
        return BackMsg.FromString(event.get("bytes") or b"").HasField("rerun_script")
    except DecodeError:
        return False


def let_in(data: bytes | None, longest_address: int) -> bytes | None:
    """The part of a message that is passed on, or None. Raises a NotFromAPageError.

    An unreadable message is passed on as it is: Streamlit then ends the websocket.

    >>> let_in(BackMsg(clear_cache=True).SerializeToString(), 32_000)
    >>> BackMsg.FromString(let_in(BackMsg(stop_script=True).SerializeToString(), 32_000))
    stop_script: true
    """
    if data is None:
        raise NotFromAPageError
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return data
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        operation = message.backend_operation_request.WhichOneof("payload")
        return data if operation in OPERATIONS and len(data) <= NAME_CHARACTERS else None
    if kind not in KINDS:
        return None
    if kind != "rerun_script":
        return data
    asked = message.rerun_script
    _check(asked, longest_address)
    states = asked.widget_states.widgets
    kept = [state for state in states if is_of_a_page(state)]
    if len(kept) == len(states):
        return data
    del states[:]
    states.extend(kept)
    return message.SerializeToString()


def is_of_a_page(state: WidgetState) -> bool:
    """Whether a page may send this state.

    >>> is_of_a_page(WidgetState(id="$$ID-0-x")), is_of_a_page(WidgetState(id="corpus"))
    (True, False)
    """
    if not WIDGET.match(state.id) or len(state.id) > NAME_CHARACTERS:
        return False
    is_for_once = state.WhichOneof("value") == "json_trigger_value"
    return is_for_once or state.ByteSize() <= STATE_BYTES


def _check(asked: ClientState, longest_address: int) -> None:
    """Refuse what is too long or too much."""
    address = {"query_string", "url"}
    texts = [*_texts(asked), *_texts(asked.context_info)]
    too_long = any(
        len(text) > (longest_address if name in address else NAME_CHARACTERS)
        for name, text in texts
    )
    hashes = asked.cached_message_hashes
    too_many = len(asked.widget_states.widgets) > MOST_STATES or len(hashes) > MOST_HASHES
    if too_long or too_many or any(len(one) > NAME_CHARACTERS for one in hashes):
        raise NotFromAPageError


def _texts(message: Message) -> Iterable[tuple[str, str]]:
    """The fields of a message that hold a single text, as pairs of name and text."""
    return ((field.name, value) for field, value in message.ListFields() if isinstance(value, str))
