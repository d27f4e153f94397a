"""The rest of a page waits until a part is seen, and never longer than that."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from server.streamlit_internals import drawing as module
from server.streamlit_internals import reruns
from server.streamlit_internals.drawing import render_first, report_rendered

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


def run(part: str, drawn: threading.Event, over: threading.Event) -> threading.Thread:
    """A run that draws a part, then the rest."""

    def draw() -> None:
        with render_first(part):
            drawn.set()
        over.set()

    thread = threading.Thread(target=draw)
    thread.start()
    assert drawn.wait(LONG)
    return thread


def test_the_rest_comes_when_this_part_is_seen_and_no_other(streamlit: SimpleNamespace) -> None:
    over = threading.Event()
    thread = run("walk", threading.Event(), over)
    report_rendered("another walk")
    assert not over.is_set()
    report_rendered("walk")
    thread.join(LONG)
    assert over.is_set()


def test_one_report_is_enough_for_all_who_wait_for_the_same_part(
    streamlit: SimpleNamespace,
) -> None:
    runs = [run("walk", threading.Event(), threading.Event()) for _ in range(3)]
    report_rendered("walk")
    for thread in runs:
        thread.join(LONG)
        assert not thread.is_alive()


def test_a_report_may_come_before_the_run_waits(streamlit: SimpleNamespace) -> None:
    with render_first("walk"):
        report_rendered("walk")


def test_nobody_waits_for_a_browser_that_is_not_there(streamlit: SimpleNamespace) -> None:
    streamlit.context.headers = {}
    with render_first("walk"):
        pass


def test_a_tab_that_nobody_looks_at_gets_the_rest_in_the_end(
    streamlit: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    with render_first("walk"):
        pass
