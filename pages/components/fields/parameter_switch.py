"""A row of buttons for one of a lesson's own parameters."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.session import state
from pages.session.language import gettext
from pages.session.session_state import bound_switch


def parameter_switch(
    label: str, options: Mapping[str, str], name: str, *, key: str, **look: Any
) -> str:
    """Draw a button for each option, by its label in English; return the one that is on."""
    st.segmented_control(
        label,
        list(options),
        format_func=lambda option: gettext(options[option]),
        **bound_switch(key, state.chosen(name), lambda chosen: state.choose(**{name: chosen})),
        **look,
    )
    return str(state.chosen(name))
