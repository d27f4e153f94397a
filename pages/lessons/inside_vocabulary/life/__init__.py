"""The life of one token: what it is made of, what becomes of its text, and why it is cut that way.

Unlike the lesson "Encode and decode", this part shows all steps of a word at once, including the
rules that fitted but lost. Ranks are those of the file.
"""

from typing import Any

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.model_files.errors import NotShownError
from bpe_core.model_files.views.words import Life, Replay
from pages.components.component import component
from pages.components.stepper.text import transport_text
from pages.components.vocabularies.answers import answered, ask_all, draw_missing_answers
from pages.lessons.inside_vocabulary.life.word_lattice import draw_lattice
from pages.session import state
from pages.session.brought.model_files import Vocabulary
from pages.session.language import N_, _, current_language, gettext, translate_error
from pages.session.link import NAME_LIMIT
from pages.session.session_state import bound

#: The forms and places in which a token's text is tried, by their names in a file's views.
VARIANTS = {
    "alone": N_("its own text"),
    "bare": N_("without the space"),
    "space": N_("with a space before"),
    "capital": N_("capitalized"),
    "upper": N_("in upper case"),
    "lower": N_("in lower case"),
    "end": N_("at the end of a text"),
    "before-stop": N_("before a full stop"),
}
#: The token shown first, which every vocabulary has.
_FIRST = 1_000

_component = component(
    "token_life",
    "lessons/inside_vocabulary/life/life.js",
    "components/stepper/stepper.css",
    "components/stepper/walking/one_word.css",
    "lessons/inside_vocabulary/life/life.css",
)


def draw_life(vocabulary: Vocabulary) -> None:
    """The token to look at, chosen by its id, and a word that the learner types."""
    left, right = st.columns(2, vertical_alignment="bottom")
    chosen = state.chosen("token")
    token = min(_FIRST, vocabulary.size - 1) if chosen is None else chosen
    with left:
        st.number_input(_("Token id"), 0, 10_000_000, **state.bound_to_parameter("token", token))
    life: Life | None = answered(vocabulary, {"ask": "life", "id": token}, "life")
    if life is None:
        return
    text, word = life["token"]["text"], state.link().word
    with right:
        st.text_input(
            _("A word to encode step by step"),
            placeholder=text or "",
            max_chars=NAME_LIMIT,
            **bound("inside_word", word or "", _look_at),
        )
    shown = word or text
    replay = _replay(vocabulary, shown) if shown else None
    _component(key="token_life", data=life_data(life, replay))
    if shown:
        draw_lattice(vocabulary, shown)


def _look_at(word: str) -> None:
    """Encode another word, or the token's own text if there is no word."""
    state.change(word=word[:NAME_LIMIT] or None)


def _replay(vocabulary: Vocabulary, text: str) -> Replay | None:
    """How the text is encoded, rank by rank; None, with the reason drawn, if it cannot be shown."""
    replies = ask_all([(vocabulary, {"ask": "replay", "text": text})], "replay")
    error: BpeError | None = replies[0].error
    if isinstance(error, NotShownError):
        st.caption(translate_error(error))
    else:
        draw_missing_answers(replies)
    found: Replay | None = replies[0].answer
    return found


def life_data(life: Life, replay: Replay | None) -> dict[str, Any]:
    """What the browser draws, with the sentences for it."""
    return {
        "life": life,
        "variants": {name: gettext(said) for name, said in VARIANTS.items()},
        "replay": replay,
        "lang": current_language(),
        "text": transport_text()
        | _walk_text()
        | {
            "title": _("The token {token}, id {id}"),
            "bytes": _("bytes: {bytes}"),
            "tree_title": _("How it is merged"),
            "tree_lost": _(
                "The encoder never makes this token, because other merges come first. "
                "The tree shows the rule that the file lists for it."
            ),
            "origin_step": _("rank {k}"),
            "origin_base": _("base token"),
            "close": _("Close"),
            "variants_title": _("What its text becomes"),
        },
    }


def _walk_text() -> dict[str, str]:
    """The texts about a word on its way to its tokens."""
    return {
        "transport": _("Walk through the encoding"),
        "replay_title": _("Why {word} is split this way"),
        "replay_legend": _(
            "At each step, the rule with the lowest rank is applied. The others fit, "
            "too, but have to wait."
        ),
        "status_start": _("Step 0 of {n}: the word as base tokens"),
        "status_nothing": _("No rule fits: the word stays as its base tokens"),
        "status": _("Step {k} of {n}: rank {rank}, {left} + {right} → {token}"),
        "rules_title": _("Which merge rules fit?"),
        "pair": _("pair"),
        "rank_column": _("rank"),
        "becomes": _("becomes"),
        "no_rule": _("none"),
        "verdict_one": _("One rule fits, so it is next: rank {rank}."),
        "verdict": _("{n} rules fit. Rank {rank} is the lowest, so it comes first."),
        "end": _(
            "No rule fits any more: these are the tokens. Their ids are those that the file's own "
            "library gives."
        ),
        "first": _("◀ first"),
        "lost": _("loses for now"),
    }
