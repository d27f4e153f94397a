"""The page "Room": what a room is for, and the lessons in which a class can predict."""

import streamlit as st

from pages.components.lesson_head import lesson_head
from pages.lessons import LESSONS
from pages.lessons.room import LESSON
from pages.session import state
from pages.session.language import _
from pages.session.lesson import Lesson
from pages.session.view_options import PRESENT


def lesson() -> None:
    """How a lesson with a room goes, a button for each that can have one, and plans."""
    lesson_head(LESSON, _("Room"))
    st.markdown(LESSON.prose("steps"))
    with st.container(horizontal=True):
        for each in LESSONS.values():
            if each.can_be_predicted or each.address == "quiz":
                st.button(each.name, key=f"room_{each.address}", on_click=begin, args=(each,))
    with st.expander(_("For teachers: plans, beliefs, rooms")):  # as on the page "Course"
        st.markdown(LESSONS["course"].prose("teachers"))


def begin(chosen: Lesson) -> None:
    """Go to a lesson, in the presenter's view: all of them have one."""
    state.show(PRESENT, True)
    state.leave_for(chosen.address)


lesson()
