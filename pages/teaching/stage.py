"""What a link for a class does to the page around a stage: a message, and the stage alone."""

from html import escape
from pathlib import Path

import streamlit as st

from pages.session import state

_HERE = Path(__file__).parent


def clear_the_stage() -> None:
    """Hide all of the page that is not the stage."""
    st.html(_HERE / "present.css")


def teachers_message() -> None:
    """What the link tells the class, literally."""
    if message := state.link().message:
        st.html(f'<p class="message">{escape(message)}</p>')
