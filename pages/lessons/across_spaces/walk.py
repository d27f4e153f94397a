"""The walk of the lesson "Merges across spaces"."""

import streamlit as st

from bpe_core import Trace
from pages.components.stepper import stepper
from pages.components.stepper.classroom.classroom_data import classroom_data
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.view_options import PREDICT, has_left_stage


@lesson_fragment
def walk(key: str, start: int, visit: int, view: tuple[str, ...]) -> None:
    """Draw the stepper. This runs again for a prediction, not for a step."""
    trace = shown_trace(key, Trace)
    stepper(
        trace,
        key="across_stepper",
        trace_key=key,
        step=start,
        visit=visit,
        predict=PREDICT in view,
        fork=None,
        classroom=classroom_data(trace, view),
    )
    if has_left_stage(view):
        st.rerun()
