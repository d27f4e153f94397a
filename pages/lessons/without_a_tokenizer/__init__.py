"""The lesson "Without a tokenizer": entropy patches, as in the Byte Latent Transformer."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Choice, Number

#: How a patch begins.
RULES = {
    "global": N_("where H is above the threshold"),
    "rise": N_("where H rises by more than the threshold"),
}
#: The highest threshold in tenths of a bit: one byte can't hold more than eight bits.
MOST_TENTHS = 80

LESSON = Lesson(
    address="patches",
    title=N_("Without a tokenizer"),
    chapter=Chapter.AFTER,
    file=__file__,
    settings=("tie_break", "stop", "min_frequency"),
    first_corpora={"en": "english", "zh": "chinese"},
    step=Step(minutes=12, questions=("patch_entropy", "patch_threshold", "patch_same")),
    parameters={
        "context": Number(N_("Bytes of context"), 1, 3, 2),
        "rule": Choice(N_("A patch begins"), tuple(RULES), "global"),
        "threshold": Number(N_("Threshold, in tenths of a bit"), 0, MOST_TENTHS, 30),
    },
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels={
        "no-guess": N_("What may come next"),
        "no-events": N_("All bytes, in order"),
    },
)
