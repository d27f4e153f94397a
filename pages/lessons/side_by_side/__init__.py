"""The lesson "Side by side": BPE, WordPiece and Unigram on the same words, step by step."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import Number

#: The largest vocabulary that the three algorithms are trained to.
LARGEST_SIZE = 8_000

LESSON = Lesson(
    address="side_by_side",
    title=N_("Side by side"),
    section=Section.ALGORITHMS,
    folder=Path(__file__).parent,
    settings=("tie_break", "min_frequency"),
    parameters={"to": Number(N_("Vocabulary size"), 1, LARGEST_SIZE)},
    can_be_presented=True,
    hidable_panels={
        "no-word": N_("One word, three ways"),
        "no-charts": N_("Figures and formulas"),
    },
)
