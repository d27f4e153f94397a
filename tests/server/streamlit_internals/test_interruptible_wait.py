"""A run of a page waits for something, but not once the learner has requested something else."""

import threading
import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from server.streamlit_internals import reruns as module
from server.streamlit_internals.reruns import wait_interruptibly

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
