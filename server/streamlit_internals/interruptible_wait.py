"""Wait during a page run, and give way to any newer request of the learner.

Depends on: whenever the session state is read, Streamlit 1.67.0 lets a newer request end the run.
Remove when: Streamlit has a wait of its own.
"""

import threading
import time

import streamlit as st

#: Seconds between two looks at whether the learner has requested something else.
LOOK = 0.05


def wait_interruptibly(event: threading.Event, seconds: float) -> bool:
    """Wait up to `seconds` for an event, and return whether it has come.

    A newer request of the session ends the run here.
    """
    end = time.monotonic() + seconds
    while not event.wait(max(0.0, min(LOOK, end - time.monotonic()))):
        if time.monotonic() >= end:
            return False
        st.session_state.get("any")
    return True
