"""Orders: who speaks in a chat, and texts that look the same but differ."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bpe_core.experiments.characters import code_points, equal_after
from bpe_core.experiments.prompts import ChatToken, Turn, chat_tokens, turns_read
from pages.components.charts import facts_table
from pages.components.fields import parameter_switch
from pages.components.tokens.plain_text import decoded, token_text
from pages.components.tokens.token_rows import TokenRow, token_rows
from pages.lessons.what_the_model_sees import LEFT, LESSON, RIGHT, TYPED
from pages.lessons.what_the_model_sees.experiment import (
    Vocabulary,
    chosen_vocabulary,
    is_answered,
    predict,
    strip,
)
from pages.session import state
from pages.session.language import N_, _, format_number, gettext

SYSTEM = N_("You are a helpful assistant.")
#: The ways in which a program can treat typed text that looks like a special token.
WAYS = {
    "careful": N_("encodes it as ordinary text"),
    "careless": N_("takes it for the special token"),
}


def draw_orders(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    typed = st.text_area(_("What a user types"), max_chars=400, height=150, **_bound("says", TYPED))
    vocabulary = chosen_vocabulary(vocabularies)
    if vocabulary is None:
        return False
    turns = [Turn("system", gettext(SYSTEM)), Turn("user", typed)]
    careless = chat_tokens(vocabulary.encoder, turns, careful=False)
    question, facts = LESSON.prose("orders_question"), (typed, vocabulary.key)
    was_answered = is_answered("orders")
    if not predict("orders", question, facts, lambda: len(turns_read(careless))):
        return False
    if not was_answered and "lets" not in state.link().own:
        state.choose(lets="careless")  # of which the question was
    label = _("When a user types something that looks like a special token, the program")
    is_careful = parameter_switch(label, WAYS, "lets", key="sees_lets") == "careful"
    draw_chat(chat_tokens(vocabulary.encoder, turns, careful=is_careful))
    draw_look_alikes(vocabularies)
    return True


def _bound(name: str, example: str) -> dict[str, Any]:
    """Bind a field to a parameter; until something is typed, it shows the reader's example."""
    typed = state.chosen(name)
    return state.bound_to_parameter(name, gettext(example) if typed is None else typed)


def draw_chat(tokens: Sequence[ChatToken]) -> None:
    """Draw the chat as one text, with special tokens in boxes, and the messages a model reads."""
    cells = [(decoded(token), "box" if is_special else "chip-like") for token, is_special in tokens]
    strip(_("the chat as tokens"), cells, key="sees_chat")
    st.header(_("What the model reads"))
    rows = [[turn.speaker, turn.text] for turn in turns_read(tokens)]
    facts_table(rows, [_("who speaks"), _("message")])


def draw_look_alikes(vocabularies: Sequence[Vocabulary]) -> None:
    """Draw the characters, bytes and tokens of two texts side by side."""
    st.header(_("Two texts that look the same"))
    with st.container(horizontal=True):
        one, two = (
            st.text_input(label, max_chars=60, width=320, **_bound(name, example))
            for label, name, example in (
                (_("One text"), "left", LEFT),
                (_("Another text"), "right", RIGHT),
            )
        )
    if one == two:
        st.info(_("These two texts are identical, byte for byte."))
    elif forms := equal_after(one, two):
        names = _(", ").join(forms)
        st.info(_("They differ, but normalization makes them identical: {forms}.", forms=names))
    else:
        st.info(_("They differ, and none of Unicode's normal forms makes them identical."))
    columns = [_("character"), _("code point"), _("name in Unicode"), _("bytes"), ""]
    for side, text, other in zip(st.columns(2), (one, two), (two, one), strict=True):
        rows = [
            [
                token_text(point.character),
                point.number,
                point.name,
                point.utf8.hex(" ").upper(),
                _("differs") if point.is_different else "",
            ]
            for point in code_points(text, other)
        ]
        with side:
            facts_table(rows, columns)
    rows_of_tokens = [
        TokenRow(each.name, _counts(each, one, two), [each.chips(one), each.chips(two)])
        for each in vocabularies
    ]
    token_rows(rows_of_tokens, key="sees_look_alikes")


def _counts(vocabulary: Vocabulary, one: str, two: str) -> str:
    counts = (len(vocabulary.encoder.encode(text)) for text in (one, two))
    return " / ".join(map(format_number, counts))
