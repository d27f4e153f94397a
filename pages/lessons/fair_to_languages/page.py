"""The lesson "Fair to languages": parity-aware BPE."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import BpeError
from bpe_core.algorithms.parity import ParityTrace
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import all_trained, trained
from pages.components.walk_follower import follow_alone, walk_place
from pages.lessons.fair_to_languages import LESSON
from pages.lessons.fair_to_languages.choices import choose
from pages.lessons.fair_to_languages.walk import draw_cost, draw_ratio, walk
from pages.session.language import _, translate_error
from pages.session.training_request import TrainingRequest
from pages.session.view_options import shows_charts


def lesson() -> None:
    """Draw the choice of texts, the walk, and what it comes to beside BPE."""
    lesson_head(LESSON, _("Fair to languages"))
    with st.container(key="off_stage"):
        try:
            chosen = choose()
        except BpeError as error:
            st.info(translate_error(error))
            return
        if len(chosen.texts) < 2:
            st.info(_("Enter the same text in at least two languages."))
            return
    request = chosen.request()
    done = trained(request)
    if done is None or not isinstance(trace := done.trace, ParityTrace):
        return
    walk(start := walk_place(done.key, len(trace)), chosen)
    follow_alone(len(trace))
    if shows_charts(start.view):
        _compare(trace, request, chosen.names)
    what_is_this(LESSON)


def _compare(trace: ParityTrace, request: TrainingRequest, names: Sequence[str]) -> None:
    """Draw BPE with as many merges beside it."""
    done = all_trained([request, request.but(num_merges=len(trace), together=len(trace))])
    if done is None or not isinstance(bpe := done[1].trace, ParityTrace):
        return
    st.header(_("Compared with BPE after as many merges"))
    ratio, cost = st.columns([3, 2], gap="medium")
    with ratio:
        draw_ratio(trace, bpe)
    with cost:
        draw_cost(trace, bpe, names)


lesson()
