"""The life of one token: what it is made of, what becomes of its text, and why it is cut that way.

Any word of a text can be walked, step by step, including the rules that fitted but lost. Unlike
those of the lesson "Encode and decode", ranks are those of the file.
"""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.files.inspection.views.words import Life, Replay
from pages.components.component import component
from pages.components.vocabularies.answers import answered
from pages.lessons.tokenizer_file.life.walked_text import (
    WalkedText,
    look_at_token,
    replay_of,
    text_to_walk,
)
from pages.lessons.tokenizer_file.life.word_lattice import draw_lattice
from pages.lessons.tokenizer_file.strange import origin_of, token_shown
from pages.session import state
from pages.session.language import N_, _, current_language, gettext
from pages.session.session_state import bound, component_value
from pages.session.uploads.model_files import Vocabulary

#: The forms and places in which a token's text is tried, by their names in a file's views.
VARIANTS = {
    "alone": N_("its own text"),
    "bare": N_("without the space"),
    "space": N_("with a space before"),
    "capital": N_("capitalized"),
    "upper": N_("in upper case"),
    "lower": N_("in lower case"),
    "end": N_("at the end of the text"),
    "before-stop": N_("before a full stop"),
}
_KEY = "token_life"
_component = component(
    "token_life",
    "lessons/tokenizer_file/life/life.js",
    "components/stepper/stepper.css",
    "components/stepper/walking/one_word.css",
    "lessons/tokenizer_file/life/life.css",
)


def draw_life(vocabulary: Vocabulary, fields: DeltaGenerator) -> None:
    """The token to look at, chosen by its id in `fields`, and a text whose words are walked."""
    token = token_shown(vocabulary.code)
    if state.chosen("token") is None:
        token = min(token, vocabulary.size - 1)
    with fields:
        st.number_input(
            _("Token id"), 0, 10_000_000, width=160, **bound("inside_token", token, look_at_token)
        )
    life: Life | None = answered(vocabulary, {"ask": "life", "id": token}, "life")
    if life is None:
        return
    with fields:
        walked = text_to_walk(vocabulary, life["token"]["text"] or "")
    replay = replay_of(vocabulary, walked) if walked else None
    _component(
        key=_KEY,
        data=life_data(life, walked, replay) | {"origin": origin_of(vocabulary.code, token)},
        on_place_change=lambda: _take_place(walked),
        on_step_change=lambda: _take_step(token, walked),
    )
    if walked:
        draw_lattice(vocabulary, walked)


def _take_place(walked: WalkedText | None) -> None:
    """Walk the word that was clicked."""
    place = component_value(_KEY, "place")
    if walked is not None and place in walked.found["firsts"]:
        state.choose(place=int(place), merged=0)


def _take_step(token: int, walked: WalkedText | None) -> None:
    """Note the step that was reached, unless it is one of the word before, reported late."""
    match component_value(_KEY, "step"):
        case [of, word, int(reached)] if walked and (of, word) == (token, walked.chosen):
            state.choose(merged=max(0, int(reached)))  # True matches the pattern, too


def life_data(life: Life, walked: WalkedText | None, replay: Replay | None) -> dict[str, Any]:
    """Return a token's life for the browser, with its sentences."""
    return {
        "life": life,
        "variants": {name: gettext(label) for name, label in VARIANTS.items()},
        "words": walked and {**walked.found, "chosen": walked.chosen},
        "replay": replay,
        "step": state.chosen("merged"),
        "visit": state.visit(),
        "lang": current_language(),
    }
