"""Parts that are drawn a moment after the rest, so that a first visit waits only for the stepper.

Charts need most of a first visit's scripts and are far below the stepper; each control in the
sidebar needs some. So the first page of a session is drawn twice. The second time it includes all
of these, and comes as soon as the browser says that the stepper is drawn.

The component that says so is made of files under pages/, like every other, and is passed in.

Leans on: Streamlit 1.67.0 fetches the script for a kind of element when the first one is drawn.
Also, if the server has lost what components have said, the browser sends it with its first request.
Can go: when Streamlit draws a page in the order in which it is looked at.
"""

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_STANDS = "page_stands"


def draw_again_once_it_stands(component: "ComponentRenderer", is_awaited: bool) -> None:
    """Have the page drawn again once the browser reports, through `component`, that it is drawn.

    Unless `is_awaited`, the page counts as drawn at once. A tab that comes back to a server that
    has lost its session says so with its first request.
    """
    stands = page_stands() or not is_awaited
    said = component(key="first_drawing", data={"stands": stands}, on_stands_change=lambda: None)
    st.session_state[_STANDS] = stands or bool(said.stands)


def page_stands() -> bool:
    """Whether to draw the parts that the stepper must not wait for."""
    return bool(st.session_state.get(_STANDS))
