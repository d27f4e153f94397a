"""A box whose content takes time to draw, or needs a large script: it is drawn once it is open."""

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

from pages.session.session_state import is_open
from server.streamlit_internals.reruns import catch_up, note_drawn_part


def late_box(title: str, key: str, *, expanded: bool = False) -> ExpanderContainer:
    """Draw a box; what is in it is drawn only while it is `open`.

    The press that opened it may come with another one, or with a report of the walk, of which only
    one is then drawn.
    """
    box = st.expander(title, expanded=expanded, key=key, on_change="rerun")
    note_drawn_part(key, lambda: is_open(key))
    catch_up()
    return box
