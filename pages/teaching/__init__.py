"""A teacher's additions to a lesson: view options, links for a class, take-home files."""

from html import escape
from pathlib import Path

import streamlit as st

from pages.session import state


def clear_the_stage() -> None:
    """Hide everything on the page except the stage, and the head of the arrival."""
    st.html(Path(__file__).with_name("present.css"))


def teachers_message() -> None:
    """Show the link's message to the class, literally."""
    if message := state.link().message:
        st.html(f'<p class="message">{escape(message)}</p>')
