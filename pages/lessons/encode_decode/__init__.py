"""The lesson "Encode and decode": a text through the trained tokenizer, and back."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import SEEDS, Choice, Number

#: The view option that hides everything below the encoder.
NO_DROPOUT = "no-dropout"

LESSON = Lesson(
    address="encode",
    title=N_("Encode and decode"),
    chapter=Chapter.WAY,
    file=__file__,
    step=Step(minutes=15, questions=("order_of_merges", "longest_token", "decoding")),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    first_corpora={"en": "inflections", "zh": "school"},
    parameters={
        "rules": Number(N_("Merges used"), 0, 100_000),
        "as": Choice(N_("Special tokens in the text"), ("text", "tokens"), "text"),
        "at": Number(N_("Step of the word"), 0, 10_000, usual=0),
        "drop": Number(N_("Probability of dropping a merge, in percent"), 0, 100, usual=10),
        "seed": Number(N_("Seed of the draw"), 0, SEEDS, usual=1),
    },
    can_be_predicted=True,
    can_be_presented=True,
    hidable_panels={
        "no-rules": N_("Which merge rules fit?"),
        "no-match": N_("The same word by longest match"),
        "no-back": N_("Token ids and back"),
        NO_DROPOUT: N_("BPE-dropout"),
    },
)
