"""A training on the page: the stepper, and below it what follows each step."""

import streamlit as st

from bpe_core import Trace, WordPieceTrace
from pages.ui import state
from pages.ui.classroom import PRESENT, classroom_data
from pages.ui.comparison import (
    EMBEDDING_WIDTH,
    Figures,
    bpe_figures,
    character_figures,
    word_figures,
)
from pages.ui.forks import choose_merges, forked_key, forked_settings, was_asked
from pages.ui.formulas import score_formula
from pages.ui.growth import growth
from pages.ui.language import _, format_number
from pages.ui.link import OWN
from pages.ui.state import Settings
from pages.ui.stepper import stepper
from pages.ui.tables import figures_table
from pages.ui.take_home import take_home
from pages.ui.traces import held_merges
from pages.ui.training import held_or_trained, trained

#: The view option that lets the learner predict each step.
PREDICT = "predict"


def train_and_walk(asked: Settings, name: str) -> None:
    """Train with these settings and walk through it; `name` is what the algorithm is called."""
    if asked.corpus == OWN and not asked.text:
        st.info(_("Type or paste your text on the left, or choose another corpus."))
        return
    forked = forked_settings(asked)
    done = held_or_trained(asked) if forked else trained(asked)
    if done is not None:
        state.set_step(min(state.link().step, len(done.trace)))
        beside = forked_key(forked)
        now = state.link()
        _walk(done.key, beside, now.step, name, state.visit(), now.view, _card(asked))


def _card(asked: Settings) -> int:
    """The card of the guided lesson; it is about counts, so WordPiece has none."""
    return state.chosen("card") if asked.algorithm == "bpe" else 0


@st.fragment
def _walk(
    key: str, beside: str, start: int, name: str, visit: int, view: tuple[str, ...], card: int
) -> None:
    """The stepper and what follows it. Only this runs again when the learner steps.

    `start`, `view` and `card` stay as they were, so that the walk is not sent again for each step.
    The trace is looked up each time: what a fragment is given, its session keeps for good.
    `beside` is the key of the training with chosen merges, or empty.
    """
    trace, fork = held_merges(key), held_merges(beside)
    if trace is None or (beside and fork is None) or was_asked():
        st.rerun()
    stepper(
        trace,
        key="stepper",
        trace_key=key,
        step=start,
        visit=visit,
        predict=PREDICT in view,
        fork=(beside, fork) if fork else None,
        on_step=state.set_step,
        on_predict=lambda on: state.show(PREDICT, on),
        on_fork=choose_merges,
        classroom=classroom_data(trace, view, card),
        on_leave=lambda: state.show(PRESENT, False),
        on_card=lambda reached: state.choose(card=reached),
    )
    state.write_address()
    if state.is_shown(PRESENT) != (PRESENT in view):
        st.rerun()
    if PRESENT in view or "no-charts" in view:
        return
    step = min(state.link().step, len(trace))
    if isinstance(trace, WordPieceTrace):
        score_formula(trace, step)
    st.subheader(_("Vocabulary growth"))
    growth(trace, step, name, key)
    st.subheader(_("Words, characters, {name}").format(name=name))
    _comparison(trace, step, name)
    take_home(trace, key, step)


def _comparison(trace: Trace, step: int, name: str) -> None:
    """The three tokenizers side by side, as a table."""
    figures = {
        _("word-based"): word_figures(trace.corpus),
        _("character-based"): character_figures(trace.corpus),
        _("{name}, step {k}").format(name=name, k=format_number(step)): bpe_figures(trace, step),
    }
    cells = zip(*map(_cells, figures.values()), strict=True)
    rows = [[label, *row] for label, row in zip(_labels(), cells, strict=True)]
    figures_table(rows, ["", *figures])


def _labels() -> list[str]:
    return [
        _("vocabulary size"),
        _("tokens"),
        _("tokens per word"),
        _("bytes per token"),
        _("parameters of an embedding matrix of width {n}").format(n=EMBEDDING_WIDTH),
    ]


def _cells(figures: Figures) -> list[str]:
    return [
        format_number(figures.vocabulary_size),
        format_number(figures.token_count),
        format_number(round(figures.tokens_per_word, 2)),
        format_number(round(figures.bytes_per_token, 2)),
        format_number(figures.embedding_parameters()),
    ]
