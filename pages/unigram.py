"""The lesson "Unigram": a vocabulary that is pruned, and the lattice of a word."""

import streamlit as st

from bpe_core import BpeError
from pages.ui import state
from pages.ui.language import _, format_number, lesson_prose, translate_error
from pages.ui.lattice import lattice_of
from pages.ui.link import OWN, RANGES
from pages.ui.stepper import unigram_stepper
from pages.ui.unigram import (
    Training,
    choose_size,
    choose_word,
    formulas,
    training_of,
    unigram_settings,
    usual_word,
)


def lesson() -> None:
    """The idea in one sentence, the walk, a word's lattice, and the formulas behind both."""
    st.title(_("Unigram: start large and prune"))
    st.markdown(lesson_prose("unigram"))
    asked = unigram_settings()
    if asked.corpus == OWN and not asked.text:
        st.info(_("Type or paste your text on the left, or choose another corpus."))
        return
    try:
        training = training_of(asked)
    except BpeError as error:
        vocabulary_size(asked.vocab_size or 1, None)
        st.error(translate_error(error))
        return
    vocabulary_size(asked.vocab_size or training.trace.sizes[-1], training)
    state.set_step(min(state.link().step, len(training.trace)))
    walk(asked.key, state.link().step, state.visit())


def vocabulary_size(size: int, training: Training | None) -> None:
    """How large the vocabulary shall be, and between what; what of the text was used."""
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
    if training is None:
        return
    bounds = _(
        "From {least}, the single units alone, to {most}, with every substring that occurs twice."
    )
    least, most = format_number(training.least), format_number(training.most)
    st.caption(bounds.format(least=least, most=most))
    if training.used < training.total:
        message = _("Only the first {used} characters of your text are used here, of {total}.")
        used, total = format_number(training.used), format_number(training.total)
        st.warning(message.format(used=used, total=total))


@st.fragment
def walk(key: str, start: int, visit: int) -> None:
    """The stepper and what follows it. Only this runs again when the learner steps."""
    asked = unigram_settings()
    if asked.key != key:
        st.rerun()
    trace = training_of(asked).trace
    unigram_stepper(
        trace,
        key="unigram_stepper",
        trace_key=key,
        step=start,
        visit=visit,
        on_step=state.set_step,
        on_word=choose_word,
    )
    state.write_address()
    step = min(state.link().step, len(trace))
    st.subheader(_("The lattice of a word, round {k}").format(k=format_number(step)))
    st.markdown(lesson_prose("unigram_lattice"))
    word = state.link().word or usual_word(trace)
    lattice = lattice_of(trace, step, word, key="lattice", on_word=choose_word)
    formulas(trace, step, lattice)
    with st.expander(_("What is this?")):
        st.markdown(lesson_prose("unigram_more"))


lesson()
