"""The lesson "Without a tokenizer": entropy patches, as in the Byte Latent Transformer."""

from dataclasses import replace

import streamlit as st

from bpe_core import Trace
from bpe_core.text.corpus import encode_utf8
from pages.components.event_walk import event_walk
from pages.components.fields import input_text_field
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import asks_for_text, trained
from pages.components.walk_follower import follow_walk, walk_place
from pages.lessons.without_a_tokenizer import LESSON
from pages.lessons.without_a_tokenizer.patches import (
    MOST_BYTES,
    MOST_COUNTED,
    Cut,
    choose_rule,
    draw_curve,
    draw_figures,
    table_of,
    walk_of,
)
from pages.session import state
from pages.session.language import _, format_large
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import bytes_request
from pages.session.usual_settings import usual_text
from pages.session.view_options import shows_charts


def lesson() -> None:
    """Draw the choice of the rule, the text, and the walk over its bytes."""
    lesson_head(LESSON, _("Without a tokenizer"))
    request = bytes_request()
    if asks_for_text(request) or (done := trained(request)) is None:
        return
    _walk(done.key, request.key, state.visit(), state.link().view)
    what_is_this(LESSON)


@lesson_fragment
def _walk(key: str, text_key: str, visit: int, view: tuple[str, ...]) -> None:
    """The bytes of the learner's text. This reruns for another text, threshold or context."""
    trace = shown_trace(key, Trace)
    request = bytes_request()
    with st.container(key="off_stage"):
        order, rule, threshold = choose_rule()
        whole = input_text_field(usual_text(request.corpus, trace.corpus))
        text = encode_utf8(whole)[:MOST_BYTES]
        if len(encode_utf8(whole)) > MOST_BYTES:
            st.caption(_("Only the first {n} bytes of the text are cut.", n=MOST_BYTES))
        if len(request.text or "") > MOST_COUNTED:
            limit = format_large(MOST_COUNTED)
            st.caption(_("The table counts the first {n} characters of the corpus.", n=limit))
    cut = Cut(table_of(request, order), text, threshold, rule, trace.tokenizer())
    now = walk_place(f"{text_key}-{cut.key}", len(text))
    start = replace(now, visit=visit, view=view)
    event_walk(walk_of(cut).to_json(), start, key="patches_stepper")
    follow_walk(len(text))
    if shows_charts(view) and text:
        curve, figures = st.columns([3, 2], gap="medium")
        with curve:
            draw_curve(cut)
        with figures:
            draw_figures(cut)


lesson()
