"""Back to text: four signs in tokens, and what decoding makes of each."""

from html import escape

import streamlit as st

from bpe_core.experiments.back_to_text import Decoded, ways_back
from pages.components.charts.tables import facts_table
from pages.components.html import Html
from pages.components.tokens.plain_text import token_text
from pages.lessons.encode_decode import LESSON, NO_DROPOUT
from pages.session.language import _, visible
from pages.session.view_options import is_stage_alone

#: The characters of the text that are used, and the merges of each training on them.
MOST_CHARACTERS, MERGES = 40, 8
#: The last character that is broken off, where the text ends in one of a single byte.
BROKEN = "茶"


def draw_signs(text: str, view: tuple[str, ...]) -> None:
    """Draw the text by each way. Nothing on the stage, or where a link hides what is below it."""
    text = text[:MOST_CHARACTERS].strip()
    if not text or NO_DROPOUT in view or is_stage_alone(LESSON):
        return
    with st.expander(_("Back to text: </w>, Ġ, ## and �")):
        st.markdown(LESSON.prose("signs"))
        whole = text + BROKEN if text[-1].isascii() else text
        ways = [*ways_back(text, MERGES)[:-1], ways_back(whole, 0)[-1]]
        columns = [_("sign"), _("as tokens"), _("joined as they are"), _("decoded")]
        facts_table([_row(way, text) for way in ways], columns)


def _row(way: Decoded, text: str) -> list[str]:
    chips = " ".join(f"<bdi>{escape(token_text(token))}</bdi>" for token in way.tokens)
    sign = "✓" if way.decoded == text else "≠"
    decoded = Html(f"{_literal(way.decoded)} {sign}")
    return [way.sign, Html(chips), _literal(way.joined), decoded]


def _literal(text: str) -> Html:
    return Html(f"<code>{escape(visible(text, len(text)).replace(' ', '␣'))}</code>")
