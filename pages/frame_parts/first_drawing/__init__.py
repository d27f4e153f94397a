"""Hide a page until its stepper has rendered, so that nothing moves while it loads."""

import streamlit as st

from pages.components.component import component

_component = component("first_drawing", "frame_parts/first_drawing/first_drawing.js", html=None)


def show_once_drawn() -> None:
    """Keep the page hidden until its stepper is drawn, or all of a page that has none."""
    with st.sidebar:
        _component(key="first_drawing")
