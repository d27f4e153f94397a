"""The lesson "Quiz": ten questions, most of them on the learner's own words."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson
from pages.session.parameters import SEEDS, Choice, Number, ShortText

#: The topics that questions can be about, by their names in the address.
TRAINING, SEEN, MISTAKES = "training", "sees", "mistakes"
ABOUT = {
    TRAINING: N_("How BPE learns"),
    SEEN: N_("What the model sees"),
    MISTAKES: N_("Common mistakes"),
}
#: The lesson in which steps are predicted.
PREDICTED = "train"

LESSON = Lesson(
    address="quiz",
    title=N_("Quiz"),
    chapter=Chapter.CLASS,
    file=__file__,
    can_be_presented=True,
    settings=("unit", "end_of_word", "tie_break"),
    parameters={
        "about": Choice(N_("Questions about"), tuple(ABOUT), TRAINING),
        "seed": Number(N_("Seed"), 1, SEEDS, 1),
        # For each question, the index of the chosen answer; "-" for none. Only read, from links
        # that were made earlier.
        "answers": ShortText(N_("Answers"), 10, ""),
        # The course to hand in results to; a teacher's key follows a dot, see `hand_in`.
        "course": ShortText(N_("Class"), 41, ""),
    },
)
