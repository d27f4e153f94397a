"""A fold: a part of a lesson that goes further than what the lesson argues.

It is folded until somebody opens it, or follows a link into it: one to its heading, or one that
holds a choice made in it.
"""

from typing import Literal

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

from pages.session import state


def fold(title: str, key: str, *parameters: str) -> ExpanderContainer:
    """A fold with this title; `parameters` are those of the lesson's own that are chosen in it."""
    return _fold(title, key, parameters, "ignore")


def late_fold(title: str, key: str, *parameters: str) -> ExpanderContainer:
    """Unlike `fold`, one that takes time to draw: it is drawn once it is `open`."""
    return _fold(title, key, parameters, "rerun")


def _fold(
    title: str, key: str, parameters: tuple[str, ...], on_change: Literal["ignore", "rerun"]
) -> ExpanderContainer:
    usual = state.lesson().parameters
    is_chosen = any(state.chosen(name) != usual[name].usual for name in parameters)
    box = st.expander(title, expanded=is_chosen, key=f"fold_{key}", on_change=on_change)
    # Seen by links and screen readers only: the title is the fold's own.
    with box, st.container(key=f"heading_of_fold_{key}"):
        st.header(title)
    return box
