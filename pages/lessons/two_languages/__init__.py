"""The lesson "Two languages": one vocabulary each, one for both, and mixtures."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import Choice

LESSON = Lesson(
    address="languages",
    title=N_("Two languages"),
    section=Section.TEXT,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break", "stop"),
    parameters={"second": Choice(N_("Second text"))},
)
