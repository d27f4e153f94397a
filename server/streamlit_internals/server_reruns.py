"""Rerun a session's page from the server, for example when its training is over.

A page that only checks now and then learns late that a training is over, and each check has a cost.

Depends on: Streamlit 1.67.0 draws the page of a session again when its program has changed on disk.
This module starts a run in the same way: in the loop that receives the browser's messages, and only
while no part of the page is being drawn. The run has the address and the page of the last run, and
the current values of the widgets.
Remove when: Streamlit lets a thread ask for a session's page to be drawn.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from streamlit import runtime
from streamlit.runtime.scriptrunner import RerunData

if TYPE_CHECKING:
    from streamlit.runtime.app_session import AppSession

#: Seconds until the next try, while something else is drawn, and how many tries there are.
PAUSE, TRIES = 0.02, 50


def draw_page(name: str, is_wanted: Callable[[], bool]) -> None:
    """Have a session's page drawn soon, if `is_wanted` is still true then. Works in any thread."""
    if not runtime.exists():
        return
    info = runtime.get_instance()._session_mgr.get_active_session_info(name)
    if info is None:  # if its browser comes back, it will ask
        return
    session = info.session
    with suppress(RuntimeError):  # the server is shutting down
        session._event_loop.call_soon_threadsafe(_draw, session, is_wanted, TRIES)


def _draw(session: "AppSession", is_wanted: Callable[[], bool], tries: int) -> None:
    """Draw, or try again later if a run is still going on. Called in the loop."""
    is_there = runtime.get_instance().is_active_session(session.id)
    if not (tries and is_there and is_wanted()):
        return
    if session._scriptrunner is not None:
        # The learner may have pressed something, and that run must not be stopped.
        session._event_loop.call_later(PAUSE, _draw, session, is_wanted, tries - 1)
        return
    last = session._client_state
    session._create_scriptrunner(
        RerunData(
            query_string=last.query_string,
            page_script_hash=last.page_script_hash,
            context_info=last.context_info if last.HasField("context_info") else None,
        )
    )
