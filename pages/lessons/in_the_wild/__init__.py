"""The lesson "In the wild": a text through published vocabularies, and the one trained here."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section

LESSON = Lesson(
    address="wild",
    title=N_("In the wild"),
    section=Section.BPE,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
)
