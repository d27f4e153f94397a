"""The lesson "Terms": the words of the field in both languages, and where each is shown."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson

LESSON = Lesson(
    address="terms",
    title=N_("Terms"),
    chapter=Chapter.CLASS,
    folder=Path(__file__).parent,
    has_corpus=False,
)
