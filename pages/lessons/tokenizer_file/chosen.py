"""The vocabularies that are compared: up to four, and the tokenizer trained here."""

from collections.abc import Sequence

import streamlit as st

from pages.components.training.training_progress import asks_for_text, trained
from pages.components.vocabularies.choice import draw_not_here, shown_name
from pages.lessons.tokenizer_file import MOST
from pages.session import state
from pages.session.language import _, as_code, format_number, visible
from pages.session.session_state import SessionValue, bound
from pages.session.training_request import bpe_request
from pages.session.uploads import (
    HERE,
    SHORT_MARKER,
    Vocabulary,
    known,
    known_code,
    trained_here,
)

_KEY = "wild_with"
_too_many = SessionValue[bool]("wild_too_many")


def choose_vocabularies() -> list[Vocabulary]:
    """Draw a button for each vocabulary; return the chosen ones, in the order of the buttons.

    For a file that a link names but that is not here, only a request for the file is drawn.
    """
    codes = [known_code(code) for code in state.chosen("with")]
    found = known()
    shown = [code for code in (*found, HERE) if code in codes]
    st.pills(
        _("Up to four vocabularies to compare, besides the tokenizer trained here"),
        [*found, HERE],
        selection_mode="multi",
        label_visibility="collapsed",
        format_func=lambda code: shown_name(found[code]) if code in found else _("trained here"),
        **bound(_KEY, shown, _use),
    )
    if _too_many.take():
        st.warning(
            _("You can compare up to {n} vocabularies at a time. Turn one off first.").format(
                n=format_number(MOST)
            )
        )
    draw_not_here([code for code in codes if code not in found])
    return [found[code] for code in shown if code in found]


def compare_also(vocabulary: Vocabulary) -> None:
    """Compare this one, too. If there is no room, it replaces the one that was chosen first."""
    codes = [known_code(code) for code in state.chosen("with")]
    others = [code for code in codes if code not in (HERE, vocabulary.code)]
    here = [HERE] if HERE in codes else []
    state.choose(**{"with": (*others[1 - MOST :], vocabulary.code, *here), "two": ()})


def compare_no_more(vocabulary: Vocabulary) -> None:
    """Compare only the others."""
    codes = tuple(code for code in state.chosen("with") if code != vocabulary.code)
    state.choose(**{"with": codes, "two": ()})


def _use(codes: Sequence[str]) -> None:
    """Compare these from now on, unless there are too many. Files not here stay on the list."""
    is_most = len([code for code in codes if code != HERE]) > MOST
    _too_many.put(is_most)
    if not is_most:
        state.choose(**{"with": tuple(codes), "two": ()})


def vocabulary_trained_here() -> Vocabulary | None:
    """The tokenizer trained with the current settings; None, with the reason drawn, without one."""
    request = bpe_request()
    done = None if asks_for_text(request) else trained(request)
    if done is None:
        return None
    corpus = done.trace.corpus
    if len(corpus.end_of_word) > 1:
        st.caption(
            _("In this vocabulary, {mark} stands for the end-of-word marker {marker}.").format(
                mark=as_code(SHORT_MARKER), marker=as_code(visible(corpus.end_of_word))
            )
        )
    return trained_here(done.key, len(corpus.base_vocabulary) + len(done.trace))
