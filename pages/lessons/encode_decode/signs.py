"""Back to text: four signs in tokens, and a picture of what each token becomes."""

from html import escape

import streamlit as st

from bpe_core.experiments.back_to_text import Decoded, Flow, ways_back
from bpe_core.text.corpus import Token
from pages.components.tokens.plain_text import reading_direction, token_text
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
        st.html(f'<div class="flows">{"".join(_picture(way, text) for way in ways)}</div>')


def _picture(way: Decoded, text: str) -> str:
    """A column for each token: the token above, and below it the text that it becomes."""
    is_back = way.decoded == text
    verdict = _("This is the text.") if is_back else _("This is not the text.")
    columns = "".join(_column(flow, way.sign) for flow in way.flows)
    return (
        f"<figure><figcaption><code>{escape(way.sign)}</code> "
        f"<span>{'✓' if is_back else '≠'} {escape(verdict)}</span></figcaption>"
        f'<ol dir="{reading_direction([way.decoded])}">{columns}</ol></figure>'
    )


def _column(flow: Flow, sign: str) -> str:
    tokens = "".join(f"<bdi>{_signed(token, sign)}</bdi>" for token in flow.tokens)
    shown = _spaced(flow.text) if flow.text else "<small>–</small>"
    return f'<li><span>{tokens}</span><span aria-hidden="true">↓</span><bdi>{shown}</bdi></li>'


def _signed(token: Token, sign: str) -> str:
    """A token as HTML, with its sign marked."""
    shown = escape(token_text(token))
    return shown.replace(escape(sign), f"<mark>{escape(sign)}</mark>")


def _spaced(text: str) -> str:
    """A text as HTML, with its spaces marked."""
    return escape(visible(text, len(text))).replace(" ", "<mark>␣</mark>")
