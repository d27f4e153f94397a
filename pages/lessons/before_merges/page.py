"""The lesson "Before the merges": a text is normalized, then cut into words."""

import streamlit as st

from bpe_core.text.normalization import normalize_with_offsets
from pages.components.downloads import Offered, downloads_box, draw_downloads
from pages.components.fields import input_text_field
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.library_code import library_code
from pages.components.sidebar import normalization
from pages.components.training import trained
from pages.lessons.before_merges import LESSON
from pages.lessons.before_merges.characters import draw_characters
from pages.lessons.before_merges.pipeline import draw_chain, draw_cuts, draw_each, own_words
from pages.lessons.before_merges.whole_way import draw_documents, draw_whole_way
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.training_request import bpe_request

#: Most characters that are cut; one character may become 18 (U+FDFA), and every cut takes time.
MOST_CUT = 6_000


def lesson() -> None:
    """A text on its whole way into ids, how rules cut it into words, and the rest folded."""
    lesson_head(LESSON, _("Before the merges"))
    request = bpe_request()
    now = request.specification
    left, right = st.columns([3, 2])
    with left:
        text = input_text_field(_("Ｔhe ﬁrst cafe\u0301  isn't ½ full: 7,481. 停！"))
    with right:
        normalization(now, key="lesson_normalizer")
    normalized = normalize_with_offsets(text, now.normalizer)
    with st.container():  # one place, whatever it holds: what moves down loses the focus
        if now.normalizer:
            draw_chain(normalized)
        draw_whole_way(request, text)
    st.header(_("How text is cut into words"))
    st.markdown(LESSON.prose("cuts"))
    begin = normalized.beginning(MOST_CUT)
    with st.container():
        if len(begin.text) < len(normalized.text):
            st.caption(LESSON.prose("grown", n=len(begin.text)))
        own = own_words(begin.text)
    draw_cuts(begin, own, in_use=now.pre_tokenizer)
    with st.expander(_("Each normalization by itself")):
        draw_each(text)
    draw_characters(begin.text)
    draw_documents(request)
    library_code("before_with_tokenizers")
    if not request.lacks_text:
        offer_corpus()
    what_is_this(LESSON)


@lesson_fragment
def offer_corpus() -> None:
    """Offer the files of the corpus: nothing is trained here before the box is opened."""
    if (box := downloads_box()).open:
        with box:
            if (done := trained(bpe_request())) is not None:
                draw_downloads(Offered(done.key, len(done.trace)))


lesson()
