"""What is drawn a moment after the rest: a first visit waits for the stepper, not for charts."""

import streamlit as st

from pages.ui.component import component
from pages.ui.whole_page import catch_up

_component = component("later", "follow/place.js", "later/later.js", html=None)
_LATER = "is_later"


def is_later() -> bool:
    """Whether the page stands already; while it does not, the fragment that asks runs again soon.

    Charts bring most of a first visit's script along, and are far below the stepper.
    """
    catch_up()
    if not st.session_state.get(_LATER):
        _component(key="later", on_stands_change=_note)
    return bool(st.session_state.get(_LATER))


def _note() -> None:
    st.session_state[_LATER] = True
