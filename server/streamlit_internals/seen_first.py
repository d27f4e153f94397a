"""A part of a page that the learner sees before the rest of the page is sent.

A browser shows nothing of what has arrived until all of it is drawn, and charts and controls take
it far longer than the stepper. So the run waits after that part until the browser reports that the
learner sees it.

Leans on: whenever the session state is read, Streamlit 1.67.0 lets a newer request end the run, so
nobody who presses something meanwhile has to wait. `st.context.headers` is empty if there is no
browser, but a test or a first visit by the server itself.
Can go: when a page is drawn in the order in which it is looked at.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

#: Seconds after which the rest is sent in any case: nobody may be looking at the tab.
PATIENCE = 3.0
#: Seconds between two looks at whether the learner has requested something else.
LOOK = 0.05

#: The runs that wait, by the name of the part that is to be seen.
_waiting: defaultdict[str, list[threading.Event]] = defaultdict(list)
_lock = threading.Lock()


@contextmanager
def seen_first(part: str) -> Iterator[None]:
    """Draw a part inside a `with` block, which ends when the learner sees it.

    `part` is the name under which its browser side reports that. After `PATIENCE` seconds, or if no
    browser is there to report anything, the block ends without it.
    """
    seen = threading.Event()
    with _lock:
        _waiting[part].append(seen)
    try:
        yield
        end = time.monotonic() + (PATIENCE if st.context.headers else 0)
        while time.monotonic() < end and not seen.wait(LOOK):
            st.session_state.get(part)  # a newer request ends this run here
    finally:
        _forget(part, seen)


def _forget(part: str, seen: threading.Event) -> None:
    with _lock:
        _waiting[part].remove(seen)
        if not _waiting[part]:
            del _waiting[part]


def report_seen(part: str) -> None:
    """Let the runs go on that wait until this part is seen. Works in any thread."""
    with _lock:
        for seen in _waiting.get(part, ()):
            seen.set()
