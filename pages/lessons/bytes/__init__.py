"""The lesson "Bytes": what a text is made of, and why 256 base tokens are enough."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section

LESSON = Lesson(
    address="bytes",
    title=N_("Bytes"),
    section=Section.TEXT,
    folder=Path(__file__).parent,
    settings=("end_of_word", "stop"),
)
