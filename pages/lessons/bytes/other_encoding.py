"""The same characters in GBK: other bytes, and what comes out of the wrong reading (乱码)."""

from html import escape
from itertools import islice

import streamlit as st

from bpe_core.experiments.characters import in_both, misread
from pages.components.charts.tables import facts_table
from pages.components.html import Html
from pages.lessons.bytes import LESSON
from pages.session.language import _, visible

#: Characters of the learner's text that are listed, and those that always are.
MOST, ALWAYS = 5, "茶\U00020bb7"


def draw_other_encoding(text: str) -> None:
    """Draw the text's first characters outside ASCII in UTF-8 and GBK, and both misreadings.

    Only what both encodings can write is misread.
    """
    with st.expander(_("The same characters in GBK, and garbled text")):
        st.markdown(LESSON.prose("other_encoding"))
        own = "".join(each.character for each in islice(in_both(text), MOST))
        rows = [
            [
                _literal(each.character),
                f"U+{ord(each.character):04X}",
                each.utf8.hex(" ").upper(),
                each.gbk.hex(" ").upper() or _("not in GBK"),
            ]
            for each in in_both(own + ALWAYS)
        ]
        facts_table(rows, [_("character"), _("code point"), "UTF-8", "GBK"])
        has = {each.character for each in in_both(text) if each.gbk}
        whole = "".join(character for character in text if character in has)[:MOST] or ALWAYS[0]
        as_gbk, as_utf8 = misread(whole)
        readings = [
            [_("UTF-8, read as GBK"), _literal(whole), _literal(as_gbk)],
            [_("GBK, read as UTF-8"), _literal(whole), _literal(as_utf8)],
        ]
        facts_table(readings, [_("bytes of"), _("written"), _("read")])


def _literal(text: str) -> str:
    return Html(f"<bdi>{escape(visible(text, len(text)))}</bdi>") if text else "–"
