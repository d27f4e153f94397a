"""Published patterns side by side: a component that shows which alternative took each piece."""

from itertools import islice
from typing import Any

import streamlit as st

from bpe_core.text.characters import pieces_that_cut_characters
from bpe_core.tokenizers.pattern_parts import PATTERNS, PatternInParts
from pages.components.component import component
from pages.session.language import N_, _, current_language, gettext

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
_LETTERS = N_(
    "letters, plus one character in front, unless that is a letter, a digit or a line break"
)
_MARKED_LETTERS = N_(
    "letters and combining marks, plus one character in front, unless that is a letter, a digit or "
    "a line break"
)
_NUMBERS = N_("up to three digits")
_DIGIT = N_("a single digit")
_ENDINGS = N_("English endings such as 's and 'll, capitals too")
_SYMBOLS = N_(
    "punctuation and other symbols, plus a space in front and any line breaks right after"
)
_LEFT_OVER = N_("whitespace, except its last character, which is left for the piece that follows")
_OTHER_SPACE = N_("any other whitespace")
_LINES = N_("whitespace up to its last line break")
#: What each alternative of each pattern matches.
TAKES = {
    "GPT-2": (
        N_("English endings such as 's and 'll, in lower case only"),
        N_("letters, plus a space in front if there is one"),
        N_("digits, plus a space in front if there is one"),
        N_("punctuation and other symbols, plus a space in front if there is one"),
        _LEFT_OVER,
        _OTHER_SPACE,
    ),
    "GPT-4": (_ENDINGS, _LETTERS, _NUMBERS, _SYMBOLS, _LINES, _LEFT_OVER, _OTHER_SPACE),
    "o200k": (
        N_(
            "letters that end in lower case or have no case (such as Chinese), plus a "
            "space or symbol in front if there is one, and an ending such as 's"
        ),
        N_(
            "capital letters only, plus a space or symbol in front if there is one, and "
            "an ending such as 's"
        ),
        _NUMBERS,
        N_(
            "punctuation and other symbols, plus a space in front and any line breaks or "
            "/ right after"
        ),
        _LINES,
        _LEFT_OVER,
        _OTHER_SPACE,
    ),
    "Qwen": (_ENDINGS, _LETTERS, _DIGIT, _SYMBOLS, _LINES, _LEFT_OVER, _OTHER_SPACE),
    "Qwen 3.5": (_ENDINGS, _MARKED_LETTERS, _DIGIT, _SYMBOLS, _LINES, _LEFT_OVER, _OTHER_SPACE),
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
    alternatives = zip(pattern.alternatives, map(gettext, TAKES[pattern.name]), counts, strict=True)
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
