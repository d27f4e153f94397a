"""Published patterns side by side: a component that shows which alternative took each piece."""

from itertools import islice
from typing import Any

import streamlit as st

from bpe_core.text.characters import pieces_that_cut_characters
from bpe_core.text.published_patterns import PATTERNS, PatternInParts
from pages.components.component import component
from pages.lessons.before_merges import LESSON
from pages.session.language import _, current_language

_component = component(
    "patterns",
    "lessons/before_merges/patterns/patterns.js",
    "components/stepper/stepper.css",
    "lessons/before_merges/patterns/patterns.css",
)

#: Most pieces of a text that are shown.
MOST_PIECES = 160
#: Which models cut text by each pattern.
USED_BY = {
    "GPT-2": ("GPT-2", "GPT-3"),
    "GPT-4": ("GPT-3.5", "GPT-4"),
    "o200k": ("GPT-4o", "GPT-5"),
    "Qwen": ("Qwen 1 – 3",),
    "Qwen 3.5": ("Qwen 3.5", "Qwen 3.6"),
}


def draw_patterns(text: str) -> None:
    """The text as each pattern cuts it, every piece marked with the alternative it matched."""
    with_marks = st.toggle(_("Count combining marks, `\\p{M}`, as letters"), key="pattern_marks")
    patterns = [each.with_marks() if with_marks else each for each in PATTERNS.values()]
    _component(
        key="patterns",
        data={
            "lang": current_language(),
            "patterns": [pattern_data(pattern, text) for pattern in patterns],
        },
    )


def pattern_data(pattern: PatternInParts, text: str) -> dict[str, Any]:
    """A pattern, what each alternative matches and how often, and the text's first pieces.

    Each piece is its text, its alternative, and whether it begins inside a character.
    """
    pieces = list(pattern.pieces(text))
    inside = pieces_that_cut_characters(piece.text for piece in pieces)
    counts = [0] * len(pattern.alternatives)
    for piece in pieces:
        counts[piece.alternative] += 1
    takes = [said for name, said in LESSON.table("alternatives") if name == pattern.name]
    alternatives = zip(pattern.alternatives, takes, counts, strict=True)
    return {
        "name": pattern.name,
        "used_by": _(", ").join(USED_BY[pattern.name]),
        "alternatives": list(alternatives),
        "pieces": [
            [*piece, cut] for piece, cut in islice(zip(pieces, inside, strict=True), MOST_PIECES)
        ],
        "cuts": sum(inside),
        "more": max(0, len(pieces) - MOST_PIECES),
    }
