"""The lesson "Unigram": a vocabulary that is pruned, and the lattice of a word."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import SEEDS, Number

LESSON = Lesson(
    address="unigram",
    title="Unigram",
    chapter=Chapter.ALGORITHMS,
    file=__file__,
    step=Step(minutes=25, questions=("unigram_direction", "unigram_choice", "larger_vocabulary")),
    # The lesson itself has the field for the vocabulary size, with its bounds.
    settings=("unit", "end_of_word"),
    first_corpora={"en": "tin", "zh": "tea"},
    usual={"unit": "char"},
    parameters={
        "heat": Number(N_("Temperature, in tenths"), 1, 50, usual=10),
        "seed": Number(N_("Seed of the draw"), 0, SEEDS, usual=1),
    },
    can_be_predicted=True,
    can_be_presented=True,
    static_file="unigram.html",
    hidable_panels={
        "no-why": N_("Why these?"),
        "no-pairs": N_("Cheapest tokens to remove"),
        "no-changed": N_("What the last round changed"),
        "no-merges": N_("Rounds"),
        "no-vocabulary": N_("Vocabulary, most probable first"),
    },
)
