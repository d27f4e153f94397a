"""The lesson "Word, character, subword": one text through three tokenizers."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Choice, Number

#: The widest embedding that can be entered.
WIDEST = 65_536
#: What the tokens are counted in that the training has not seen.
HELD_OUT = {"corpus": N_("a tenth of the corpus"), "text": N_("the text to encode above")}

#: The parameters that are chosen where the size of a vocabulary is asked for.
OF_SIZES = ("held", "handle")

LESSON = Lesson(
    address="compare",
    title=N_("Word, character, subword"),
    chapter=Chapter.WHY,
    file=__file__,
    step=Step(minutes=15, questions=("why_subwords", "words_alone", "characters_alone")),
    settings=("unit", "end_of_word", "tie_break", "stop"),
    first_corpora={"en": "english", "zh": "chinese"},
    parameters={
        "rules": Number(N_("Merges used"), 0, 100_000),
        "width": Number(N_("Embedding dimensions"), 1, WIDEST, usual=768),
        "held": Choice(N_("Text held out"), tuple(HELD_OUT), usual="corpus"),
        "handle": Number(N_("Vocabulary size at the handle"), 1, 400_000),
    },
)
