"""Redrawing the whole page when only a part of it has run, but more has changed.

Streamlit's browser side merges events that happen at almost the same moment, as if all came from
one fragment. If a press in the sidebar coincides with a report that the page makes by itself, the
press changes the state, but nothing of that is drawn, and a box that is opened then stays empty. So
code that handles such a report catches up.

Depends on: when Streamlit 1.67.0 sends several messages as one, it calls the callbacks of all of
them, but runs only the fragment of the first.
Remove when: such a press runs the whole page.
"""

from collections.abc import Callable

import streamlit as st

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
