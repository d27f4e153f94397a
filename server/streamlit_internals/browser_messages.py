"""Let only those websocket messages through to Streamlit that the pages need.

Streamlit accepts more messages than a page of this app sends. Some of them clear what everybody
shares, ask git for the state of the checkout, or install files beside the app. Streamlit also keeps
whatever a message says about widgets, even about widgets that don't exist.

Depends on: the messages of Streamlit 1.67.0 (`BackMsg`); how it names widgets (`$$ID`, preceded by
`$$STREAMLIT_INTERNAL_KEY` for values from a component); and that it drops the state of a widget
that was not drawn only if its name has this form.
Remove when: Streamlit lets an app choose what it accepts.
"""

from __future__ import annotations

import re

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from streamlit.proto.BackMsg_pb2 import BackMsg

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
