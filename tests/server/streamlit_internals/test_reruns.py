"""Widget changes that Streamlit would lose when a newer request arrives."""

import threading
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, PropertyMock

import pytest
from streamlit import config
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import script_runner
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.state import SafeSessionState
from streamlit.testing.v1 import AppTest

from server.streamlit_internals import reruns as module
from server.streamlit_internals.reruns import (
    TRIES,
    AllCallbacksState,
    draw_page,
    keep_reports,
    run_all_callbacks,
    wait_interruptibly,
)
from tests.pages.whole_app.visitor import run_in_place

streamlits_own = script_requests._coalesce_widget_states


def reported(pressed: str = "", **values: str) -> WidgetStates:
    """The states of widgets, and which button was pressed."""
    states = WidgetStates()
    for name, value in values.items():
        states.widgets.add(id=name, string_value=value)
    if pressed:
        states.widgets.add(id=pressed, trigger_value=True)
    return states


def heard(*requests: RerunData) -> dict[str, Any]:
    """The widget states that a script gets that finds these requests waiting."""
    waiting = ScriptRequests()
    for request in requests:
        waiting.request_rerun(request)
    states = waiting.on_scriptrunner_ready().rerun_data.widget_states
    assert states is not None
    return {state.id: getattr(state, str(state.WhichOneof("value"))) for state in states.widgets}


STEPPED = RerunData(widget_states=reported("undo", step="7", rule="first"), fragment_id="stepper")
CHARTS = RerunData(widget_states=reported(rule="last"), fragment_id="charts")
LESSON = RerunData(widget_states=reported(rule="last"), page_script_hash="lesson")


@pytest.mark.parametrize("following", [CHARTS, LESSON], ids=["a part", "a lesson"])
def test_the_next_request_hears_what_was_reported_before_it(
    monkeypatch: pytest.MonkeyPatch, following: RerunData
) -> None:
    monkeypatch.setattr(script_requests, "_coalesce_widget_states", keep_reports)
    assert heard(STEPPED, following) == {"rule": "last", "step": "7", "undo": True}
    assert heard(following, STEPPED) == {"rule": "first", "step": "7", "undo": True}


def test_a_request_without_reports_takes_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_requests, "_coalesce_widget_states", keep_reports)
    every = {"rule": "first", "step": "7", "undo": True}
    assert heard(STEPPED, RerunData()) == heard(RerunData(), STEPPED) == every
    assert keep_reports(None, None) is None


def test_streamlit_alone_still_loses_what_was_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, Streamlit has changed, and this way of merging may go."""
    monkeypatch.setattr(script_requests, "_coalesce_widget_states", streamlits_own)
    assert heard(STEPPED, LESSON) == {"rule": "last", "undo": True}


class Overtaken(BaseException):
    """The exception that Streamlit raises where a newer request ends a run."""


class Session:
    """A session whose learner has two widgets, and each change reads the state."""

    def __init__(self, made: type[SafeSessionState]) -> None:
        self.handled: list[str] = []
        self.state = made(self, self.give_way)  # type: ignore[arg-type]

    def give_way(self) -> None:
        raise Overtaken

    def on_script_will_rerun(self, names: list[str], **_more: Any) -> None:
        for name in names:
            self.state[name]
            self.handled.append(name)

    def __getitem__(self, name: str) -> str:
        return name


def test_a_request_is_heard_to_its_end() -> None:
    session = Session(AllCallbacksState)
    session.state.on_script_will_rerun(["step", "rule"])  # type: ignore[arg-type]
    assert session.handled == ["step", "rule"]
    with pytest.raises(Overtaken):
        session.state["step"]


def test_streamlit_alone_still_ends_a_request_before_it_is_heard() -> None:
    """If this fails, Streamlit has changed, and the state of our own may go."""
    session = Session(SafeSessionState)
    with pytest.raises(Overtaken):
        session.state.on_script_will_rerun(["step", "rule"])  # type: ignore[arg-type]
    assert session.handled == []


def test_sessions_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_requests, "_coalesce_widget_states", streamlits_own)
    monkeypatch.setattr(script_runner, "SafeSessionState", SafeSessionState)
    run_all_callbacks()
    assert vars(script_requests)["_coalesce_widget_states"] is keep_reports
    assert vars(script_runner)["SafeSessionState"] is AllCallbacksState
    assert config.get_option("runner.fastReruns") is False


def _page() -> None:
    """The script of a session: it is drawn, something changes, and a report comes."""
    import streamlit as st

    from server.streamlit_internals.reruns import catch_up, note_drawn_page, note_drawn_part

    state = st.session_state
    state["runs"] += 1
    if state["runs"] > 1:
        return
    note_drawn_part("of the page before", lambda: state["other"])
    note_drawn_page(lambda: state["page"])
    note_drawn_part("charts", lambda: state["part"])
    state[state["changes"]] = "changed"
    catch_up()


@pytest.mark.parametrize(("changes", "runs"), [("page", 2), ("part", 2), ("other", 1)])
def test_a_report_that_meets_a_change_draws_the_page(changes: str, runs: int) -> None:
    session = AppTest.from_function(_page)
    state = {"runs": 0, "page": "", "part": "", "other": "", "changes": changes}
    for name, value in state.items():
        session.session_state[name] = value
    with run_in_place():
        session.run()
    assert not session.exception
    assert session.session_state["runs"] == runs


@pytest.mark.parametrize(
    ("is_there", "is_wanted", "looks", "draws"),
    [
        *((True, True, looks, 1) for looks in (0, 3, TRIES - 1)),
        *((True, True, TRIES, 0), (True, False, 0, 0), (False, True, 0, 0)),
    ],
)
def test_a_page_is_drawn_once_nothing_else_is(
    is_there: bool, is_wanted: bool, looks: int, draws: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its visitor last saw it; a run goes on at the first looks. Not if it never ends, if the
    visitor has left, or if nobody wants it any more."""
    seen: dict[str, Any] = {"query_string": "step=3", "page_script_hash": "unigram"}
    seen["context_info"] = ContextInfo(timezone="Asia/Shanghai")
    session = Mock(id="ann", _client_state=ClientState(**seen))
    going_on = iter([True] * looks)
    type(session)._scriptrunner = PropertyMock(side_effect=lambda: next(going_on, None))
    session._event_loop.call_soon_threadsafe = lambda call, *given: call(*given)
    session._event_loop.call_later = lambda _seconds, call, *given: call(*given)
    server = Mock(is_active_session=lambda name: is_there)
    server._session_mgr.get_active_session_info = {"ann": SimpleNamespace(session=session)}.get
    monkeypatch.setattr(module.runtime, "get_instance", lambda: server)
    for name in ("ann", "bob"):
        draw_page(name, lambda: is_wanted)
    asked = [call.args for call in session._create_scriptrunner.call_args_list]
    assert asked == [(RerunData(**seen),)] * draws


LONG = 60.0


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """A session's state. Streamlit ends a run where it reads the state."""
    session_state = Mock()
    monkeypatch.setattr(module, "st", SimpleNamespace(session_state=session_state))
    return session_state


def test_it_ends_when_the_event_comes(state: Mock) -> None:
    event = threading.Event()
    threading.Timer(0.1, event.set).start()
    assert wait_interruptibly(event, LONG)
    assert wait_interruptibly(event, 0)


def test_it_ends_in_time(state: Mock) -> None:
    assert not wait_interruptibly(threading.Event(), 0)
    begin = time.monotonic()
    assert not wait_interruptibly(threading.Event(), 0.12)
    assert time.monotonic() - begin >= 0.12


def test_a_newer_request_ends_it(state: Mock) -> None:
    class Rerun(BaseException):
        pass

    state.get.side_effect = Rerun
    with pytest.raises(Rerun):
        wait_interruptibly(threading.Event(), LONG)
