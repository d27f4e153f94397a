"""A learner without a browser, who talks to the server as Streamlit's own page does.

A browser on the same machine would use more of it than the server does, while a real class has its
own machines. So the tests and benchmarks that need only the server use this.
"""

from __future__ import annotations

import base64
import json
import time
from contextlib import ExitStack
from typing import Any
from urllib.request import Request, urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from pages.components.fields.sending import PART_BYTES
from pages.session.parameters import encode_text

PATIENCE = 240  # seconds
FIELDS = ("own_text_part", "model_file_part")  # the keys of what takes a text in parts
SETTLED = 0.1  # seconds without a message
EARLY = ForwardMsg.ScriptFinishedStatus.Value("FINISHED_EARLY_FOR_RERUN")


class Learner:
    """One session. `ids` are the widgets that were drawn, by the key that the app gave them, and
    `fragments` the fragments that drew them.

    `walk` is the data last sent to the stepper, `query` the query string of the page's address.
    """

    def __init__(self, url: str, query: str, lesson: str = "") -> None:
        self._url = url
        address = url.replace("http://", "ws://") + "/_stcore/stream"
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(address, subprotocols=[Subprotocol("streamlit")], max_size=None)
        )
        self.query, self._lesson = query, lesson
        self._page = ""  # the server's name for the lesson: elsewhere, widgets lose their state
        self.ids: dict[str, str] = {}
        self.fragments: dict[str, str] = {}
        self.walk: dict[str, Any] = {}
        self.walk_number = 0
        self._received: dict[str, dict[str, Any]] = {}  # of each field's text, as the server says
        self.auto_rerun: tuple[str, float] | None = None  # fragment and seconds
        self._next_rerun: tuple[str, float] | None = None
        self._cached: dict[str, ForwardMsg] = {}  # large messages, to which the server later refers
        self._rerun(BackMsg())

    def close(self) -> None:
        self._stack.close()

    def change(self, key: str, **value: Any) -> float:
        """Set a widget; return the seconds until the page is drawn. `value` as in `WidgetState`."""
        return self.tell(WidgetState(id=self.ids[key], **value))

    def go_to_step(self, step: int) -> float:
        """Go to a step; return the seconds until the parts that depend on the step are drawn."""
        value = json.dumps({"step": [self.walk_number, step, time.time_ns()]})
        state = WidgetState(id=self.ids["walk_follower"], json_value=value)
        return self.tell(state, self.fragments["walk_follower"])

    def upload(self, text: str) -> float:
        """Send a file in parts; return the seconds until the page with it is drawn."""
        return self.send_in_parts("own_text_part", text.encode(), {"name": "text.txt"})

    def send_in_parts(self, key: str, data: bytes, metadata: dict[str, Any]) -> float:
        """Send bytes through a field; return the seconds until all parts are taken, or refused.

        As in a browser, each run of the page says which part the server lacks, and that part is
        sent: a run that was under way when a part was sent knows nothing of it yet.
        """
        head = metadata | {"size": len(data), "id": str(time.time_ns())}
        seconds = 0.0
        while (part := self._part_lacking(key, head["id"])) is not None:
            start = part * PART_BYTES
            encoded = base64.b64encode(data[start : start + PART_BYTES]).decode()
            sent = head | {"part": part, "data": encoded}
            seconds += self.send_event(key, "part", sent, self.fragments[key])
        return seconds

    def _part_lacking(self, key: str, name: str) -> int | None:
        """The number of the part that the server lacks; None if it takes no more of this text."""
        received = self._received.get(key, {})
        if received.get("id") != name:
            return 0
        return received["parts"] if received["state"] == "open" else None

    def send_event(self, key: str, name: str, value: object, fragment: str = "") -> float:
        """Have a component send something, once; return the seconds until the page, or the given
        fragment, is drawn."""
        event = json.dumps([{"event": name, "value": value}])
        widget = f"$$STREAMLIT_INTERNAL_KEY_{self.ids[key]}__events"
        return self.tell(WidgetState(id=widget, json_trigger_value=event), fragment)

    def tell(self, state: WidgetState, fragment: str = "") -> float:
        """Send a widget's state; return the seconds until the page, or the fragment, is drawn."""
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.append(state)
        return self._rerun(message)

    def wait_for_training(self) -> None:
        """Check the progress, as often as the page asks to, until the training is over.

        At that point the server draws the page by itself.
        """
        while self.auto_rerun is not None:
            fragment, interval = self.auto_rerun
            if self.is_drawn_within(interval):
                continue
            message = BackMsg()
            message.rerun_script.fragment_id = fragment
            message.rerun_script.is_auto_rerun = True
            self._rerun(message)

        while self.is_drawn_within(SETTLED):  # the answer to a check that came after the end
            pass

    def is_drawn_within(self, seconds: float) -> bool:
        """Whether anything is drawn within `seconds`, without being asked for."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                if self._is_drawn(self._receive(left)):
                    return True
            except TimeoutError:
                break
        return False

    def _rerun(self, message: BackMsg) -> float:
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self._lesson
        message.rerun_script.page_script_hash = self._page
        message.rerun_script.cached_message_hashes.extend(self._cached)
        start = time.perf_counter()
        self._socket.send(message.SerializeToString())
        while not self._is_drawn(self._receive()):
            pass
        return time.perf_counter() - start

    def _receive(self, seconds: float = PATIENCE) -> ForwardMsg:
        message = ForwardMsg()
        message.ParseFromString(self._socket.recv(timeout=seconds))
        if message.WhichOneof("type") == "ref_hash":
            known = ForwardMsg()
            known.CopyFrom(self._cached[message.ref_hash])
            known.metadata.CopyFrom(message.metadata)
            return known
        if message.hash and message.metadata.cacheable:
            self._cached[message.hash] = message
        return message

    def _see(self, walk: dict[str, Any]) -> None:
        """Report that a new walk is on the screen, as a browser does: the rest waits for that."""
        if walk["key"] != self.walk.get("key"):
            report = Request(f"{self._url}/trace/{walk['key']}/seen", method="POST")
            urlopen(report, timeout=PATIENCE).close()
        self.walk = walk

    def _is_drawn(self, message: ForwardMsg) -> bool:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._next_rerun = None
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
        elif kind == "page_info_changed":  # the address bar follows
            self.query = message.page_info_changed.query_string
        elif kind == "auto_rerun":
            self._next_rerun = (message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "delta":
            element = message.delta.new_element
            widget = getattr(element, element.WhichOneof("type") or "", None)
            if name := getattr(widget, "id", ""):
                key = name.split("-", 2)[-1]
                self.ids[key], self.fragments[key] = name, message.delta.fragment_id
                if key in FIELDS:
                    self._received[key] = json.loads(element.bidi_component.json)
                elif key == "walk_follower":
                    self.walk_number = json.loads(element.bidi_component.json)["walk"]
                if name.endswith("stepper") and widget is not None and widget.bytes:
                    self._see(json.loads(widget.bytes))
        if kind != "script_finished" or message.script_finished == EARLY:
            return False
        if not message.metadata.run.fragment_ids:  # the whole page, not only the progress
            self.auto_rerun = self._next_rerun
        return True


def own_text_query(settings: str = "") -> str:
    """The query string for a learner with a short text of their own."""
    return f"text={encode_text('hug pug')}&lang=en&{settings}"
