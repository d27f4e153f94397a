"""The page "Room": where a teacher begins to let a class predict from its phones."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson

LESSON = Lesson(
    address="rooms",  # the phones' page is at /room
    title=N_("Room"),
    chapter=Chapter.CLASS,
    folder=Path(__file__).parent,
    has_corpus=False,
)
