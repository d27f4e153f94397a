"""A training on the page: the stepper, and below it everything that follows the steps.

A second training may run beside the first: with merges that the learner chose, kept in the link.
"""

from contextlib import suppress
from typing import Any

import streamlit as st

from bpe_core import Trace, WordPieceTrace
from pages.components.charts.formulas import score_formula
from pages.components.downloads import Offered, is_box_open, offer_downloads
from pages.components.stepper import stepper
from pages.components.stepper.arrival import go_to_place
from pages.components.stepper.on_page import classroom_data
from pages.components.training.charts_box import charts_box
from pages.components.training.larger_corpus import (
    is_prose_requested,
    offer_counts,
    on_to_prose,
)
from pages.components.training.training_progress import asks_for_text, cached_or_trained, trained
from pages.components.walk_follower import WalkStart, follow_walk, walk_place
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.parameters import CHOSEN, LinkError
from pages.session.session_state import SessionValue
from pages.session.traces import merges_by_key, shown_trace
from pages.session.training_request import TrainingRequest
from pages.session.view_options import arrival_place, shows_charts


def train_and_walk(request: TrainingRequest, name: str) -> None:
    """Train with these settings and draw the walk; `name` is the name of the algorithm."""
    if asks_for_text(request):
        return
    forked = forked_settings(request)
    done = cached_or_trained(request) if forked else trained(request)
    if done is None or not isinstance(trace := done.trace, Trace):
        return
    start, place = walk_place(done.key, len(trace)), arrival_place(state.lesson())
    offer_counts(trace)
    _walk(start, forked_key(forked), place)
    _follow(done.key)
    if shows_charts(start.view) and not place:
        charts_box(done.key, name)
        offer_downloads({name: Offered(done.key)})


@lesson_fragment
def _walk(start: WalkStart, beside: str, place: int) -> None:
    """Draw the stepper. This runs again for a prediction, a fork or a place, not for a step.

    The trace is looked up, because a session keeps a fragment's arguments for good. `beside` is the
    key of the training with chosen merges, or empty.
    """
    trace, fork = merges_by_key(start.trace_key), merges_by_key(beside)
    if trace is None or (beside and fork is None) or is_requested():
        st.rerun()
    stepper(
        trace,
        start,
        key="stepper",
        classroom=classroom_data(trace, start.view, place),
        fork=(beside, fork) if fork else None,
        on_fork=choose_merges,
        on_place=lambda reported: go_to_place(reported, len(trace)),
        on_prose=on_to_prose(),
    )
    has_arrived = place and not arrival_place(state.lesson())
    if has_arrived or is_prose_requested():
        st.rerun()


@lesson_fragment
def _follow(key: str) -> None:
    """Do what each step needs from Python: the address, and what only Python can typeset."""
    trace = shown_trace(key, Trace)
    if follow_walk(len(trace)) and is_box_open():
        st.rerun()
    now = state.link()
    if isinstance(trace, WordPieceTrace) and shows_charts(now.view):
        score_formula(trace, now.step)


FORK = "fork"
_fork_requested = SessionValue[bool]("fork_asked")


def forked_settings(request: TrainingRequest) -> TrainingRequest | None:
    """The same training with the merges given in the link; None if it gives none."""
    _fork_requested.take()
    if FORK not in state.lesson().parameters:
        return None
    choices = state.chosen(FORK)
    return request.but(choices=choices) if choices else None


def forked_key(wanted: TrainingRequest | None) -> str:
    """The key of that training; empty if there is none, or it is not done yet, or it failed.

    In the last two cases its progress has been drawn, or what happened and a way to go on without
    it.
    """
    if wanted is None:
        return ""
    if (done := trained(wanted)) is not None:
        return done.key
    st.button(_("Continue without these choices"), on_click=choose_merges, args=([],))
    return ""


def choose_merges(sent: Any) -> None:
    """Use the merges that a browser sent: lists of step, left id and right id."""
    rows = sent if isinstance(sent, list) else []
    text = ",".join(".".join(map(str, row)) for row in rows if isinstance(row, list))
    with suppress(LinkError):  # our own page would never send that
        state.choose(**{FORK: CHOSEN.read(text) if text else ()})
        _fork_requested.put(True)


def is_requested() -> bool:
    """Whether merges were chosen since the page was last drawn as a whole."""
    return bool(_fork_requested.get())
