"""Apply a class link around a stage: show its message, or the stage alone."""

from html import escape
from pathlib import Path

import streamlit as st

from pages.session import state

_HERE = Path(__file__).parent


def clear_the_stage() -> None:
    """Hide everything on the page except the stage, and the head of the arrival."""
    st.html(_HERE / "present.css")


def teachers_message() -> None:
    """Show the link's message to the class, literally."""
    if message := state.link().message:
        st.html(f'<p class="message">{escape(message)}</p>')
