"""The lesson "Merges across spaces": SuperBPE and BoundlessBPE."""

import streamlit as st

from bpe_core.algorithms.across_words.trace import AcrossTrace
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import all_trained, asks_for_text, trained
from pages.components.walk_follower import follow_alone, walk_place
from pages.lessons.across_spaces import LESSON
from pages.lessons.across_spaces.panels import (
    Three,
    choose_way,
    crossing_table,
    encoded,
    figures,
    tell_about_walls,
    tell_what_is_missing,
    walk,
)
from pages.session import state
from pages.session.language import _
from pages.session.training_request import across_request, bpe_request
from pages.session.view_options import is_stage_alone, shows_charts


def lesson() -> None:
    """Draw the choice of the algorithm, its walk, and what it comes to beside BPE."""
    lesson_head(LESSON, _("Merges across spaces"))
    if asks_for_text(bpe_request()):
        return
    controls = st.container(key="off_stage")
    choices = controls.container(horizontal=True, vertical_alignment="bottom")
    with choices:
        way, switch = choose_way()
    done = trained(across_request(way, switch))
    if done is None or not isinstance(trace := done.trace, AcrossTrace):
        return
    with choices:
        tell_about_walls(trace)
    with controls:
        tell_what_is_missing(trace)
    walk(start := walk_place(done.key, len(trace)))
    follow_alone(len(trace))
    if shows_charts(start.view):
        _compare(switch)
    if not is_stage_alone(state.lesson()):
        crossing_table(trace)
    what_is_this(LESSON)


def _compare(switch: int) -> None:
    """Draw BPE and both ways beside each other, with the same settings."""
    never = across_request("superbpe", 10**9)
    requests = [never, across_request("superbpe", switch), across_request("boundless", 0)]
    done = all_trained(requests)
    if done is None:
        return
    traces: Three = {
        name: each.trace
        for name, each in zip(("BPE", "SuperBPE", "BoundlessBPE"), done, strict=True)
        if isinstance(each.trace, AcrossTrace)
    }
    st.header(_("Three algorithms, the same vocabulary size"))
    figures(traces)
    encoded(traces)


lesson()
