"""Ask how many merges are used, and how wide an embedding is."""

import streamlit as st

from bpe_core import Trace
from pages.lessons.word_character_subword import WIDEST
from pages.session import state
from pages.session.language import _
from pages.session.session_state import bound


def choose_step(trace: Trace) -> int:
    """Ask how many merges BPE encodes with; all of them until the learner chooses fewer."""
    last, chosen = len(trace), state.chosen("rules")
    step = last if chosen is None else min(chosen, last)
    if last:
        st.slider(_("Merges used"), 0, last, **state.bound_to_parameter("rules", step))
    return step


def choose_width(key: str) -> int:
    """Ask how many numbers an embedding has for each token; every such field shows the same."""
    width: int = state.chosen("width")
    st.number_input(
        _("Embedding dimensions"),
        1,
        WIDEST,
        width=240,
        **bound(key, width, lambda width: state.choose(width=width)),
    )
    return width
