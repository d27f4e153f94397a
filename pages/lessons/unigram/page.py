"""The lesson "Unigram": a vocabulary that is pruned, and the lattice of a word."""

import streamlit as st

from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.downloads import Offered, offer_downloads
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.library_code import library_code
from pages.components.stepper import unigram_stepper
from pages.components.tokens.lattice import lattice_of
from pages.components.training import asks_for_text, trained
from pages.components.training.training_walk import is_prose_requested, on_to_prose
from pages.components.walk_follower import WalkStart, follow_walk, walk_place
from pages.lessons.unigram import LESSON
from pages.lessons.unigram.panels import draw_sampling, formulas, vocabulary_size
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import unigram_request
from pages.session.usual_settings import usual_word
from pages.session.view_options import is_stage_alone


def lesson() -> None:
    """Draw the idea in one sentence, the walk, a word's lattice, and the formulas behind both."""
    lesson_head(LESSON, _("Unigram: start large and prune"))
    if asks_for_text(request := unigram_request()):
        return
    size = st.container(key="off_stage")
    done = trained(request)
    trace = done.trace if done and isinstance(done.trace, UnigramTrace) else None
    with size:
        vocabulary_size(request.specification.vocab_size, trace)
    if done and trace is not None:
        walk(walk_place(done.key, len(trace)), state.link().word)
        look_into(done.key)


@lesson_fragment
def walk(start: WalkStart, word: str | None) -> None:
    """Draw the stepper. It reruns when the learner predicts or clicks a word, not on each step."""
    trace = shown_trace(start.trace_key, UnigramTrace)
    unigram_stepper(
        trace,
        start,
        key="unigram_stepper",
        on_word=state.look_at_word,
        on_prose=on_to_prose(),
    )
    if state.link().word != word or is_prose_requested():
        st.rerun()


@lesson_fragment
def look_into(key: str) -> None:
    """Draw a word's lattice and the formulas: only this reruns when the step changes."""
    trace = shown_trace(key, UnigramTrace)
    follow_walk(len(trace))
    if is_stage_alone(state.lesson()):
        return
    step = min(state.link().step, len(trace))
    st.header(_("The lattice of a word, round {k}", k=step))
    st.markdown(LESSON.prose("lattice"))
    word = state.link().word or usual_word(trace.corpus)
    lattice = lattice_of(trace, step, word, key="lattice", on_word=state.look_at_word)
    formulas(trace, step, lattice)
    draw_sampling(trace.tokenizer(step), lattice)
    offer_downloads({"Unigram": Offered(key, step)})
    library_code("unigram_with_tokenizers", "train_with_sentencepiece")
    what_is_this(LESSON)


lesson()
