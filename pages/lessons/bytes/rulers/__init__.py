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
    }
    _rulers(key="byte_rulers", data=data)


def draw_alphabet(text: str) -> None:
    """The 256 bytes as GPT-2 writes them, with the text's bytes marked, and a reason for each."""
    data = {
        **alphabet_of(text),
        "listed": characters_of(text),
        "spelled": spelled_by_gpt2(text[:MOST_DECODED]),
        "lang": current_language(),
    }
    _alphabet(key="byte_alphabet", data=data)
