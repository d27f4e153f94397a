"""The idea of a lesson: its first sentence alone once the visitor has read it."""

from dataclasses import dataclass

import streamlit as st

from pages.components.component import component
from pages.session.lesson import Lesson
from pages.session.session_state import SessionValue

_component = component(
    "idea",
    "components/lesson_head/idea/idea.js",
    "components/lesson_head/idea/idea.css",
)
#: The browser's cookie with the addresses of the lessons in which the visitor has done something.
#: The server gets it before it draws anything, so nothing moves when an idea is folded.
COOKIE = "lessons_read"


@dataclass(frozen=True)
class Reading:
    """Where the visitor is, and has been: the addresses of lessons. `is_read` is about `lesson`."""

    lesson: str
    is_read: bool
    lessons: frozenset[str]


_reading = SessionValue[Reading]("reading")


def is_read(lesson: Lesson) -> bool:
    """Whether the visitor had read this lesson's idea before this visit.

    During a visit, the answer stays the same: an idea that folded would move the page under the
    visitor's finger.
    """
    before = _reading.get()
    if before is None or before.lesson != lesson.address:
        known = lessons_in(st.context.cookies.get(COOKIE, "")) if before is None else before.lessons
        now = Reading(lesson.address, lesson.address in known, known | {lesson.address})
        before = _reading.put(now)
    return before.is_read


def is_first_visit(lesson: Lesson) -> bool:
    """Whether a browser comes to this lesson before any other, and for the first time.

    True only once in a session. Nobody comes for the first time without a browser, as the server's
    own warm-up.
    """
    return bool(st.context.headers) and _reading.get() is None and not is_read(lesson)


def lessons_in(cookie: str) -> frozenset[str]:
    """The addresses in the cookie's value. Anything may be in it: it comes from a browser.

    >>> sorted(lessons_in("train.unigram"))
    ['train', 'unigram']
    """
    return frozenset(cookie.split("."))


def idea(lesson: Lesson) -> None:
    """Draw the idea, and a button that folds and unfolds it.

    A phone has room for only its first sentence.
    """
    with st.container(horizontal=True, key="idea_read" if is_read(lesson) else "idea_unread"):
        st.markdown(lesson.prose("idea"))
        _component(data={"lesson": lesson.address}, key="idea")
