"""Keep widget changes that Streamlit would lose when a newer request arrives.

A setting or a step that is changed just before leaving a lesson comes in a request of its own. On a
busy server it still waits when the next lesson is requested, or it has only just begun. Streamlit
then loses the change: of a request that waits it keeps nothing but presses for the next one, and
one that has begun may be stopped before its callbacks run. Here the newer request inherits the
changes of the one still waiting, and a request that has begun runs its callbacks before it may be
stopped.

Depends on: Streamlit 1.67.0 merges what waiting requests report with
`script_requests._coalesce_widget_states`, and makes a script's state from
`script_runner.SafeSessionState`, which calls `_yield_callback` wherever the next request may end
this one. `runner.fastReruns` is off: otherwise a request for a whole page doesn't wait, but ends
those before it.
Remove when: Streamlit handles the changes of each request, though it may not draw each.
"""

from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import script_runner
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
