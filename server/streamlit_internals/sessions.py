"""Tell a script's session, what caused the run, and whether a browser is connected.

Depends on: the context of a running script and the runtime of Streamlit 1.67.0. Its sessions have
names and know whether a browser is connected; a context knows whether a visitor went back.
Remove when: Streamlit tells a script the name of its session and why it runs, and tells an app who
is connected.
"""

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def session_id() -> str:
    """The name of the session that this script runs for; empty outside a session."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def went_in_history() -> bool:
    """Whether this run is for an address that the visitor went back or forward to."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def is_connected(session: str) -> bool:
    """Whether a browser is connected to the session. Without a server there are no browsers."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)
