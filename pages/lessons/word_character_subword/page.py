"""The lesson "Word, character, subword": one text through three tokenizers."""

import streamlit as st

from bpe_core import Trace
from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import input_text_field
from pages.components.lesson_head import fold, late_fold, lesson_head, what_is_this
from pages.components.tokens.three_tokenizers import plain_of
from pages.components.training import all_trained, asks_for_text
from pages.components.training.tokenizer_choice import offer_upload
from pages.lessons.word_character_subword import LESSON, OF_SIZES
from pages.lessons.word_character_subword.panels import (
    box,
    choose_step,
    choose_width,
    corpus_text,
    draw_families,
    draw_figures,
    draw_growth,
    draw_model_costs,
    draw_published,
    draw_ranks,
    draw_rows,
    draw_unknown,
    in_words,
    note_other_words,
    sample_text,
    ways_of,
)
from pages.lessons.word_character_subword.sizes import draw_sizes
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import bpe_request


def lesson() -> None:
    """Train with BPE, split into words without merges, and compare."""
    lesson_head(LESSON, _("Word, character, subword"))
    compared = st.container()
    offer_upload()
    what_is_this(LESSON)
    request = bpe_request()
    with compared:
        if asks_for_text(request):
            return
        if (done := all_trained([request, in_words(request)])) is not None:
            compare(done[0].key, done[1].key)


@lesson_fragment
def compare(key: str, words_key: str) -> None:
    """Draw what depends on the text, the step and the width: only this reruns for them."""
    trace, words = shown_trace(key, Trace), shown_trace(words_key, Trace)
    # A table of words with counts has no text that could be split into words differently.
    is_table = not len(trace.corpus.running_words)
    plain = plain_of(trace, trace.corpus if is_table else words.corpus)
    text = input_text_field(sample_text(trace))
    step = choose_step(trace)
    learned = trace.tokenizer(step)
    ways = ways_of(plain, trace, step, text)
    draw_rows(ways)
    draw_figures(ways)
    note_other_words(plain, trace)
    st.header(_("Words the tokenizer has never seen (OOV)"))
    st.markdown(LESSON.prose("unknown"))
    unknown, families = st.columns(2, gap="medium")
    with unknown:
        draw_unknown(plain.words, learned, text)
    with families:
        draw_families(plain.words, learned, trace)
    with fold(_("What each of them costs a model"), "costs", "width"):
        draw_model_costs(ways, choose_width("compare_width"))
    if (sizes := late_fold(_("How large should a vocabulary be?"), "sizes", *OF_SIZES)).open:
        with sizes:
            st.markdown(LESSON.prose("sizes"))
            draw_sizes(key, text, choose_width("compare_width_of_sizes"))
    box(_("Frequent and rare tokens"), "ranks", lambda: draw_ranks(plain, trace, step))
    box(
        _("More text, more words"),
        "growth",
        lambda: draw_growth(plain, trace, step, corpus_text(is_table)),
    )
    box(
        _("Published vocabularies: how large they are, and who uses what"),
        "published",
        lambda: draw_published(plain, learned),
    )
    with st.expander(_("From dictionaries to subwords: a timeline")):
        st.markdown(LESSON.prose("history"))
    offer_downloads({"BPE": Offered(key, step)})


lesson()
