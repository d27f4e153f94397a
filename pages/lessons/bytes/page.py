"""The lesson "Bytes": what a text is made of, and why 256 base tokens are enough."""

from html import escape
from itertools import islice

import streamlit as st

from bpe_core import Trace
from bpe_core.experiments.characters import in_both, misread
from pages.components.charts import facts_table
from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import input_text_field
from pages.components.html import Html
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import asks_for_text
from pages.lessons.bytes import LESSON
from pages.lessons.bytes.bases import bases_of, both_trained, draw_bases, names
from pages.lessons.bytes.rulers import UNICODE_CHARACTERS, draw_alphabet, draw_arriving, draw_rulers
from pages.session.language import _, format_large, visible
from pages.session.training_request import bpe_request

#: Characters of the learner's text that are listed, and those that always are.
MOST, ALWAYS = 5, "茶\U00020bb7"


def lesson() -> None:
    """A text on four rulers, GPT-2's alphabet, and characters, bytes or both as the base."""
    lesson_head(LESSON, _("Bytes"))
    text = input_text_field(_("A hug: na\u00efve, cafe\u0301, 哈哈, 👩‍👧 and 🇨🇳"))
    rulers = st.container()
    st.header(_("Characters, bytes, or both as the base"))
    st.markdown(LESSON.prose("base"))
    request = bpe_request()
    both = None if asks_for_text(request) else both_trained(request)
    traces = [one.trace for one in both or () if isinstance(one.trace, Trace)]
    if both and traces:
        draw_bases(bases_of(traces, text))
        draw_arriving(traces[1].tokenizer(), text)
        offered = [Offered(one.key, len(one.trace)) for one in both]
        offer_downloads(dict(zip(names()[:2], offered, strict=True)))
    with st.expander(_("Why 256 are enough")):
        count = format_large(UNICODE_CHARACTERS)
        st.markdown(LESSON.prose("alphabet", n=count))
        draw_alphabet(text)
    with rulers:
        draw_rulers(
            text, request.specification.normalizer, traces[1].tokenizer() if traces else None
        )
    draw_other_encoding(text)
    what_is_this(LESSON)


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


lesson()
