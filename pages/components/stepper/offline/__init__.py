"""The stepper as one HTML file that opens without this app and without a network.

It holds the same module and stylesheet as the component, the whole walk, and the texts of both
languages. Unlike the page, the file fetches nothing later, so it contains all pieces of the walk.
Prediction, what-if and lattices are left out, because they ask the server. The file's own policy
forbids requests, and the walk is data: a text in it is never markup.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.errors import BpeError
from pages.components.component import joined_styles, translations_of
from pages.components.component.joined_module import joined_module
from pages.components.html import filled
from pages.components.stepper import STYLES
from pages.components.stepper.beliefs import record_text
from pages.components.stepper.payload import PIECE_SIZE, columns_of, piece_of
from pages.components.stepper.unigram_payload import unigram_walk_of
from pages.session.language import HTML_LANG, LANGUAGES, _, speaking

#: The most steps that one file holds. Each takes about 2 kB.
MOST_STEPS = 2_000

_HERE = Path(__file__).parent
_MODULE = _HERE / "offline.js"
#: A component sees `textColor` as `--st-text-color`.
_COLOURS = (
    *("backgroundColor", "secondaryBackgroundColor", "textColor", "borderColor", "primaryColor"),
    *("greenColor", "orangeColor", "redColor", "violetColor", "chartCategoricalColors"),
)


class TooManyStepsError(BpeError):
    """A training has more steps than one file can hold."""

    template = (
        "This training has {steps} steps; a file can hold {limit}. Choose fewer merges or a "
        "smaller vocabulary."
    )


def check_steps(trace: Trace | UnigramTrace) -> None:
    """Raise `TooManyStepsError` for a training that is too long for one file."""
    if len(trace) > MOST_STEPS:
        raise TooManyStepsError(steps=len(trace), limit=MOST_STEPS)


def offline_page(trace: Trace | UnigramTrace, step: int, language: str) -> bytes:
    """The file, opened at a step and in a language; both can be changed there."""
    check_steps(trace)
    walk = whole_walk(trace, step)
    texts, translations = {}, {code: translations_of(_MODULE, code) for code in LANGUAGES}
    for code in LANGUAGES:
        with speaking(code):
            texts[code] = record_text()
    data = {"walk": walk, "texts": texts, "translations": translations, "lang": language}
    with speaking(language):
        title = _("Merge by Merge")
    template = (_HERE / "offline.html").read_text(encoding="utf-8")
    parts = {
        "LANG": HTML_LANG[language],
        "TITLE": title,
        "OPTIONS": "".join(
            f'<option value="{code}"{" selected" * (code == language)}>{name}</option>'
            for code, name in LANGUAGES.items()
        ),
        "THEME": theme(),
        "STYLE": joined_styles(*STYLES),
        # As ASCII JSON in which no tag can begin or end.
        "DATA": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "MODULE": joined_module(_MODULE),
    }
    return filled(template, **parts).encode()


def whole_walk(trace: Trace | UnigramTrace, step: int) -> dict[str, Any]:
    """The walk with all its pieces."""
    start = {"key": "offline", "step": step}
    if isinstance(trace, UnigramTrace):
        return unigram_walk_of(trace) | start
    numbers = range(len(trace) // PIECE_SIZE + 1)
    pieces = {number: piece_of(trace, number) for number in numbers}
    return columns_of(trace) | start | {"pieces": pieces}


@cache
def theme() -> str:
    """The app's colours for the light and the dark theme, under the names that a component sees.

    What has the class `paper` is always light.
    """
    light, dark = (_colours(f"theme.{name}") for name in ("light", "dark"))
    return (
        f":root, .paper {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
    )


def _colours(theme: str) -> str:
    colours = []
    for option in _COLOURS:
        name = re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", option)
        value = st.get_option(f"{theme}.{option}")
        colours.append(f"--st-{name}: {','.join(value) if isinstance(value, list) else value};")
    return " ".join(colours)
