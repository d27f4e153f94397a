"""The page as a whole, where only a part of it has run again.

Streamlit's browser side sends together what happens within a moment, as if all of it came from one
fragment. A press in the sidebar that meets a report which the page makes by itself would change
the state and draw nothing of it, so whoever reports by itself catches up.

Leans on: Streamlit 1.67.0 runs only the fragment of the first of several messages that it sends as
one, while the callbacks of all of them are called.
Can go: when such a press runs the whole page.
"""

from collections.abc import Callable

import streamlit as st

_DRAWN = "whole_page_drawn"


def note_drawn_page(asked: Callable[[], object]) -> None:
    """Note what the page as a whole is drawn for: what `asked` says of the state now."""
    st.session_state[_DRAWN] = (asked, asked())


def catch_up() -> None:
    """Draw the whole page where it was drawn for something else than is asked for now."""
    if _DRAWN not in st.session_state:
        st.rerun()
    asked, drawn = st.session_state[_DRAWN]
    if asked() != drawn:
        st.rerun()
