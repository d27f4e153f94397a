"""View options: what a link switches on. Each is a name that the link contains or leaves out."""

import streamlit as st

from pages.session import state
from pages.session.lesson import Lesson

#: The stage alone; the learner predicts each step.
PRESENT, PREDICT = "present", "predict"
#: The content below a stage. Each lesson's record names the panels that a link can hide.
NO_CHARTS = "no-charts"


def is_embedded() -> bool:
    """Whether the page is in a frame of another page, as `embed=true` in its address says.

    The parameter is Streamlit's own. Streamlit's browser side then leaves out the toolbar and keeps
    the parameter in the address whatever else is written there, so no `Link` contains it.
    """
    return bool(st.context.is_embedded)


def is_stage_alone(lesson: Lesson) -> bool:
    """Whether only the stage is shown: to a class, or in a frame of another page."""
    return lesson.can_be_presented and (state.is_shown(PRESENT) or is_embedded())


def arrival_place(lesson: Lesson) -> int:
    """The place of the arrival, which shows the stage and little else; 0 for none.

    `lesson` is the one that is shown. Lessons without an arrival have no place.
    """
    return state.chosen("arrival") if "arrival" in lesson.parameters else 0


def shows_charts(view: tuple[str, ...]) -> bool:
    """Whether these view options show the charts and the other content below a stage."""
    return not ({PRESENT, NO_CHARTS} & set(view) or is_embedded())
