"""The lessons in their parts and chapters, as links; the browser marks those that were finished."""

from collections.abc import Mapping
from typing import Any

from pages.components.component import component
from pages.session import state
from pages.session.language import _, current_language
from pages.session.lesson import Chapter, Lesson, Part
from pages.session.session_state import component_value

# Outside a shadow root, so that screen readers find its links among those of the page.
_component = component("lessons/course/way.js", "lessons/course/way.css", isolate_styles=False)
KEY = "course"


def course_way(paths: Mapping[Lesson, str]) -> None:
    """Draw all parts. `paths` says where each lesson is, in the order of the course.

    A click goes to a lesson without loading the page again.
    """
    addresses = {lesson.address for lesson in paths}

    def go() -> None:
        if component_value(KEY, "lesson") in addresses:
            state.leave_for(str(component_value(KEY, "lesson")))

    data = {
        "parts": [_part(part, paths) for part in (Part.WAY, Part.FURTHER, Part.RESEARCH)],
        "lang": current_language(),
    }
    _component(key=KEY, data=data, on_lesson_change=go)


def _part(part: Part, paths: Mapping[Lesson, str]) -> dict[str, Any]:
    """A part of the course for the browser, with its chapters."""
    chapters = [chapter for chapter in Chapter if chapter.part is part]
    steps = [lesson.step for lesson in paths if lesson.step and lesson.chapter in chapters]
    return {
        "heading": part.menu or Chapter.WAY.heading,
        "duration": _duration(sum(step.minutes for step in steps)),
        "chapters": list(filter(None, (_chapter(chapter, paths) for chapter in chapters))),
    }


def _chapter(chapter: Chapter, paths: Mapping[Lesson, str]) -> dict[str, Any] | None:
    """A chapter for the browser, with its lessons; None if none is a step of the course."""
    lessons = [
        {
            "address": lesson.address,
            "path": f"{path}?lang={current_language()}",
            "name": lesson.name,
            "duration": _duration(lesson.step.minutes),
            "goal": lesson.prose("goal"),
        }
        for lesson, path in paths.items()
        if lesson.chapter is chapter and lesson.step
    ]
    return {"heading": chapter.heading, "lessons": lessons} if lessons else None


def _duration(minutes: int) -> str:
    """Minutes, or hours if there are many.

    >>> _duration(119), _duration(120), _duration(225)
    ('119 min', 'about 2 hours', 'about 4 hours')
    """
    if minutes < 2 * 60:
        return _("{n} min", n=minutes)
    return _("about {n} hours", n=round(minutes / 60))
