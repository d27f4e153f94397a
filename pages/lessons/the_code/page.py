"""The lesson "The code": the textbook's program, line by line beside the words it works on."""

import streamlit as st

from bpe_core.teaching_materials.recording import ProgramPart
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.library_code import library_code
from pages.components.training import asks_for_text, trained
from pages.lessons.the_code import LESSON, PARTS
from pages.lessons.the_code.downloads import draw_regular_expression, draw_renewed, offer_program
from pages.lessons.the_code.program_walk import program_walk, recorded
from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.link import NAME_LIMIT
from pages.session.session_state import bound
from pages.session.traces import merges_by_key
from pages.session.training_request import bpe_request
from pages.session.usual_settings import usual_word

TITLES = {"train": N_("Train"), "encode": N_("Encode a word"), "decode": N_("Decode its ids")}


def lesson() -> None:
    """Draw the choice of what to run, the program as it runs, and then the downloads."""
    lesson_head(LESSON, _("The code"))
    request = bpe_request()
    if asks_for_text(request) or (done := trained(request)) is None:
        return
    with st.container():  # the folds below stay as they are if there is a word, too
        part = st.radio(
            _("Part of the program"),
            PARTS,
            format_func=lambda name: gettext(TITLES[name]),
            horizontal=True,
            **bound("code_part", state.chosen("part"), use_part),
        )
        word = "" if part == "train" else word_field(done.key)
    if recorded(request, part, word) is None:  # nothing below that would move when it is there
        return
    walk(run_key(), part, word, state.chosen("at"), state.chosen("by"))
    draw_renewed(done.key)
    draw_regular_expression()
    library_code("train_with_tokenizers", "train_with_sentencepiece")
    offer_program(done.key)
    what_is_this(LESSON)


def use_part(part: str) -> None:
    """Switch to another part, at its start."""
    state.choose(part=part, at=0)


def word_field(key: str) -> str:
    """Ask for the word to encode or decode, and return it."""
    trace = merges_by_key(key)
    usual = "" if trace is None else usual_word(trace.corpus)
    now = state.link().word or usual
    st.text_input(_("Word"), max_chars=NAME_LIMIT, **bound("code_word", now, look_at))
    return now


def look_at(word: str) -> None:
    """Switch to another word, at the start of the run."""
    state.look_at_word(word)
    state.choose(at=0)


def run_key() -> str:
    """The key of the run that the learner has chosen."""
    return f"{bpe_request().key} {state.chosen('part')} {state.link().word} {state.visit()}"


def use_place(run: str, place: int, stride: str) -> None:
    """Note where the learner is, unless another run was chosen meanwhile."""
    if run == run_key():
        state.choose(at=place, by=stride)


@lesson_fragment
def walk(key: str, part: ProgramPart, word: str, at: int, by: str) -> None:
    """Draw the program as it runs.

    This fragment reruns only to update the address. `at` and `by` keep their values, so that the
    run is not sent again each time.
    """
    if (run := recorded(bpe_request(), part, word)) is None:
        st.rerun()
    program_walk(run, key=key, at=at, stride=by, on_place=use_place)


lesson()
