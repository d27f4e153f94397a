"""The parts of a lesson that run again by themselves."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from pages.session.state import write_address

P = ParamSpec("P")


def lesson_fragment(draw: Callable[P, None]) -> Callable[P, None]:
    """A part of a lesson: only this runs again for what the learner does in it.

    Unlike `st.fragment` alone it ends by writing the address, which holds what was chosen. What a
    fragment is given, its session keeps for good: give it a trace's key, not the trace.
    """

    @wraps(draw)
    def draw_and_write(*args: P.args, **kwargs: P.kwargs) -> None:
        draw(*args, **kwargs)
        # Not where the whole page is asked for meanwhile: it starts with the address as it was
        # when it was asked for, and writes the new one itself.
        write_address()

    fragment: Callable[P, None] = st.fragment(draw_and_write)
    return fragment
