"""The lesson "In the wild": a text through published, own, and newly trained vocabularies."""

from pathlib import Path

from pages.session.brought.model_files import HERE
from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import PARALLEL_PARAMETERS, Names

#: The address of the lesson that shows the life of a token.
LIFE = "inside"
#: Most vocabularies compared at a time, in addition to the tokenizer trained here.
MOST = 4

LESSON = Lesson(
    address="wild",
    title=N_("In the wild"),
    section=Section.BPE,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    parameters={
        "with": Names(
            N_("Vocabularies"), MOST + 1, 80, usual=("GPT-2", "cl100k", "o200k", "Qwen", HERE)
        ),
        "two": Names(N_("Compare two"), 2, 80),
        **PARALLEL_PARAMETERS,
    },
)
