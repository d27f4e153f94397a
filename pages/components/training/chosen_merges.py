"""A second training beside the first: the merges that a learner chose, kept in the link."""

from contextlib import suppress
from typing import Any

import streamlit as st

from pages.components.training.training_progress import trained
from pages.session import state
from pages.session.language import _
from pages.session.parameters import CHOSEN, LinkError
from pages.session.session_state import SessionValue
from pages.session.training_request import TrainingRequest

FORK = "fork"
_fork_requested = SessionValue[bool]("fork_asked")


def forked_settings(request: TrainingRequest) -> TrainingRequest | None:
    """The same training with the merges given in the link; None if it gives none."""
    _fork_requested.take()
    if request.specification.algorithm != "bpe":
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
