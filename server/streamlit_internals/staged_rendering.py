"""Send one part of a page first, and the rest once the learner can see that part.

A browser shows nothing of what has arrived until all of it is drawn, and charts and controls take
it far longer than the stepper. So the run waits after that part until the browser reports that the
learner sees it.

Depends on: Streamlit 1.67.0 draws a component after the controls and charts that come behind it in
the script; and `st.context.headers` is empty when a test, or the server's own warm-up, runs the
page instead of a browser.
Remove when: a page is drawn in the order in which it is looked at.
"""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from server.streamlit_internals.interruptible_wait import wait_interruptibly

#: Seconds after which the rest is sent in any case: nobody may be looking at the tab.
PATIENCE = 3.0

#: The runs that wait, by the name of the part that is to be seen.
_waiting: defaultdict[str, list[threading.Event]] = defaultdict(list)
_lock = threading.Lock()


@contextmanager
def render_first(part: str) -> Iterator[None]:
    """Draw a part inside a `with` block, which ends when the learner sees it.

    `part` is the name under which its browser side reports that. After `PATIENCE` seconds, or if no
    browser is there to report anything, the block ends without it.
    """
    rendered = threading.Event()
    with _lock:
        _waiting[part].append(rendered)
    try:
        yield
        wait_interruptibly(rendered, PATIENCE if st.context.headers else 0)
    finally:
        _forget(part, rendered)


def _forget(part: str, rendered: threading.Event) -> None:
    with _lock:
        _waiting[part].remove(rendered)
        if not _waiting[part]:
            del _waiting[part]


def report_rendered(part: str) -> None:
    """Let the runs go on that wait until this part is seen. Works in any thread."""
    with _lock:
        for rendered in _waiting.get(part, ()):
            rendered.set()
