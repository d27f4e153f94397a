"""The lesson "Bytes": what a text is made of, and why 256 base tokens are enough."""

import streamlit as st

from bpe_core import Trace
from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import input_text_field
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.training_progress import asks_for_text
from pages.lessons.bytes import LESSON
from pages.lessons.bytes.arriving import draw_arriving
from pages.lessons.bytes.bases import bases_of, both_trained, draw_bases, names
from pages.lessons.bytes.other_encoding import draw_other_encoding
from pages.lessons.bytes.rulers import UNICODE_CHARACTERS, draw_alphabet, draw_rulers
from pages.session.language import _, format_large
from pages.session.training_request import bpe_request


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
        st.markdown(LESSON.prose("alphabet").format(n=count))
        draw_alphabet(text)
    with rulers:
        draw_rulers(
            text, request.specification.normalizer, traces[1].tokenizer() if traces else None
        )
    draw_other_encoding(text)
    what_is_this(LESSON)


lesson()
