"""The lesson "Fair to languages": parity-aware BPE."""

import streamlit as st

from bpe_core import BpeError
from bpe_core.algorithms.parity.training import train_parity
from pages.components.event_walk import event_walk
from pages.components.lesson_head import lesson_head
from pages.components.walk_follower import follow_walk, walk_place
from pages.lessons.fair_to_languages import LESSON
from pages.lessons.fair_to_languages.choices import choose_numbers, choose_texts
from pages.lessons.fair_to_languages.panels import draw_cost, draw_ratio
from pages.lessons.fair_to_languages.walk import walk_of
from pages.session import state
from pages.session.language import _, current_language, translate_error
from pages.session.lesson_fragment import lesson_fragment
from pages.session.view_options import shows_charts


def lesson() -> None:
    """Draw the choice of texts, the walk, and what it comes to beside BPE."""
    lesson_head(LESSON, _("Fair to languages"))
    with st.container(key="off_stage"):
        chosen = choose_texts()
        if len(chosen.texts) < 2:
            st.info(_("Enter the same text in at least two languages, one per line."))
            return
        chosen = choose_numbers(chosen)
    try:
        joint, corpora = chosen.corpora()
    except BpeError as error:
        st.error(translate_error(error))
        return
    parity = train_parity(joint, corpora, num_merges=chosen.merges, together=chosen.together)
    state.set_step(min(state.link().step, len(parity)))
    now = state.link()
    walk_place()
    event_walk(
        walk_of(parity, chosen).to_json(),
        key="parity_stepper",
        trace_key=chosen.key,
        lang=current_language(),
        step=now.step,
        visit=state.visit(),
        view=now.view,
    )
    _follow(len(parity))
    if shows_charts(now.view):
        bpe = train_parity(joint, corpora, num_merges=len(parity), together=len(parity))
        st.header(_("Compared with BPE after as many merges"))
        ratio, cost = st.columns([3, 2], gap="medium")
        with ratio:
            draw_ratio(parity, bpe)
        with cost:
            draw_cost(parity, bpe, chosen.names)
    with st.expander(_("What is this?")):
        st.markdown(LESSON.prose("more"))


@lesson_fragment
def _follow(last: int) -> None:
    """Write the address of the step."""
    follow_walk(last)


lesson()
