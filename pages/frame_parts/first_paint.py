"""Add to Streamlit's page what it needs at once: a stylesheet, and a first visit's walk."""

from starlette.requests import Request

from pages.components.component import joined_styles
from pages.components.lesson_head.idea import COOKIE, lessons_in
from pages.frame_parts.first_walk import first_walk
from pages.lessons import FIRST_LESSON
from pages.session.language import best_language
from server.streamlit_internals.page_insertions import Insertion

_STYLE = f"<style>{joined_styles('frame_parts/first_paint.css')}</style>"


def first_paint(request: Request) -> Insertion:
    """Return the addition to the page. A link, or another lesson, has no use for the first walk."""
    if request.url.path != "/" or request.url.query:
        return Insertion(_STYLE)
    is_read = FIRST_LESSON.address in lessons_in(request.cookies.get(COOKIE, ""))
    walk = first_walk(best_language(request.headers.get("Accept-Language")), is_read)
    return Insertion(_STYLE + walk.head, walk.body)
