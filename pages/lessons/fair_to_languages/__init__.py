"""The lesson "Fair to languages": parity-aware BPE."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import PARALLEL, Choice, Number, PackedText

#: Which texts are compared: news in three languages, or what other lessons compare, too.
TEXTS = {"news": N_("News in three languages"), **PARALLEL, "files": N_("Your own files")}
MOST_MERGES, USUAL_MERGES = 8_000, 200

LESSON = Lesson(
    address="parity",
    title=N_("Fair to languages"),
    chapter=Chapter.AFTER,
    file=__file__,
    step=Step(minutes=12, questions=("parity_turn", "parity_rival", "parity_cost")),
    has_corpus=False,
    parameters={
        "texts": Choice(N_("Parallel texts"), tuple(TEXTS), usual="news"),
        "lines": PackedText(N_("Your own lines")),
        "by": Choice(N_("Unit"), ("byte", "char"), usual="byte"),
        "most": Number(N_("Number of merges"), 0, MOST_MERGES, USUAL_MERGES),
        "together": Number(N_("First merges decided by all texts together"), 0, MOST_MERGES, 0),
    },
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels={
        "no-pairs": N_("Why not the most frequent pair of all?"),
        "no-events": N_("All merges, in order"),
    },
)
