"""Streamlit v2 components made of parts: a module with everything it imports, and stylesheets.

They are sent JSON, and the translations of their modules' sentences: the browser's code says
`t("Tie rule")` where it shows one (`browser/sentences.js`). Streamlit serializes a component's data
to JSON twice for everybody who opens a page, and a whole class of learners opens the same one.
Bytes are passed on unchanged.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from pages.components.component.joined_module import (
    joined_component,
    joined_module,
    without_idle_text,
)
from pages.session.language import catalogue, current_language

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

#: The folder that the paths of components' files are relative to.
_PAGES = Path(__file__).parents[2]
MOUNT = '<div class="mount"></div>'
#: The stylesheets of what looks like the stepper, and of fields and buttons.
STEPPER, CONTROLS = "components/stepper/stepper.css", "components/fields/controls.css"


def component(
    module: str, *styles: str, html: str | None = MOUNT, isolate_styles: bool = True
) -> "ComponentRenderer":
    """A component to be called with data. Files are given by their path under pages/.

    It has the name of its `module`, whose default export is the function that Streamlit calls;
    what the module imports is included, and the translations of its sentences are added to the
    data. Without `isolate_styles` it is drawn outside a shadow root, as is one without `html`,
    which draws nothing.
    """
    entry = _PAGES / module
    draw = st.components.v2.component(
        entry.stem,
        html=html,
        css=joined_styles(*styles) or None,
        js=joined_component(entry),
        isolate_styles=isolate_styles and html is not None,
    )

    def draw_in_language(*, data: object = None, **mounting: Any) -> object:
        return draw(data=with_translations(data, entry), **mounting)

    return cast("ComponentRenderer", draw_in_language)


def joined_styles(*files: str) -> str:
    """Stylesheets joined in order, each after those that it may override."""
    return "\n".join(without_idle_text(_PAGES / file) for file in files)


def to_json(value: object) -> bytes:
    """A value as compact JSON, in ASCII."""
    return json.dumps(value, separators=(",", ":")).encode()


def one_object(*objects: bytes) -> bytes:
    """One JSON object with the members of several non-empty ones.

    >>> one_object(to_json({"a": 1}), to_json({"b": [2]}))
    b'{"a":1,"b":[2]}'
    """
    return b"{" + b",".join(each[1:-1] for each in objects) + b"}"


_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
#: A call of `t`, with one literal or several that are joined because a line would be too long.
_CALL = re.compile(rf"\bt\(\s*({_LITERAL}(?:\s*\+\s*{_LITERAL})*)")


@cache
def sentences_in(entry: Path) -> list[str]:
    """The English sentences of a module and of all that it imports, each once."""
    return list(dict.fromkeys(sentences_of(joined_module(entry))))


def sentences_of(code: str) -> list[str]:
    r"""The sentences in some of the browser's code.

    Unlike the extractor that `make messages` uses, this takes a millisecond; a test holds the two
    equal.

    >>> sentences_of('t("Step {k}", { k }) + (n ? t("a " + "\\u201cb\\u201d") : "")')
    ['Step {k}', 'a “b”']
    """
    return ["".join(map(json.loads, re.findall(_LITERAL, call))) for call in _CALL.findall(code)]


@cache
def translations_of(entry: Path, language: str) -> dict[str, str]:
    """These sentences in a language, by the English ones; without those that are the same there."""
    translate = catalogue(language).gettext
    translations = {sentence: translate(sentence) for sentence in sentences_in(entry)}
    return {sentence: text for sentence, text in translations.items() if text != sentence}


def with_translations(data: object, entry: Path) -> object:
    """Add the translations for this session to a component's data, an object or its JSON.

    English needs none: the sentences are English.
    """
    translations = translations_of(entry, current_language())
    if not translations:
        return data
    if isinstance(data, bytes):
        return one_object(data, _as_json(entry, current_language()))
    assert data is None or isinstance(data, dict)
    return {**(data or {}), "translations": translations}


@cache
def _as_json(entry: Path, language: str) -> bytes:
    """As UTF-8: a Chinese character has three bytes there, and six in JSON that is ASCII."""
    sent = {"translations": translations_of(entry, language)}
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()
