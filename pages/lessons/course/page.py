"""The page "Course": chapters, minutes and goals, and which lessons were finished."""

import streamlit as st

from pages.components.lesson_end import ask_again
from pages.components.lesson_head import lesson_head
from pages.lessons import LESSONS, path_to
from pages.lessons.course import LESSON
from pages.lessons.course.way import course_way
from pages.session.language import _


def lesson() -> None:
    """The way through all lessons."""
    lesson_head(LESSON, _("Course"))
    ask_again([*LESSONS.values()])
    course_way({each: path_to(each) for each in LESSONS.values()})
    with st.expander(_("For teachers: plans, beliefs, rooms")):
        st.markdown(LESSON.prose("teachers"))


lesson()
