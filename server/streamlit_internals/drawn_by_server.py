"""A page that is drawn because the server has something to show, and not because it was asked.

A page that looks now and then learns late that a training is over, and each look costs something.

Leans on: Streamlit 1.67.0 draws the page of a session again when its program was changed on the
disk. By the same way, in the loop that receives the browser's messages, and only while nothing of
the page is being drawn, a run is started with the address and the page of the last run and with
what the widgets hold.
Can go: when Streamlit lets a thread ask for a session's page to be drawn.
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
    """Let a session's page be drawn soon, if `is_wanted` says so even then. From any thread."""
    if not runtime.exists():
        return
    found = runtime.get_instance()._session_mgr.get_active_session_info(name)
    if found is None:  # its browser comes back and asks, or nobody does
        return
    session = found.session
    with suppress(RuntimeError):  # the server ends
        session._event_loop.call_soon_threadsafe(_draw, session, is_wanted, TRIES)


def _draw(session: "AppSession", is_wanted: Callable[[], bool], tries: int) -> None:
    """In the loop: draw, or try again once what is drawn now may be done."""
    is_there = runtime.get_instance().is_active_session(session.id)
    if not (tries and is_there and is_wanted()):
        return
    if session._scriptrunner is not None:
        # It may be the run of a press, which is not to be stopped.
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
