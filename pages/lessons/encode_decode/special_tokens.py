"""How special tokens are treated that occur in the text to encode."""

import streamlit as st

from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.session_state import bound_switch

WAYS = {"text": N_("as text"), "tokens": N_("as tokens")}


def special_tokens(known: list[str]) -> list[str]:
    """The special tokens that count as tokens where they occur in the text."""
    if not known:
        return []
    way = st.segmented_control(
        _("Special tokens in the text"),
        list(WAYS),
        format_func=lambda name: gettext(WAYS[name]),
        **bound_switch("encode_as", state.chosen("as"), lambda way: state.choose(**{"as": way})),
    )
    return known if way == "tokens" else []
