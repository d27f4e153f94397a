"""The lesson "Worksheet": merges to do by hand on paper, with the answers."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import SEEDS, Number

#: The most merges on a worksheet.
MOST_MERGES = 8

LESSON = Lesson(
    address="worksheet",
    title=N_("Worksheet"),
    section=Section.CLASS,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break"),
    parameters={
        "seed": Number(N_("Seed"), 1, SEEDS, 1),
        "hand": Number(N_("Merges to do by hand"), 1, MOST_MERGES, 3),
    },
)
