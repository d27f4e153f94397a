"""The lesson "What are tokens for?": a language model of counts on the learner's own text."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import SEEDS, Number

LESSON = Lesson(
    address="model",
    title=N_("What are tokens for?"),
    chapter=Chapter.WAY,
    file=__file__,
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    step=Step(minutes=15, questions=("model_row", "merge_saves_nothing", "bits_per_byte")),
    parameters={
        "seed": Number(N_("Seed of the word that is written"), 0, SEEDS, 0),
        "guess": Number(N_("The size that was marked"), 0, 100_000),
    },
    can_be_predicted=True,
    can_be_presented=True,
    static_file="what-tokens-are-for.html",
    hidable_panels={
        "no-made-up": N_("3 It makes things up"),
        "no-earned": N_("What each pair would have saved"),
    },
)
