"""The end of a lesson: what the learner has seen, three quick questions, and the way to the next.

All of it is drawn in the browser, which checks the answers at once and remembers for itself which
lessons were finished (`course_progress.js`), and which questions to ask once more a day later.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import streamlit as st

from pages.components.component import component
from pages.session import state
from pages.session.language import current_language, read_in_language
from pages.session.lesson import Lesson
from pages.session.session_state import SessionValue, component_value


@dataclass(frozen=True)
class WrittenQuestion:
    """A question written by hand: `choices` are pairs of a text and why it is right or wrong.

    The first choice is right.
    """

    name: str
    ask: str
    choices: tuple[tuple[str, str], ...]


@cache
def written_questions(language: str) -> list[WrittenQuestion]:
    """All questions written by hand, in the same order in every language."""
    tables = tomllib.loads(read_in_language(Path(__file__).parent, "questions.toml", language))
    return [
        WrittenQuestion(name, table["ask"], (tuple(table["right"]), *map(tuple, table["wrong"])))
        for name, table in tables.items()
    ]


_component = component(
    "components/lesson_end/lesson_end.js", "components/lesson_end/lesson_end.css"
)


def lesson_end(lesson: Lesson, following: Lesson | None) -> None:
    """Draw the end of a step of the course; `following` is the lesson that its button leads to."""
    if lesson.step is None or following is None:
        return
    language = current_language()
    by_name = {question.name: question for question in written_questions(language)}
    data = {
        "lesson": lesson.address,
        "earned": lesson.prose("earned"),
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


_questions = component("components/lesson_end/ask_again.js", "components/lesson_end/lesson_end.css")
#: The most questions at a time.
MOST = 3
_asked = SessionValue[tuple[str, ...]]("asked_again")


def ask_again(lessons: list[Lesson]) -> None:
    """Draw the offer, or the questions once they are wanted; `lessons` are those of the course."""
    # Of two lessons with one question, the first counts.
    steps = ((each, each.step) for each in reversed(lessons))
    of = {name: each for each, step in steps if step for name in step.questions}
    by_name = {each.name: each for each in written_questions(current_language())}

    def ask() -> None:
        wanted = component_value("ask_again", "names")
        if isinstance(wanted, list):
            _asked.put(tuple(name for name in map(str, wanted[:MOST]) if name in of))

    questions = [question_data(by_name[name], of[name]) for name in _asked.get() or ()]
    data = {"questions": questions, "lang": current_language()}
    _questions(key="ask_again", data=data, on_names_change=ask)
