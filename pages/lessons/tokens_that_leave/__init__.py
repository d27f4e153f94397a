"""The lesson "Tokens that leave": Picky BPE."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Number

#: The threshold until the learner chooses one, in percent.
USUAL_THRESHOLD = 70

LESSON = Lesson(
    address="picky",
    title=N_("Tokens that leave"),
    chapter=Chapter.AFTER,
    file=__file__,
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    step=Step(minutes=12, questions=("picky_leaves", "picky_rest", "picky_encode")),
    first_corpora={"en": "learning", "zh": "library"},
    parameters={"threshold": Number(N_("Threshold, in percent"), 0, 100, USUAL_THRESHOLD)},
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels={
        "no-used": N_("How much of each part is used up"),
        "no-events": N_("All events, in order"),
    },
)
