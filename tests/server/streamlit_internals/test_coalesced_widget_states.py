"""Widget changes that Streamlit would lose when a newer request arrives."""

from typing import Any

import pytest
from streamlit import config
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import script_runner
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.state import SafeSessionState

from server.streamlit_internals.reruns import (
    AllCallbacksState,
    keep_reports,
    run_all_callbacks,
)

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
