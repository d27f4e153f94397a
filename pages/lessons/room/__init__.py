"""The page "Room": where a teacher begins to let a class predict from its phones."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson

LESSON = Lesson(
    address="rooms",  # the phones' page is at /room
    title=N_("Room"),
    chapter=Chapter.CLASS,
    file=__file__,
    has_corpus=False,
)
