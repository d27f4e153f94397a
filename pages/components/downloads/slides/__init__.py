"""Slides of the steps of a walk: pictures in an archive, or an animation.

The browser draws and packs them. It has fonts for what the learner reads, which a server may lack
(a slim container has none at all), and it keeps no other learner waiting. Python sends the walk,
and what the bars show at each step in the range.
"""

from pathlib import Path
from typing import Any, Literal

import streamlit as st

from bpe_core.algorithms.unigram import UnigramTrace
from bpe_core.algorithms.wordpiece import WordPieceTrace
from bpe_core.errors import BpeError
from bpe_core.files.exchange.other_models import AnyTrace
from pages.components.browser.json_bytes import to_json
from pages.components.component import component
from pages.components.stepper.payload import PIECE_SIZE, columns_of, piece_of
from pages.components.stepper.rounds.unigram_payload import unigram_walk_of
from pages.session.language import _, current_language, translate_error

Format = Literal["png", "svg", "gif"]
Theme = Literal["light", "dark"]
#: The most slides made at once, because a browser keeps them all until they are packed.
MOST_SLIDES = 200
#: The number of slides that are offered at first.
_USUAL_SLIDES = 40
#: The most bars on a slide: of pairs, or of tokens to remove.
_MOST_BARS = 5

_HERE = Path(__file__).parent
_LIBRARIES = {"gif": "gifenc-1.0.3.js.txt"}
_ARCHIVES = "client-zip-2.5.1.js.txt"
_THEME = {
    "background": "backgroundColor",
    "text": "textColor",
    "border": "borderColor",
    "primary": "primaryColor",
}

_component = component(
    "slides",
    "components/downloads/slides/slides.js",
    "components/fields/controls.css",
    "components/downloads/slides/slides.css",
)


class SlideRangeError(BpeError):
    """A range that ends before it begins."""

    template = "The last step, {last}, comes before the first, {first}."


class TooManySlidesError(BpeError):
    """More slides than can be made at once."""

    template = (
        "These are {slides} slides; {limit} can be made at a time. Choose a shorter range of steps."
    )


def slides(trace: AnyTrace, step: int) -> None:
    """Offer slides of the steps that the learner chooses, at first those up to the current one."""
    end = len(trace)
    columns = st.columns(4)
    suggested = min(step or end, end)
    first = columns[0].number_input(
        _("First step"), 0, end, max(0, suggested - _USUAL_SLIDES + 1), key="slides_first"
    )
    last = columns[1].number_input(_("Last step"), 0, end, suggested, key="slides_last")
    formats: dict[Format, str] = {
        "png": _("PNG pictures in a ZIP file"),
        "svg": _("SVG drawings in a ZIP file"),
        "gif": _("animated GIF"),
    }
    format = columns[2].selectbox(
        _("Format"), formats, format_func=formats.__getitem__, key="slides_format"
    )
    themes: dict[Theme, str] = {"light": _("light"), "dark": _("dark")}
    theme = columns[3].selectbox(
        _("Theme"), themes, format_func=themes.__getitem__, key="slides_theme"
    )
    try:
        check_range(first, last)
    except BpeError as error:
        st.info(translate_error(error))
        return
    _component(key="slides", data=to_json(slides_data(trace, first, last, format, theme)))


def check_range(first: int, last: int) -> None:
    """Raise a `BpeError` for a range of steps that is not valid for slides.

    >>> check_range(3, 2)
    Traceback (most recent call last):
    pages.components.downloads.slides.SlideRangeError: The last step, 2, comes before the first, 3.
    """
    if last < first:
        raise SlideRangeError(first=first, last=last)
    if (number := last - first + 1) > MOST_SLIDES:
        raise TooManySlidesError(slides=number, limit=MOST_SLIDES)


def slides_data(
    trace: AnyTrace, first: int, last: int, format: Format, theme: Theme
) -> dict[str, Any]:
    """The data from which the browser makes slides, in the learner's language."""
    walk, views = _walk_and_views(trace, first, last)
    start = {"key": "slides", "step": first, "lang": current_language()}
    library = _HERE / "libraries" / _LIBRARIES.get(format, _ARCHIVES)
    return {
        "walk": walk | start | {"pieces": {}},
        "views": views,
        "first": first,
        "last": last,
        "format": format,
        "colours": {
            name: st.get_option(f"theme.{theme}.{option}") for name, option in _THEME.items()
        }
        | {"compared": st.get_option(f"theme.{theme}.chartCategoricalColors")[:3]},
        "library": library.read_text(encoding="utf-8"),
    }


def _walk_and_views(
    trace: AnyTrace, first: int, last: int
) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """The walk without its pieces, and what the bars show at each step in a range."""
    walk: dict[str, Any]
    views: dict[int, dict[str, Any]]
    if isinstance(trace, UnigramTrace):
        walk = {**unigram_walk_of(trace)}
        views = dict(enumerate(walk["pieces"][0]))
        names = {"cheapest": 1, "costs": 1, "next_total": 0, "removable": 0}
    else:
        walk = {"algorithm": "wordpiece" if isinstance(trace, WordPieceTrace) else "bpe"}
        walk |= {**columns_of(trace)}
        pieces = range(first // PIECE_SIZE, last // PIECE_SIZE + 1)
        views = {
            number * PIECE_SIZE + place: {**view}
            for number in pieces
            for place, view in enumerate(piece_of(trace, number))
        }
        names = {"pairs": 3, "token_counts": 2, "pair_total": 0, "tie_total": 0}
    shown = {step: view for step, view in views.items() if first <= step <= last}
    return walk, {
        step: {
            name: view[name][: times * _MOST_BARS] if times else view[name]
            for name, times in names.items()
            if name in view
        }
        for step, view in shown.items()
    }
