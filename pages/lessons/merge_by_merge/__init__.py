"""The lesson "Merge by merge": one BPE training, walked step by step."""

from pages.session.language import N_
from pages.session.lesson import CHART_PANELS, MERGE_PANELS, Chapter, Lesson, Step
from pages.session.parameters import CHOSEN, PLACES, Number

LESSON = Lesson(
    address="train",
    title=N_("Merge by merge"),
    chapter=Chapter.WAY,
    file=__file__,
    step=Step(minutes=15, questions=("what_is_merged", "word_counts", "ties")),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    parameters={
        "fork": CHOSEN,
        "arrival": Number(N_("Place"), 0, PLACES, 0),
        "card": Number(N_("Card"), 0, PLACES, 0),  # in links of an earlier guided lesson
    },
    can_be_predicted=True,
    can_be_presented=True,
    static_file="merge-by-merge.html",
    hidable_panels=MERGE_PANELS | CHART_PANELS,
)
