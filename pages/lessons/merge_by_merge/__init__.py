"""The lesson "Merge by merge": one BPE training, walked step by step."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import CHOSEN, MOST_CARDS, Number

LESSON = Lesson(
    address="train",
    title=N_("Merge by merge"),
    section=Section.BPE,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    parameters={"fork": CHOSEN, "card": Number(N_("Card"), 0, MOST_CARDS, 0)},
    begins_with_stepper=True,
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels={
        "no-why": N_("Why this pair?"),
        "no-pairs": N_("Current pairs"),
        "no-changed": N_("What the last merge changed"),
        "no-merges": N_("Merges, in the order they were learned"),
        "no-vocabulary": N_("Vocabulary"),
        "no-charts": N_("Charts and the comparison"),
    },
)
