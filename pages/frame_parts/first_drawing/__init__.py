"""The component that reports when the page is drawn, with its stepper if it has one."""

from pages.components.component import component
from pages.session.lesson import Lesson
from server.streamlit_internals.drawn_twice import draw_again_once_it_stands

_component = component("first_drawing", "frame_parts/first_drawing/first_drawing.js", html=None)


def await_stepper(lesson: Lesson) -> None:
    """Make everything else on a lesson's page wait until its stepper is drawn."""
    draw_again_once_it_stands(_component, is_awaited=lesson.begins_with_stepper)
