"""The page as a whole, where only a part of it has run again.

Streamlit's browser side sends together what happens within a moment, as if all of it came from one
fragment. A press in the sidebar that meets a report which the page makes by itself would change
the state and draw nothing of it, so whoever reports by itself catches up.
"""

import streamlit as st

from pages.session import state
from pages.session.language import current_language
from pages.session.tokenizer_file import brought_in
from pages.teaching.view_options import PRESENT

_DRAWN, _DIALOG = "whole_page_drawn", "whole_page_dialog"


def ask_for_dialog() -> None:
    """Open the page's dialog when the whole page is drawn next."""
    st.session_state[_DIALOG] = True


def is_dialog_asked() -> bool:
    """Whether the dialog is to be opened now; told once."""
    return bool(st.session_state.pop(_DIALOG, False))


def note_whole_page() -> None:
    """Note what the page as a whole is drawn for."""
    st.session_state[_DRAWN] = _asked()


def catch_up() -> None:
    """Draw the whole page where it was drawn for something else than is asked for now."""
    if st.session_state.get(_DRAWN) != _asked():
        st.rerun()


def _asked() -> tuple[object, ...]:
    """What only the whole page can answer."""
    from_file = brought_in()
    return (
        state.settings(),
        current_language(),
        state.is_shown(PRESENT),
        _DIALOG in st.session_state,
        from_file and from_file.key,
    )
