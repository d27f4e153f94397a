"""The lesson "Before the merges": a text is normalized, then cut into words."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section

LESSON = Lesson(
    address="before_merges",
    title=N_("Before the merges"),
    section=Section.TEXT,
    folder=Path(__file__).parent,
)
