"""The lesson "In the wild": a text through published, own, and newly trained vocabularies."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import READS_OTHER_TEXTS, Chapter, Lesson, Step
from pages.session.parameters import PARALLEL_PARAMETERS, Names
from pages.session.uploads.model_files import HERE

#: The address of the lesson that shows the life of a token.
LIFE = "inside"
#: Most vocabularies compared at a time, in addition to the tokenizer trained here.
MOST = 4

LESSON = Lesson(
    address="wild",
    title=N_("In the wild"),
    chapter=Chapter.WAY,
    folder=Path(__file__).parent,
    step=Step(
        minutes=15,
        goal=N_("compare what one text costs in several models and languages"),
        earned=N_(
            "You have seen one text in several real vocabularies. Now see what a model does with "
            "its tokens."
        ),
        questions=("compression", "larger_vocabulary", "tokens_per_character"),
    ),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    first_corpora={"en": "mixed", "zh": "mixed"},
    usual=READS_OTHER_TEXTS,
    trains=lambda chosen: HERE in chosen["with"],
    parameters={
        "with": Names(
            N_("Vocabularies"), MOST + 1, 80, usual=("GPT-2", "cl100k", "o200k", "Qwen", HERE)
        ),
        "two": Names(N_("Compare two"), 2, 80),
        **PARALLEL_PARAMETERS,
    },
)
