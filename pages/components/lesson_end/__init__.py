"""The end of a lesson: what the learner has seen, three quick questions, and the way to the next.

All of it is drawn in the browser, which checks the answers at once and remembers for itself which
lessons were finished (`course_progress.js`).
"""

from random import Random
from typing import Any

import streamlit as st

from pages.components.component import component
from pages.components.lesson_end.written import WrittenQuestion, written_questions
from pages.session import state
from pages.session.language import current_language, gettext
from pages.session.lesson import Lesson
from pages.session.session_state import component_value

_component = component(
    "lesson_end", "components/lesson_end/lesson_end.js", "components/lesson_end/lesson_end.css"
)


def lesson_end(lesson: Lesson, following: Lesson | None) -> None:
    """Draw the end of a step of the course; `following` is the lesson that its button leads to."""
    if lesson.step is None or following is None:
        return
    language = current_language()
    by_name = {question.name: question for question in written_questions(language)}
    data = {
        "lesson": lesson.address,
        "earned": gettext(lesson.step.earned),
        "questions": [question_data(by_name[name], lesson) for name in lesson.step.questions],
        "next": {"address": following.address, "name": following.name},
        "lang": language,
    }
    key = f"{lesson.address}_end"

    def go() -> None:
        if component_value(key, "next"):
            state.leave_for(following.address)

    with st.container(key="lesson_end"):
        _component(key=key, data=data, on_next_change=go)


def question_data(question: WrittenQuestion, lesson: Lesson) -> dict[str, Any]:
    """A question for the browser; its choices are in the same order at every visit."""
    choices = list(enumerate(question.choices))
    Random(question.name).shuffle(choices)
    return {
        "name": question.name,
        "lesson": lesson.address,
        "ask": question.ask,
        "choices": [[text, why] for _number, (text, why) in choices],
        "right": [number for number, _choice in choices].index(0),
    }
