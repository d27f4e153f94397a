"""Redrawing the whole page when only a part of it has run, but more has changed.

Streamlit's browser side merges events that happen at almost the same moment, as if all came from
one fragment. If a press in the sidebar coincides with a report that the page makes by itself, the
press changes the state, but nothing of that is drawn. So code that handles such a report catches
up.

Depends on: when Streamlit 1.67.0 sends several messages as one, it calls the callbacks of all of
them, but runs only the fragment of the first.
Remove when: such a press runs the whole page.
"""

from collections.abc import Callable

import streamlit as st

_DRAWN = "whole_page_drawn"


def note_drawn_page(read_state: Callable[[], object]) -> None:
    """Note the state that the whole page is drawn for, as `read_state` returns it now."""
    st.session_state[_DRAWN] = (read_state, read_state())


def catch_up() -> None:
    """Draw the whole page if it was last drawn for a state other than the current one."""
    if _DRAWN not in st.session_state:
        st.rerun()
    read_state, drawn = st.session_state[_DRAWN]
    if read_state() != drawn:
        st.rerun()
