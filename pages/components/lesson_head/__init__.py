"""Draw the head of a lesson: title, corpus, idea, and a fold with the rest of its introduction."""

import streamlit as st

from pages.components.lesson_head.corpus import own_text
from pages.components.lesson_head.idea import idea
from pages.components.lesson_head.places import keep_place
from pages.components.sidebar import settings_button
from pages.session import state
from pages.session.language import _
from pages.session.lesson import Lesson
from pages.session.link import LOCKED


def lesson_head(lesson: Lesson, title: str) -> None:
    """Draw the head of a lesson.

    If a link for a class fixes the corpus, there is nothing to choose.
    """
    chooses = state.is_training() and not state.is_shown(LOCKED)
    with st.container(key="lesson_head"):
        with st.container(horizontal=True, vertical_alignment="center", key="lesson_title"):
            st.title(title, anchor=False, width="content")
            if chooses:
                keep_place("corpus_choice", 330)
                if "stop" in lesson.settings:
                    keep_place("stop_choice", 150)
                settings_button()
            keep_place("language_choice", 130)
        idea(lesson)
        if chooses:
            own_text()


def what_is_this(lesson: Lesson) -> None:
    """Offer what there is to say beyond the idea."""
    with st.expander(_("What is this?")):
        st.markdown(lesson.prose("more"))
