"""The lesson "Word, character, subword": one text through three tokenizers."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Lesson, Section
from pages.session.parameters import Choice, Number

#: Embedding widths used by models, from small to large.
EMBEDDING_WIDTHS = ("64", "128", "256", "512", "768", "1024", "2048", "4096", "8192", "12288")

LESSON = Lesson(
    address="compare",
    title=N_("Word, character, subword"),
    section=Section.BPE,
    folder=Path(__file__).parent,
    settings=("unit", "end_of_word", "tie_break", "stop"),
    parameters={
        "rules": Number(N_("Merges used"), 0, 100_000),
        "width": Choice(N_("Embedding dimensions"), EMBEDDING_WIDTHS, usual="768"),
    },
)
