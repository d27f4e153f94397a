"""Run a page again, for a visitor or for the server, without losing what a visitor has changed.

**No change is lost when a newer request arrives.** A setting or a step that is changed just before
leaving a lesson comes in a request of its own. On a busy server it still waits when the next lesson
is requested, or it has only just begun. Streamlit then loses the change: of a request that waits it
keeps nothing but presses for the next one, and one that has begun may be stopped before its
callbacks run. Here the newer request inherits the changes of the one still waiting, and a request
that has begun runs its callbacks before it may be stopped.

Depends on: Streamlit 1.67.0 merges what waiting requests report with
`script_requests._coalesce_widget_states`, and makes a script's state from
`script_runner.SafeSessionState`, which calls `_yield_callback` wherever the next request may end
this one. `runner.fastReruns` is off: otherwise a request for a whole page doesn't wait, but ends
those before it.
Remove when: Streamlit handles the changes of each request, though it may not draw each.

**The whole page is drawn** when only a part of it has run, but more has changed. Streamlit's
browser side merges events that happen at almost the same moment, as if all came from
one fragment. If a press in the sidebar coincides with a report that the page makes by itself, the
press changes the state, but nothing of that is drawn, and a box that is opened then stays empty. So
code that handles such a report catches up.

Depends on: when Streamlit 1.67.0 sends several messages as one, it calls the callbacks of all of
them, but runs only the fragment of the first.
Remove when: such a press runs the whole page.

**The server reruns a session's page**, for example when its training is over. A page that only
checks now and then learns late that a training is over, and each check has a cost.

Depends on: Streamlit 1.67.0 draws the page of a session again when its program has changed on disk.
This module starts a run in the same way: in the loop that receives the browser's messages, and only
while no part of the page is being drawn. The run has the address and the page of the last run, and
the current values of the widgets.
Remove when: Streamlit lets a thread ask for a session's page to be drawn.

**A run that waits** gives way to any newer request of the learner.

Depends on: whenever the session state is read, Streamlit 1.67.0 lets a newer request end the run.
Remove when: Streamlit has a wait of its own.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit import runtime
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, script_runner
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.runtime.state import SafeSessionState

_keep_presses = script_requests._coalesce_widget_states


def keep_reports(old: WidgetStates | None, new: WidgetStates | None) -> WidgetStates | None:
    """Merge the widget states of two waiting requests; of one widget, keep the newer state."""
    presses = _keep_presses(old, new)
    if old and presses:
        reported = {state.id for state in presses.widgets}
        presses.widgets.extend(state for state in old.widgets if state.id not in reported)
    return presses


class AllCallbacksState(SafeSessionState):
    """A session's state, in which all changes of a request are handled before it can end."""

    def on_script_will_rerun(self, *reported: Any, **more: Any) -> None:
        """Handle the changes that a request reports."""
        give_way = self._yield_callback
        object.__setattr__(self, "_yield_callback", lambda: None)
        try:
            super().on_script_will_rerun(*reported, **more)
        finally:
            object.__setattr__(self, "_yield_callback", give_way)


def run_all_callbacks() -> None:
    """Make all future sessions handle whatever a request reports."""
    script_requests._coalesce_widget_states = keep_reports  # type: ignore[assignment]
    script_runner.SafeSessionState = AllCallbacksState  # type: ignore[attr-defined]


_DRAWN = "whole_page_drawn"


def note_drawn_page(read_state: Callable[[], object]) -> None:
    """Note the state that the whole page is drawn for, as `read_state` returns it now."""
    st.session_state[_DRAWN] = {"": (read_state, read_state())}


def note_drawn_part(name: str, read_state: Callable[[], object]) -> None:
    """Note what a part of the page, which runs by itself, is drawn for; the page forgets it."""
    st.session_state.setdefault(_DRAWN, {})[name] = (read_state, read_state())


def catch_up() -> None:
    """Draw the whole page if it, or a part, was last drawn for a state other than the current."""
    noted = st.session_state.get(_DRAWN, {})
    if "" not in noted or any(read_state() != drawn for read_state, drawn in noted.values()):
        st.rerun()


if TYPE_CHECKING:
    from streamlit.runtime.app_session import AppSession

#: Seconds until the next try, while something else is drawn, and how many tries there are.
PAUSE, TRIES = 0.02, 50


def draw_page(name: str, is_wanted: Callable[[], bool]) -> None:
    """Have a session's page drawn soon, if `is_wanted` is still true then. Works in any thread."""
    with suppress(RuntimeError):  # the server is shutting down
        info = runtime.get_instance()._session_mgr.get_active_session_info(name)
        if info is not None:  # if its browser comes back, it will ask
            info.session._event_loop.call_soon_threadsafe(_draw, info.session, is_wanted, TRIES)


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
