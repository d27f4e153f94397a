"""The component that opens the fold that a link names."""

import streamlit as st

from pages.components.component import component

_component = component("linked_fold", "frame_parts/linked_fold/linked_fold.js", html=None)


def open_linked_fold() -> None:
    """Open the fold to whose heading the link leads. It comes early: the address soon changes."""
    with st.sidebar:
        _component(key="linked_fold")
