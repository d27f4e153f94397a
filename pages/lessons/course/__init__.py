"""The page "Course": the main way first, then the other chapters, and how far one has come."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson

LESSON = Lesson(
    address="course",
    title=N_("Course"),
    chapter=Chapter.OVERVIEW,
    file=__file__,
    has_corpus=False,
)
