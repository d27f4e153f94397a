"""Six strange tokens, each as all published vocabularies split it."""

from dataclasses import dataclass

import streamlit as st

from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.components.vocabularies.choice import draw_loading, published_vocabularies
from pages.lessons.tokenizer_file import LESSON
from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.session_state import bound


@dataclass(frozen=True)
class Strange:
    """A text that is one token in the vocabulary `look`, with this id, and where it comes from."""

    text: str
    look: str
    token: int
    origin: str


STRANGE = (
    Strange(" SolidGoldMagikarp", "GPT-2", 43453, N_("a user name, written again and again")),
    Strange(
        "rawdownloadcloneembedreportprint",
        "GPT-2",
        30906,
        N_("six buttons of a website, read as one word"),
    ),
    Strange("ÃÂÃÂÃÂÃÂ", "GPT-2", 9364, N_("what is left of text that was decoded wrongly")),
    Strange("useRalative", "cl100k", 89472, N_("a misspelled name in program code")),
    Strange(" 天天中彩票", "o200k", 2783, N_("an advertisement: “win the lottery every day”")),
    Strange(
        "给主人留下些什么吧",
        "o200k",
        177431,
        N_("the line above online guest books: “leave something for the owner”"),
    ),
)


#: The token shown first in any other vocabulary: all of them have one with this id.
_FIRST = 1_000


def draw_strange() -> None:
    """Draw each token in all vocabularies, and buttons that show how it was made."""
    st.header(_("Six strange tokens"))
    st.markdown(LESSON.prose("strange"))
    if draw_loading() or not (vocabularies := published_vocabularies()):
        return
    rows = [
        TokenRow(
            shown(each),
            "",
            [[Chip(v.token(i)) for i in v.encode(each.text)] for v in vocabularies.values()],
        )
        for each in STRANGE
    ]
    token_rows(rows, key="strange_tokens", columns=[_("Token"), *vocabularies])
    look = state.chosen("look")
    now = look, token_shown(look)
    chosen = next((i for i, each in enumerate(STRANGE) if (each.look, each.token) == now), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(_("How this token was made"), width="content")
        st.pills(
            _("See how it was made"),
            range(len(STRANGE)),
            format_func=lambda i: shown(STRANGE[i]),
            label_visibility="collapsed",
            **bound("inside_strange", chosen, _look_at),
        )


def shown(strange: Strange) -> str:
    """Its text, with its spaces made visible."""
    return strange.text.replace(" ", "␣")


def token_shown(look: str) -> int:
    """The id of the token that is shown: the chosen one, or else the vocabulary's strangest."""
    first = next((each.token for each in STRANGE if each.look == look), _FIRST)
    chosen: int | None = state.chosen("token")
    return first if chosen is None else chosen


def origin_of(look: str, token: int) -> str:
    """Where a strange token comes from; empty for any other token."""
    origins = {(each.look, each.token): each.origin for each in STRANGE}
    origin = origins.get((look, token))
    return "" if origin is None else gettext(origin)


def _look_at(chosen: int | None) -> None:
    """Look at one of them, in the vocabulary in which it is one token."""
    if chosen is not None:
        each = STRANGE[chosen]
        state.choose(look=each.look, token=each.token, walk=None, place=0, merged=0)
