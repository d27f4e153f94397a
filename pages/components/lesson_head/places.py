"""Reserve containers in a lesson's head for controls that are rendered after the stepper.

They are kept while the head is drawn, and filled after the walk, for which everybody waits.
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.session.session_state import SessionValue

_places = SessionValue[dict[str, DeltaGenerator]]("places_in_head")


def forget_places() -> None:
    """Forget the places of a run that ended before it filled them: a newer request ends a run."""
    _places.take()


def keep_place(name: str, width: int) -> None:
    """Keep a place of this width, in pixels, where the head has come to."""
    places = _places.get() or _places.put({})
    places[name] = st.container(key=name, width=width, height=40, border=False)


def take_place(name: str) -> DeltaGenerator | None:
    """The place that was kept under this name, once; None if the lesson has none."""
    return (_places.get() or {}).pop(name, None)
