"""The lesson "A tokenizer file": what a text costs, what is in it, and which bytes it counts."""

from pages.session.language import N_
from pages.session.lesson import READS_OTHER_TEXTS, Chapter, Lesson, Step
from pages.session.parameters import (
    PARALLEL_PARAMETERS,
    Choice,
    Names,
    Number,
    PackedText,
    ShortText,
)
from pages.session.uploads import HERE

#: What is shown of the files, one at a time.
PARTS = {
    "costs": N_("What text costs"),
    "inside": N_("What is in it"),
    "bytes": N_("How its bytes are counted"),
}
#: Most vocabularies compared at a time, in addition to the tokenizer trained here.
MOST = 4


#: What tokens are searched by, and in which order they are shown.
BY = {"text": N_("text"), "bytes": N_("bytes (hex)"), "id": N_("id"), "pattern": N_("pattern")}
SORTS = {
    "id": N_("by id"),
    "rank": N_("by rank"),
    "characters": N_("by length in characters"),
    "bytes": N_("by length in bytes"),
    "text": N_("by their bytes"),
}
ORDERS = {"up": N_("ascending"), "down": N_("descending")}
#: Which of them are shown: what these are called, and the fields of a search that finds them.
ONLY: dict[str, tuple[str, dict[str, bool]]] = {
    "all": (N_("all tokens"), {}),
    "space": (N_("with a space before"), {"space_before": True}),
    "no-space": (N_("without a space before"), {"space_before": False}),
    "whole": (N_("whole characters"), {"half": False}),
    "half": (N_("parts of characters"), {"half": True}),
    "special": (N_("special tokens"), {"special": True}),
    "unreachable": (N_("unreachable tokens"), {"unreachable": True}),
    "unseen": (N_("tokens in none of the sample texts"), {"special": False}),
}
#: The smallest and the largest number that a range can have, by the names of its two ends.
RANGES = {("shortest", "longest"): (1, 65_536), ("lowest", "highest"): (0, 10_000_000)}
#: Most characters of a search.
FIND_LIMIT = 200

LESSON = Lesson(
    address="wild",
    title=N_("A tokenizer file"),
    chapter=Chapter.WAY,
    file=__file__,
    step=Step(minutes=15, questions=("compression", "unused_tokens", "trained_when")),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    first_corpora={"en": "mixed", "zh": "mixed"},
    usual=READS_OTHER_TEXTS,
    trains=lambda chosen: (
        HERE in chosen["with"] if chosen["part"] == "costs" else chosen["look"] == HERE
    ),
    parameters={
        "with": Names(
            N_("Vocabularies"), MOST + 1, 80, usual=("GPT-2", "cl100k", "o200k", "Qwen", HERE)
        ),
        "two": Names(N_("Compare two"), 2, 80),
        **PARALLEL_PARAMETERS,
        "part": Choice(N_("Part"), tuple(PARTS), usual="costs"),
        "look": ShortText(N_("Vocabulary"), 80, usual="GPT-2"),
        "token": Number(N_("Token id"), 0, 10_000_000),
        "walk": PackedText(N_("Text to encode")),
        "place": Number(N_("Token of the text"), 0, 100_000, usual=0),
        "merged": Number(N_("Step of the word"), 0, 10_000, usual=0),
        "find": ShortText(N_("Search"), FIND_LIMIT, usual=""),
        "by": Choice(N_("Search by"), tuple(BY), usual="text"),
        "script": Choice(N_("Script"), usual="all"),
        "only": Choice(N_("Filter"), tuple(ONLY), usual="all"),
        "shortest": Number(N_("Shortest, in characters"), *RANGES["shortest", "longest"]),
        "longest": Number(N_("Longest, in characters"), *RANGES["shortest", "longest"]),
        "lowest": Number(N_("Lowest rank"), *RANGES["lowest", "highest"]),
        "highest": Number(N_("Highest rank"), *RANGES["lowest", "highest"]),
        "sort": Choice(N_("Sort by"), tuple(SORTS), usual="id"),
        "order": Choice(N_("Sort by"), tuple(ORDERS), usual="up"),
        "from": Number(N_("Start at row"), 0, 300_000, usual=0),
    },
)
