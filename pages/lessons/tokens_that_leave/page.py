"""The lesson "Tokens that leave": Picky BPE."""

import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.picky import PickyTrace
from pages.components.lesson_head import fold, lesson_head, what_is_this
from pages.components.training import all_trained, asks_for_text, trained
from pages.components.walk_follower import follow_alone, walk_place
from pages.lessons.tokens_that_leave import LESSON
from pages.lessons.tokens_that_leave.panels import (
    choose_threshold,
    draw_encoded,
    draw_figures,
    draw_junk,
    walk,
)
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import TrainingRequest, bpe_request, picky_request
from pages.session.view_options import shows_charts


def lesson() -> None:
    """Draw the threshold, the walk, and what it comes to beside BPE."""
    lesson_head(LESSON, _("Tokens that leave"))
    if asks_for_text(bpe_request()):
        return
    with st.container(key="off_stage"):
        threshold = choose_threshold()
    request = picky_request(threshold)
    done = trained(request)
    if done is None or not isinstance(done.trace, PickyTrace):
        return
    walk(start := walk_place(done.key, len(done.trace)), request.specification.tie_break)
    follow_alone(len(done.trace))
    if shows_charts(start.view):
        _compare(request)
    what_is_this(LESSON)


def _compare(request: TrainingRequest) -> None:
    """Draw BPE beside it, trained on the same text."""
    done = all_trained([request, request.but(algorithm="bpe", threshold=100)])
    if done is not None:
        _beside_bpe(done[0].key, done[1].key)


@lesson_fragment
def _beside_bpe(picky_key: str, bpe_key: str) -> None:
    """Draw the results beside BPE's, and a text encoded. Reruns when the learner types."""
    picky, bpe = shown_trace(picky_key, PickyTrace), shown_trace(bpe_key, Trace)
    st.header(_("Compared with BPE"))
    junk, figures = st.columns([3, 2], gap="medium")
    with junk:
        draw_junk(picky, bpe)
    with figures:
        draw_figures(picky, bpe)
    with fold(_("Encode some text"), "encoded"):
        draw_encoded(picky, bpe)


lesson()
