"""One text on four rulers, and GPT-2's alphabet."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.text.normalization import normalize
from pages.components.component import component
from pages.lessons.bytes.rulers.payload import (
    alphabet_of,
    characters_of,
    rulers_of,
    spelled_by_gpt2,
)
from pages.session.language import _, current_language

#: Most characters of the decoded text that are shown.
MOST_DECODED = 200
#: Number of characters in Unicode 16.0 (2024), by its own count.
UNICODE_CHARACTERS = 154_998


_rulers = component(
    "byte_rulers",
    "lessons/bytes/rulers/rulers.js",
    "components/stepper/stepper.css",
    "lessons/bytes/rulers/bytes.css",
)
_alphabet = component(
    "byte_alphabet",
    "lessons/bytes/rulers/alphabet.js",
    "components/stepper/stepper.css",
    "lessons/bytes/rulers/bytes.css",
)


def draw_rulers(text: str, normalizer: Sequence[str], tokenizer: Tokenizer | None) -> None:
    """One text on four rulers: as people count, code points, bytes, tokens."""
    shown = normalize(text, normalizer)
    if shown != text:
        st.caption(_("The text is shown after the normalization you chose."))
    data = {
        **rulers_of(shown, tokenizer),
        "lang": current_language(),
        "text": _ruler_texts(),
    }
    _rulers(key="byte_rulers", data=data)


def draw_alphabet(text: str) -> None:
    """The 256 bytes as GPT-2 writes them, with the text's bytes marked, and a reason for each."""
    data = {
        **alphabet_of(text),
        "listed": characters_of(text),
        "spelled": spelled_by_gpt2(text[:MOST_DECODED]),
        "lang": current_language(),
        "text": _alphabet_texts(),
    }
    _alphabet(key="byte_alphabet", data=data)


def _ruler_texts() -> dict[str, str]:
    return {
        "clusters": _("characters as people see them"),
        "points": _("code points"),
        "bytes": _("bytes in UTF-8"),
        "tokens": _("tokens, by their ids"),
        "cut": _("Only the start is drawn. The totals are for the whole text."),
        "legend": _(
            "Everything in one column is the same part of the text. A cell with a dotted end "
            "continues on the next line. Whitespace that pre-tokenization drops has no token."
        ),
        "title": _("One text on four rulers"),
        "empty": _("Type some text above."),
    }


def _alphabet_texts() -> dict[str, str]:
    return {
        "title": _("GPT-2's character for every byte"),
        "legend": _(
            "Filled: in your text. Plain frame: the byte is written as itself. Dashed frame: the "
            "byte can't be displayed, so another character is used. Crossed out: it never occurs "
            "in UTF-8."
        ),
        "itself": _(
            "Byte {hex} is {number}, and character {number} of Unicode can be displayed: {char}. "
            "So the byte is shown as {char}."
        ),
        "moved": _(
            "Byte {hex} is {number}, and character {number} of Unicode can't be displayed. It is "
            "number {i}, counted from 0, of the 68 bytes like that. So it is shown as character "
            "256 + {i} = {sum}, which is {point}: {char}."
        ),
        "one": _("In UTF-8 it is a whole character: ASCII."),
        "begins": _("In UTF-8 it begins a character of {n} bytes."),
        "goes_on": _("In UTF-8 it continues a character."),
        "never": _("In UTF-8 it never occurs."),
        "uses": _("It occurs {n} times in your text."),
        "uses_once": _("It occurs once in your text."),
        "uses_none": _("It does not occur in your text."),
        "list_title": _("Your characters, byte by byte"),
        "character": _("character"),
        "points": _("code points"),
        "bytes": _("bytes"),
        "written": _("GPT-2 writes"),
        "spelled": _("So other tools show the start of your text as"),
        "more": _("and {n} more"),
        "byte": _("Byte {hex}"),
    }
