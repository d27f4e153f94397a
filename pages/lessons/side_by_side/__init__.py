"""The lesson "Side by side": BPE, WordPiece and Unigram on the same words, step by step."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Number

#: The largest vocabulary that the three algorithms are trained to.
LARGEST_SIZE = 8_000

LESSON = Lesson(
    address="side_by_side",
    title=N_("Side by side"),
    chapter=Chapter.ALGORITHMS,
    file=__file__,
    step=Step(minutes=15, questions=("wordpiece_score", "unigram_direction", "order_of_merges")),
    settings=("tie_break", "min_frequency"),
    first_corpora={"en": "inflections", "zh": "school"},
    parameters={"to": Number(N_("Vocabulary size"), 1, LARGEST_SIZE)},
    can_be_presented=True,
    hidable_panels={
        "no-word": N_("One word, three ways"),
        "no-charts": N_("Figures and formulas"),
    },
)
