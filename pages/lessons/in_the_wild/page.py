"""The lesson "In the wild": a text through published vocabularies, and the one trained here."""

from dataclasses import replace

import streamlit as st

from bpe_core.text.corpus import encode_utf8
from pages.components.downloads import Offered, offer_downloads
from pages.components.fields.input_text import input_text_field
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.tokenizer_choice import Source, TrainedHere, chosen_source
from pages.components.vocabularies.answers import draw_missing_answers
from pages.components.vocabularies.choice import draw_missing
from pages.components.vocabularies.loading import draw_loading
from pages.components.vocabularies.tokenizer_upload import tokenizer_upload
from pages.lessons.in_the_wild import LESSON, LIFE
from pages.lessons.in_the_wild.chinese_words import draw_chinese_words
from pages.lessons.in_the_wild.choosing import draw_choosing
from pages.lessons.in_the_wild.chosen import choose_vocabularies, compare_also, compare_no_more
from pages.lessons.in_the_wild.figures import draw_figures
from pages.lessons.in_the_wild.overlay import cuts_component
from pages.lessons.in_the_wild.overlay.cuts import cut_here, cuts_of
from pages.lessons.in_the_wild.parallel import parallel_texts
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.training_request import bpe_request

SAMPLE = (
    "Hello world! 你好，世界！ Привет, мир! It's 7,481 tokens, isn't it?\n"
    "def f(x):\n    return x  # 👋"
)


def lesson() -> None:
    """The idea in one sentence; then the text, once for each vocabulary."""
    lesson_head(LESSON, _("In the wild"))
    trains = state.is_training() and not bpe_request().lacks_text
    source = chosen_source() if trains else None
    compared = st.container(key="wild_work")
    tokenizer_upload(compare_also, compare_no_more)
    with compared:
        work(source, state.is_training())
    what_is_this(LESSON)


@lesson_fragment
def work(source: Source | None, trains: bool) -> None:
    """The text and its tokens. Only this fragment reruns as the learner types."""
    if trains != state.is_training():
        st.rerun()
    text = input_text_field(SAMPLE)
    draw_missing()
    chosen = choose_vocabularies()
    if draw_loading():
        return
    cuts, replies = cuts_of(text, chosen)
    if source is not None and (cut := cut_here(source, text)):
        cuts.append(cut)
    draw_missing_answers(replies)
    codes = [cut.code for cut in cuts]
    two = [code for code in state.chosen("two") if code in codes]
    cuts_component(
        text,
        cuts,
        two,
        key="wild",
        on_two=lambda two: state.choose(two=two),
        on_life=lambda code, token_id, place: open_life(text, code, token_id, place),
    )
    if state.is_leaving():
        st.rerun()
    draw_figures(cuts, len(encode_utf8(text)))
    draw_choosing(text, cuts)
    if chosen:
        draw_chinese_words(chosen)
        parallel_texts(chosen)
    if isinstance(source, TrainedHere):
        offer_downloads({"BPE": Offered(source.key, source.rules)})


def open_life(text: str, code: str, token_id: int, place: int) -> None:
    """Go to the lesson that shows the life of a token, and walk its word in the text there."""
    own = {"look": code, "token": token_id, "walk": text, "place": place}
    state.leave_for(LIFE, replace(state.link(), word=None, own=own))


lesson()
