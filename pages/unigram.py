"""The lesson "Unigram": a vocabulary that is pruned, and the lattice of a word."""

import streamlit as st

from bpe_core.unigram import UnigramTrace
from pages.ui import state
from pages.ui.follow import follow, walk_place
from pages.ui.language import _, format_number, lesson_prose
from pages.ui.lattice import lattice_of
from pages.ui.link import RANGES
from pages.ui.stepper import unigram_stepper
from pages.ui.take_home import Offered, take_home
from pages.ui.traces import held
from pages.ui.training import asks_for_text, trained
from pages.ui.unigram import choose_size, choose_word, formulas, usual_word
from pages.ui.walk import PREDICT


def lesson() -> None:
    """The idea in one sentence, the walk, a word's lattice, and the formulas behind both."""
    st.title(_("Unigram: start large and prune"))
    st.markdown(lesson_prose("unigram"))
    asked = state.unigram_settings()
    if asks_for_text(asked):
        return
    size = st.container()
    done = trained(asked)
    trace = done.trace if done and isinstance(done.trace, UnigramTrace) else None
    reached = None if trace is None else trace.sizes[-1]
    with size:
        vocabulary_size(asked.vocab_size or reached, trace)
    if done and trace is not None:
        state.set_step(min(state.link().step, len(trace)))
        walk(done.key, state.link().step, state.visit(), state.is_shown(PREDICT))


def vocabulary_size(size: int | None, trace: UnigramTrace | None) -> None:
    """How large the vocabulary shall be, and between what, where that is known."""
    if size is None:
        return
    key, (low, high) = "unigram_size", RANGES["vocab"]
    st.session_state[key] = size
    st.number_input(
        _("Vocabulary size"),
        min_value=low,
        max_value=high,
        key=key,
        on_change=lambda: choose_size(st.session_state[key]),
        width=240,
    )
    if trace is None:
        return
    bounds = _(
        "From {least}, the single units alone, to {most}, with every substring that occurs twice."
    )
    least = trace.first_base_id + len(trace.corpus.base_vocabulary)
    most = least + trace.candidates
    st.caption(bounds.format(least=format_number(least), most=format_number(most)))


@st.fragment
def walk(key: str, start: int, visit: int, predict: bool) -> None:
    """The stepper and what follows it. Only this runs again when the learner steps."""
    walk_place()
    trace = held(key)
    if not isinstance(trace, UnigramTrace):
        st.rerun()
    unigram_stepper(
        trace,
        key="unigram_stepper",
        trace_key=key,
        step=start,
        visit=visit,
        predict=predict,
        on_predict=lambda on: state.show(PREDICT, on),
        on_word=choose_word,
    )
    follow(state.link().step, len(trace), state.set_step)
    state.write_address()
    step = min(state.link().step, len(trace))
    st.subheader(_("The lattice of a word, round {k}").format(k=format_number(step)))
    st.markdown(lesson_prose("unigram_lattice"))
    word = state.link().word or usual_word(trace)
    lattice = lattice_of(trace, step, word, key="lattice", on_word=choose_word)
    formulas(trace, step, lattice)
    take_home({"Unigram": Offered(key, step)})
    with st.expander(_("What is this?")):
        st.markdown(lesson_prose("unigram_more"))


lesson()
