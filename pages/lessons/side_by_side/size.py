"""The vocabulary size that all three are trained to."""

import streamlit as st

from bpe_core.algorithms.three_algorithms import SideBySide
from pages.lessons.side_by_side import LARGEST_SIZE
from pages.session import state
from pages.session.language import _
from pages.session.session_state import bound


def vocabulary_size(requested: int | None, three: SideBySide | None) -> None:
    """Draw the field for the size that all three are trained to."""
    size = requested or (None if three is None else max(three.sizes_at(len(three))))
    if size is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="side_by_side_size_row"):
        st.number_input(
            label := _("Vocabulary size that all three aim for"),
            min_value=1,
            max_value=LARGEST_SIZE,
            width=160,
            label_visibility="collapsed",
            **bound("side_by_side_size", size, choose_size),
        )
        st.caption(label)


def choose_size(size: int) -> None:
    """Train all three to another size."""
    state.choose(to=size)
    state.begin_at(0)
