"""The life of one token: what it is made of, what becomes of its text, and why it is cut that way.

Any word of a text can be walked, step by step, including the rules that fitted but lost. Unlike
those of the lesson "Encode and decode", ranks are those of the file.
"""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.files.inspection.words import LatticeView, Life, Replay
from pages.components.component import component
from pages.components.tokens.lattice import LONGEST_WORD, lattice_data, word_lattice
from pages.components.vocabularies.answers import answered, ask_all, draw_missing_answers
from pages.lessons.tokenizer_file.life.walked_text import (
    WalkedText,
    look_at_token,
    replay_of,
    text_to_walk,
)
from pages.lessons.tokenizer_file.strange import origin_of, token_shown
from pages.session import state
from pages.session.language import N_, _, current_language, gettext
from pages.session.session_state import bound, component_value
from pages.session.uploads import Vocabulary

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


def draw_lattice(vocabulary: Vocabulary, walked: WalkedText) -> None:
    """Draw the lattice of the walked word, or nothing if the vocabulary has no scores."""
    summary = ask_all([(vocabulary, {"ask": "summary"})], "model file")[0].answer
    if summary is None or "lattice" not in summary["shows"]:
        return
    question = {"ask": "lattice", "text": walked.text, "word": walked.chosen}
    replies = ask_all([(vocabulary, question)], "lattice")
    draw_missing_answers(replies)
    lattice: LatticeView | None = replies[0].answer
    if lattice is None:
        return
    if not lattice["is_same"]:
        st.caption(
            _(
                "Either this file's own library gets a different result, or the word is too long "
                "for it to be compared."
            )
        )
    has_bytes = "byte" in summary["kinds"]
    word_lattice(data_of(lattice, has_bytes=has_bytes), key="file_lattice")


def data_of(lattice: LatticeView, *, has_bytes: bool = False) -> dict[str, Any]:
    """Return the lattice for the browser; the scores are those of the file.

    >>> edges = [{"start": 0, "end": 1, "id": 1, "score": -1.0}]
    >>> data = data_of({"characters": ["▁"], "edges": edges, "tokens": {}, "left_out": ""})
    >>> data["edges"], data["best"], data["ways"]
    ([[0, 1, -1.0, True]], [0], [{'edges': [0], 'score': -1.0, 'share': 1.0}])
    """
    characters = lattice["characters"]
    known = {int(i) for i, token in lattice["tokens"].items() if token["kind"] != "unknown"}
    edges = [
        Edge(e["start"], e["end"], e["id"] if e["id"] in known else _NO_TOKEN, e["score"])
        for e in lattice["edges"]
    ]
    return lattice_data(
        Lattice(len(characters), edges),
        [*characters],
        left_out=[*lattice["left_out"][: LONGEST_WORD + 1]],
        unknown_id=_NO_TOKEN,
        has_bytes=has_bytes,
    )


#: The key that represents an unknown token, whichever id a file gives it.
_NO_TOKEN = -1
