"""A visitor of the whole app inside this process: without a server, a browser, or waiting.

Streamlit's `AppTest` runs the frame and the lesson as in a session, and returns what they drew as
a tree. It does not run a component's browser script: `tell` reports what the script would. Like a
browser, and unlike `AppTest` alone, it has only that fragment run in which something was changed.
"""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.testing.v1 import AppTest, app_test
from streamlit.testing.v1.element_tree import Block, ElementTree, Widget
from streamlit.testing.v1.local_script_runner import LocalScriptRunner
from streamlit.util import calc_hash

from pages.lessons import FIRST_LESSON
from pages.lessons.what_the_model_sees import numbers
from pages.session import traces
from pages.session.language import speaking

FRAME = Path(__file__).resolve().parents[3] / "pages" / "frame.py"
#: Seconds that a run may take on a busy machine.
PATIENCE = 240


#: Streamlit's test of a page replaces the runtime with a stand-in. A training that ends, whenever
#: that is, would ask it to redraw a page: in this process, nobody is asked.
traces.draw_page = lambda *_: None
#: A test leaves no process running, so none is kept ready for the next training.
traces.READY.close()
#: A message's hash tells a browser's cache what it has: it took a fifth of all that a page takes.
script_run_context.populate_hash_if_needed = lambda _: None
#: Of the numbers with up to five digits, few are counted: all of them would take seconds.
numbers.COUNTED = 10_100


@contextmanager
def run_in_place() -> Iterator[None]:
    """Undo that Streamlit's test of a page makes the script the main module.

    The processes of other tests would run it.
    """
    main = sys.modules["__main__"]
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class PartRunner(LocalScriptRunner):
    """Streamlit's runner of a page under test, which can also run some fragments alone.

    `page` is all that the page consists of; what is in none of the fragments stays as it is.
    """

    #: Whether the address is one that the visitor went back or forward to.
    is_in_history = False

    def __init__(self, page: list[ForwardMsg], fragments: Sequence[str], *of: Any, **more: Any):
        super().__init__(*of, **more)
        self.page, self.fragments = page, fragments
        self.forward_msg_queue._queue = [
            message for message in page if not self._is_of(message.delta.fragment_id)
        ]

    def _is_of(self, fragment: str) -> bool:
        within = self._fragment_storage.has_ancestor_in
        return fragment in self.fragments or within(fragment, self.fragments)

    def request_rerun(self, rerun_data: RerunData) -> bool:
        """Ask for the fragments, or for the whole page if there are none.

        That of the whole page, which Streamlit's runner begins with, would include them.
        """
        self._requests = ScriptRequests()
        asked = replace(
            rerun_data,
            fragment_id_queue=[*self.fragments],
            is_history_navigation=self.is_in_history,
        )
        return super().request_rerun(asked)

    def run(self, *request: Any, **more: Any) -> ElementTree:
        """Run, and put the elements in their order on the page, not that of their drawing."""
        tree = super().run(*request, **more)
        self.page[:] = self.forward_msgs()
        in_order(tree)
        return tree


def in_order(block: Block) -> None:
    """Put the elements of a block in the order of their places."""
    block.children = dict(sorted(block.children.items()))
    for child in block.children.values():
        if isinstance(child, Block):
            in_order(child)


class Visitor:
    """Opens a lesson by a link, and acts as a learner does: `Visitor("unigram", corpus="low")`.

    `app` is Streamlit's own test of the page, with its widgets: `app.selectbox`, `app.warning`.
    """

    def __init__(
        self, lesson: str = "", locale: str = "en-US", is_embedded: bool = False, **params: object
    ) -> None:
        self.app = AppTest.from_file(FRAME, default_timeout=PATIENCE)
        # Streamlit's own version searches all installed packages for components at each visit.
        self.app._bidi_component_manager = BidiComponentManager()
        self.app.context = {"locale": locale, "is_embedded": is_embedded}
        self.app.query_params.update({name: str(value) for name, value in params.items()})
        self._language = "en"  # nothing is drawn yet
        #: All that the page consists of, and what a browser knew of its widgets when it was drawn.
        self._sent: list[ForwardMsg] = []
        self._known: Sequence[WidgetState] = ()
        #: The folds that are open, of those that are drawn once they are.
        self._open: set[str] = set()
        self.go_to(lesson, keep_address=True)

    def go_to(self, lesson: str, keep_address: bool = False) -> None:
        """Choose a lesson from the navigation, which clears the address."""
        if not keep_address:
            self.app.query_params.clear()
        self._turn_to(lesson)
        self.run()

    def _turn_to(self, lesson: str) -> None:
        self._sent = []
        self.app._page_hash = calc_hash("" if lesson == FIRST_LESSON.address else lesson)

    def run(self) -> None:
        """Redraw the page, or what the choices made on it since have redrawn."""
        self.report(self.widget_states())

    def _has_run(self) -> None:
        assert not self.app.exception
        #: Streamlit's test names a choice by its label, which is in the page's language.
        self._language = self.address["lang"]
        self._known = [*self.widget_states().widgets]

    def follow(self, address: dict[str, str], lesson: str | None = None) -> None:
        """Go back or forward to an address, of another lesson if one is named."""
        if lesson is not None:
            self._turn_to(lesson)
        with patch.object(PartRunner, "is_in_history", True):
            self.act_at(address)

    def act_at(self, address: dict[str, str]) -> None:
        """Redraw the page for a request that names this address, which may be out of date."""
        self.app.query_params.clear()
        self.app.query_params.update(address)
        self.run()

    def press(self, label: str) -> None:
        """Press the button with this name, once it is there: vocabularies may still be loaded."""
        wait_for(self, lambda: any(button.label == label for button in self.app.button))
        (button,) = (button for button in self.app.button if button.label == label)
        button.click()
        self.run()

    def choose(self, name: str, value: object) -> None:
        """Choose in the field with this key, or label, and send it, unless a form's button does."""
        field = self.field(name)
        field.set_value(value)
        if not field.form_id:
            self.run()

    def field(self, name: str) -> Any:
        """The field with this key, or label; a key has a number once the app changed its value."""
        of_name = re.compile(rf"{re.escape(name)}(_\d+)?").fullmatch
        fields = (each for each in self.app if isinstance(each, Widget))
        (found,) = (each for each in fields if of_name(each.key or each.label))
        return found

    @property
    def address(self) -> dict[str, str]:
        """The parameters of the address."""
        return {
            name: value if isinstance(value, str) else value[0]
            for name, value in self.app.query_params.items()
        }

    @property
    def walk(self) -> dict[str, Any]:
        """The data of the stepper."""
        return dict(json.loads(self.component("stepper").bytes))

    def has(self, key: str) -> bool:
        """Whether the component with this key is drawn."""
        return bool(self._drawn(key))

    def component(self, key: str) -> Any:
        """The message that draws a component, by the key that the app gave it, or how it ends.

        The page is redrawn until it is there: on a busy machine it may wait for a worker.
        """
        wait_for(self, lambda: self.has(key))
        (found,) = self._drawn(key)
        return found

    def _drawn(self, key: str) -> list[Any]:
        drawn = [element.proto for element in self.app.get("bidi_component")]
        return [proto for proto in drawn if proto.id.endswith(key)]

    def tell(self, key: str, **state: object) -> None:
        """Let a component report where it is, as its script does in a browser."""
        self._tell(WidgetState(id=self.component(key).id, json_value=json.dumps(state)))

    def fire(self, key: str, **events: object) -> None:
        """Let a component report what has happened, which it says only once."""
        told = json.dumps([{"event": name, "value": value} for name, value in events.items()])
        name = _make_trigger_id(self.component(key).id, "events")
        self._tell(WidgetState(id=name, json_trigger_value=told))

    def _tell(self, told: WidgetState) -> None:
        states = self.widget_states()
        states.widgets.append(told)
        self.report(states)

    def widget_states(self) -> WidgetStates:
        """The states of all widgets as a browser would report them, with the choices made since."""
        with speaking(self._language):
            states = self.app._tree.get_widget_states()
        states.widgets.extend(WidgetState(id=fold, bool_value=True) for fold in self._open)
        return states

    def open_all_folds(self) -> None:
        """Open every fold that is drawn once it is open, as a learner's presses do."""
        folds = {fold.proto.id for fold in self.app.expander} - {""}
        if not folds <= self._open:
            self._open |= folds
            self.run()

    def report(self, states: WidgetStates) -> None:
        """Redraw what a request has redrawn that reports this of the widgets."""
        changed = {state.id for state in states.widgets if state not in self._known}
        runner = partial(PartRunner, self._sent, self._fragments_of(changed))
        with run_in_place(), patch.object(app_test, "LocalScriptRunner", runner):
            self.app._run(states)
        self._has_run()

    def _fragments_of(self, widgets: Set[str]) -> list[str]:
        """The fragments of widgets; none if one of them is in no fragment."""
        fragments = set()
        for message in self._sent:
            for node in (message.delta.new_element, message.delta.add_block):
                drawn = getattr(node, node.WhichOneof("type") or "", None)
                if getattr(drawn, "id", "") in widgets:
                    fragments.add(message.delta.fragment_id)
        return [] if "" in fragments else sorted(fragments)

    @property
    def is_waiting(self) -> bool:
        """Whether a part of the page is still worked out or loaded: it redraws itself."""
        return any(message.HasField("auto_rerun") for message in self._sent)

    def step(self, step: int) -> None:
        """Step in the walk: the stepper does it alone, and reports it when the learner pauses."""
        walk = json.loads(self.component("walk_follower").json)["walk"]
        self.tell("walk_follower", step=[walk, step, time.time_ns()])

    @property
    def tables(self) -> list[list[list[str]]]:
        """The tables that are written as HTML: their rows, each with its cells."""
        cells = re.compile(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>")
        tables = (html.body.split("</tr>") for html in self.app.get("html"))
        return [[cells.findall(row) for row in table] for table in tables]

    def rows(self, name: str) -> list[list[str]]:
        """The cells of every row with this name, of all tables."""
        return [row[1:] for table in self.tables for row in table if row[:1] == [name]]

    @property
    def text(self) -> str:
        """The text on the page outside the components: Markdown, HTML, labels."""
        texts = (getattr(element, "value", "") for element in self.app)
        return "\n".join(text for text in texts if isinstance(text, str))


def wait_for(visitor: Visitor, found: Callable[[], object]) -> None:
    """Redraw until there is something: once, and as long as a part of the page redraws itself."""
    end, rests = time.monotonic() + PATIENCE, 0
    while not found():
        rests += not visitor.is_waiting
        assert rests < 2, "nothing more comes, and it is not there"
        assert time.monotonic() < end
        time.sleep(0.05)
        visitor.run()
