"""The lesson "What are tokens for?": a language model of counts on the learner's own text."""

import streamlit as st

from bpe_core import Trace
from pages.components.bigram_walk import bigram_walk
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import asks_for_text, trained
from pages.components.walk_follower import WalkStart, follow_alone, walk_place
from pages.lessons.what_tokens_are_for import LESSON
from pages.lessons.what_tokens_are_for.panels import draw_information, draw_unread
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import bpe_request
from pages.session.view_options import shows_charts


def lesson() -> None:
    """Draw the model and its walk, then text that it has not read."""
    lesson_head(LESSON, _("What are tokens for?"))
    request = bpe_request()
    if asks_for_text(request):
        return
    done = trained(request)
    if done is None or not isinstance(done.trace, Trace):
        return
    _walk(start := walk_place(done.key, len(done.trace)))
    follow_alone(len(done.trace))
    if shows_charts(start.view):
        draw_unread()
        st.markdown(LESSON.prose("from_here"))
        draw_information(done.trace)
    what_is_this(LESSON)


@lesson_fragment
def _walk(start: WalkStart) -> None:
    """Draw the model and the walk over it. No step reruns this, only another word."""
    bigram_walk(
        shown_trace(start.trace_key, Trace),
        start,
        key="bigram_stepper",
        seed=state.chosen("seed"),
        on_seed=lambda seed: state.choose(seed=seed),
    )


lesson()
