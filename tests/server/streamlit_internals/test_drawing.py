"""The queue of messages for a browser when a part of its page runs again."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from streamlit.elements import layouts
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.testing.v1 import AppTest

from server.streamlit_internals import drawing as module
from server.streamlit_internals import reruns
from server.streamlit_internals.drawing import (
    UnsentMessages,
    keep_unsent_messages,
    name_expanders_by_key,
    render_first,
    report_rendered,
)
from tests.pages.whole_app.visitor import run_in_place


def drawn(text: str, path: list[int], fragment: str = "") -> ForwardMsg:
    """A text that a page, or a part of it, puts somewhere."""
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.new_element.markdown.body = text
    message.delta.fragment_id = fragment
    return message


def announced(run: str) -> ForwardMsg:
    message = ForwardMsg()
    message.new_session.name = run
    return message


#: A whole page: a heading, a part of two texts, and a smaller part inside this part.
PAGE = [
    announced("whole"),
    drawn("heading", [0, 0]),
    drawn("first", [0, 1, 0], "part"),
    drawn("second", [0, 1, 1], "part"),
    drawn("inside", [0, 1, 2, 0], "inner"),
]
AGAIN = [announced("part"), drawn("first, again", [0, 1, 0], "part")]


def sent_by(queue: ForwardMsgQueue) -> list[ForwardMsg]:
    """The messages that a browser gets if the part runs before anything of the page was sent."""
    for message in PAGE:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    for message in AGAIN:
        queue.enqueue(message)
    return queue.flush()


def test_a_part_is_drawn_after_everything_that_was_drawn_before() -> None:
    assert sent_by(UnsentMessages()) == [*PAGE, *AGAIN]


def test_streamlit_alone_still_drops_a_part_and_keeps_what_is_inside_it() -> None:
    """If this fails, Streamlit has changed, and the queue of our own may go."""
    assert sent_by(ForwardMsgQueue()) == [PAGE[0], PAGE[1], PAGE[4], *AGAIN]


def test_a_whole_page_replaces_what_waits() -> None:
    queue = UnsentMessages()
    for message in PAGE:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True)
    assert queue.flush() == [PAGE[0]]


def test_sessions_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "ForwardMsgQueue", ForwardMsgQueue)
    keep_unsent_messages()
    assert vars(app_session)["ForwardMsgQueue"] is UnsentMessages


BROWSER = {"User-Agent": "a browser"}
LONG = 60.0


@pytest.fixture
def streamlit(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Streamlit, as far as a run that waits goes: who is there, and the session's state."""
    stub = SimpleNamespace(context=SimpleNamespace(headers=BROWSER), session_state=Mock())
    monkeypatch.setattr(module, "st", stub)
    monkeypatch.setattr(reruns, "st", stub)
    monkeypatch.setattr(module, "PATIENCE", LONG)
    monkeypatch.setattr(reruns, "LOOK", 0.001)
    yield stub
    assert not module._waiting, "a run that has ended is still known"


def test_the_rest_comes_when_this_part_is_seen_and_no_other(streamlit: SimpleNamespace) -> None:
    """One report is enough for all runs that wait for the same part."""
    drawn, over = threading.Barrier(4), threading.Event()

    def draw() -> None:
        with render_first("walk"):
            drawn.wait(LONG)
        over.set()

    runs = [threading.Thread(target=draw) for _ in range(3)]
    for thread in runs:
        thread.start()
    drawn.wait(LONG)
    report_rendered("another walk")
    assert not over.is_set()
    report_rendered("walk")
    for thread in runs:
        thread.join(LONG)
        assert not thread.is_alive()


def test_a_report_may_come_before_the_run_waits(streamlit: SimpleNamespace) -> None:
    with render_first("walk"):
        report_rendered("walk")


@pytest.mark.parametrize(("headers", "patience"), [({}, 0), (BROWSER, LONG)])
def test_the_rest_comes_in_the_end_if_nobody_looks(
    streamlit: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, headers: object, patience: float
) -> None:
    """At once if there is no browser."""
    streamlit.context.headers = headers
    wait = Mock()
    monkeypatch.setattr(module, "wait_interruptibly", wait)
    with render_first("walk"):
        pass
    assert [call.args[1] for call in wait.call_args_list] == [patience]


streamlits_own = layouts.compute_and_register_element_id  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def streamlit_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "compute_and_register_element_id", streamlits_own)


def page(label: str, key: str, expanded: bool = False) -> None:
    import streamlit as st

    st.expander(label, expanded=expanded, key=key, on_change="rerun")


@run_in_place()
def name(*arguments: object) -> str:
    """Streamlit's id of an expander with these arguments."""
    app = AppTest.from_function(page, args=arguments).run()
    assert not app.exception
    return str(app.expander[0].proto.id)


def test_its_key_names_it_and_how_it_begins() -> None:
    """A link into a fold opens it, although its reader has closed it before."""
    name_expanders_by_key()
    assert name("Charts", "charts_box") == name("图表", "charts_box")
    assert name("Charts", "charts_box") != name("Charts", "charts_box", True)
    assert name("Charts", "charts_box") != name("Charts", "other_box")


def test_streamlit_alone_still_names_it_by_its_label() -> None:
    """Else `name_expanders_by_key` can go."""
    assert name("Charts", "charts_box") != name("图表", "charts_box")
