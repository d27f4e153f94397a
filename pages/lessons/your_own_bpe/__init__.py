"""The lesson "Your own BPE": what the learner's own trainer does differently, and why."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Choice

#: What can be handed in: a trainer's merges, or the ids that an encoder returns for a text.
HANDED_IN = ("merges", "ids")

LESSON = Lesson(
    address="your_bpe",
    title=N_("Your own BPE"),
    chapter=Chapter.CODE,
    file=__file__,
    step=Step(
        minutes=60,
        questions=("ties", "overlaps", "word_counts"),
    ),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    parameters={"hand_in": Choice(N_("What you submit"), HANDED_IN, HANDED_IN[0])},
)
