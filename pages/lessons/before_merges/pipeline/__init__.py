"""Draw the steps before the merges: a Components v2 component over a text and all its cuts.

Python normalizes and cuts. The browser draws, and finds the characters of the learner's own text
for any word. The component uses the stepper's chips and look.
"""

from collections.abc import Callable
from typing import Any

from bpe_core.text.normalization import NORMALIZERS, Normalized, way_back
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, Word
from bpe_core.text.reading import replace_surrogates
from bpe_core.worker.own_pattern import LENGTH_LIMIT, Span
from pages.components.component import component
from pages.lessons.before_merges.pipeline.payload import (
    FIRST_CUTS,
    NUMBERS,
    changes_of,
    cut_of,
    cuts_of,
    each_of,
    lost_count,
    numbers_of,
    pieces_of,
)
from pages.session.language import _, current_language, format_number, gettext, ngettext
from pages.session.session_state import component_value

_normalized = component(
    "normalized_text",
    "lessons/before_merges/pipeline/normalized.js",
    "components/stepper/stepper.css",
    "lessons/before_merges/pipeline/before_merges.css",
)
_cuts = component(
    "cuts",
    "lessons/before_merges/pipeline/cuts.js",
    "components/stepper/stepper.css",
    "lessons/before_merges/pipeline/before_merges.css",
)


def draw_each(text: str) -> None:
    """Draw the text after each normalization by itself."""
    data = {
        "lang": current_language(),
        "each": each_of(text),
        "names": {name: gettext(each.label) for name, each in NORMALIZERS.items()},
    }
    _normalized(key="each_normalization", data=data)


def draw_chain(normalized: Normalized) -> None:
    """The text with every change in its place, a table of the changes, and the verdict on them."""
    _normalized(
        key="normalized_text",
        data={
            "lang": current_language(),
            "pieces": pieces_of(normalized),
            "changes": changes_of(normalized),
            "verdict": verdict(normalized),
            "reversible": way_back(normalized.original, normalized.text) is not None,
        },
    )


def verdict(normalized: Normalized) -> str:
    """Whether the original can be recovered, and how."""
    way = way_back(normalized.original, normalized.text)
    lost = lost_count(normalized.pieces)
    if way == "":
        return _("Reversible here: the chain changes nothing in this text.")
    if way is not None:
        message = _(
            "Reversible here: applying {form} to the result gives back your text, to the byte."
        )
        return message.format(form=way.upper())
    if lost:
        message = ngettext(
            "Not reversible: in {n} place, the original characters cannot be recovered.",
            "Not reversible: in {n} places, the original characters cannot be recovered.",
            lost,
        )
        return message.format(n=format_number(lost))
    return _(
        "Not reversible to the byte: Unicode treats it as the same text, but how each accent was "
        "written is lost."
    )


def draw_cuts(
    normalized: Normalized,
    *,
    pattern: str,
    own: list[Span] | None,
    in_use: str,
    on_pattern: Callable[[str], object],
) -> None:
    """Every way of cutting the text, `in_use` marked, and the learner's own pattern.

    `own` is where the pattern's words occur in the normalized text; None if there is no result.
    `on_pattern` is called with a pattern that the learner has written.
    """

    def take() -> None:
        typed = component_value("cuts", "pattern")
        if isinstance(typed, str):
            on_pattern(replace_surrogates(typed[: LENGTH_LIMIT + 1])[0])

    _cuts(
        key="cuts",
        data={
            "lang": current_language(),
            "original": normalized.original,
            "cuts": [*cuts_of(normalized), *_own_cut(normalized, own)],
            "in_use": in_use,
            "first": [*FIRST_CUTS, in_use, "own"],
            "pattern": pattern,
            "names": {name: gettext(each.label) for name, each in PRE_TOKENIZERS.items()},
            "numbers": NUMBERS,
            "number_words": numbers_of(),
        },
        on_pattern_change=take,
    )


def _own_cut(normalized: Normalized, own: list[Span] | None) -> list[dict[str, Any]]:
    if own is None:
        return []
    words = [Word(normalized.text[start:end], start, end) for start, end in own]
    return [cut_of(normalized, words, "own")]
