"""What is drawn a moment after the rest: a first visit waits for the stepper alone.

Charts bring most of a first visit's script along and are far below the stepper; each control in
the sidebar brings some. So the first page of a session is drawn twice: the second time, with all
of these, as soon as the stepper stands.
"""

import streamlit as st

from pages.components.component import component
from pages.session.lesson import Lesson

_STANDS = "page_stands"

_component = component(
    "later",
    "streamlit_internals/first_drawing/first_drawing.js",
    html=None,
)


def await_stepper(lesson: Lesson) -> None:
    """Let the page be drawn again once the stepper stands, if it does not yet.

    A tab that comes back to a server that has lost it says so with its first request.
    """
    stands = page_stands() or not lesson.begins_with_stepper
    said = _component(key="later", data={"stands": stands}, on_stands_change=lambda: None)
    st.session_state[_STANDS] = stands or bool(said.stands)


def page_stands() -> bool:
    """Whether what the stepper must not wait for is to be drawn."""
    return bool(st.session_state.get(_STANDS))
