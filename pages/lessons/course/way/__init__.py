"""The lessons in their chapters, as links; the browser marks those that were finished."""

from collections.abc import Mapping
from typing import Any

from pages.components.component import component
from pages.session import state
from pages.session.language import current_language, format_number, gettext
from pages.session.lesson import Chapter, Lesson
from pages.session.session_state import component_value

# Outside a shadow root, so that screen readers find its links among those of the page.
_component = component(
    "course", "lessons/course/way/way.js", "lessons/course/way/way.css", isolate_styles=False
)
KEY = "course"


def course_way(paths: Mapping[Lesson, str]) -> None:
    """Draw all chapters. `paths` says where each lesson is, in the order of the course.

    A click goes to a lesson without loading the page again.
    """
    addresses = {lesson.address for lesson in paths}

    def go() -> None:
        if component_value(KEY, "lesson") in addresses:
            state.leave_for(str(component_value(KEY, "lesson")))

    data = {
        "chapters": list(filter(None, (_chapter(chapter, paths) for chapter in Chapter))),
        "lang": current_language(),
    }
    _component(key=KEY, data=data, on_lesson_change=go)


def _chapter(chapter: Chapter, paths: Mapping[Lesson, str]) -> dict[str, Any] | None:
    """A chapter for the browser, with its lessons; None if none is a step of the course."""
    lessons = [
        {
            "address": lesson.address,
            "path": f"{path}?lang={current_language()}",
            "name": lesson.name,
            "minutes": format_number(lesson.step.minutes),
            "goal": gettext(lesson.step.goal),
        }
        for lesson, path in paths.items()
        if lesson.chapter is chapter and lesson.step
    ]
    return {"heading": chapter.heading, "lessons": lessons} if lessons else None
