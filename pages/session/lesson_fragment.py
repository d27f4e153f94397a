"""Fragments: the parts of a lesson that rerun without the rest of the page."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from pages.session.state import write_address

P = ParamSpec("P")


def lesson_fragment(draw: Callable[P, None]) -> Callable[P, None]:
    """Make `draw` a part of a lesson that reruns alone when the learner does something in it.

    Unlike `st.fragment` alone, it ends by writing the address, which holds what was chosen. A
    session keeps a fragment's arguments for good, so pass a trace's key and not the trace.
    """

    @wraps(draw)
    def draw_and_write(*args: P.args, **kwargs: P.kwargs) -> None:
        draw(*args, **kwargs)
        # Not if a run of the whole page was requested meanwhile: that run starts with the address
        # from the time of the request, and writes the new one itself.
        write_address()

    fragment: Callable[P, None] = st.fragment(draw_and_write)
    return fragment
