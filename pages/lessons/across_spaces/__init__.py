"""The lesson "Merges across spaces": SuperBPE and BoundlessBPE."""

from pages.session.language import N_
from pages.session.lesson import MERGE_PANELS, Chapter, Lesson, Step
from pages.session.parameters import Choice, Number

#: The two ways to merge across spaces.
WAYS = {"superbpe": "SuperBPE", "boundless": "BoundlessBPE"}
MOST_SWITCH = 100_000


def usual_switch(merges: int) -> int:
    """How many of these merges come before the walls fall, until the learner chooses."""
    return min(merges, MOST_SWITCH) // 2


LESSON = Lesson(
    address="across",
    title=N_("Merges across spaces"),
    chapter=Chapter.AFTER,
    file=__file__,
    settings=("unit", "tie_break", "stop", "min_frequency"),
    step=Step(minutes=12, questions=("superbpe_walls", "boundless_ready", "superbpe_chinese")),
    parameters={
        "way": Choice(N_("Algorithm"), tuple(WAYS), "superbpe"),
        "switch": Number(N_("Merges before the walls fall"), 0, MOST_SWITCH),
    },
    first_corpora={"en": "english", "zh": "chinese"},
    unnamed_corpus="news-en",
    begins_at=lambda merges: max(0, usual_switch(merges) - 1),  # the next step shows the walls fall
    needs_running_text=True,
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels=MERGE_PANELS,
)
