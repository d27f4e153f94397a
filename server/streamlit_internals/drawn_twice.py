"""What is drawn a moment after the rest: a first visit waits for the stepper alone.

Charts bring most of a first visit's script along and are far below the stepper; each control in
the sidebar brings some. So the first page of a session is drawn twice: the second time, with all
of these, as soon as the browser says that the stepper is drawn.

The component that says so is made of files under pages/, like every other, and is handed in.

Leans on: Streamlit 1.67.0 fetches the script of each kind of element when the first of it is drawn,
and a browser sends what components have said to a server that has lost it with its first request.
Can go: when Streamlit draws a page in the order in which it is looked at.
"""

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_STANDS = "page_stands"


def draw_again_once_it_stands(component: "ComponentRenderer", is_awaited: bool) -> None:
    """Let the page be drawn again once the browser says by `component` that it is drawn.

    Where nothing `is_awaited` it counts as drawn at once. A tab that comes back to a server that
    has lost it says so with its first request.
    """
    stands = page_stands() or not is_awaited
    said = component(key="first_drawing", data={"stands": stands}, on_stands_change=lambda: None)
    st.session_state[_STANDS] = stands or bool(said.stands)


def page_stands() -> bool:
    """Whether what the stepper must not wait for is to be drawn."""
    return bool(st.session_state.get(_STANDS))
