"""The choice of the text to compare with the corpus."""

import streamlit as st

from pages.lessons.two_languages import LESSON
from pages.lessons.two_languages.vocabularies import FIRST, TEXTS, partner_of
from pages.session import state
from pages.session.language import _, current_language, in_language
from pages.session.session_state import bound_choice
from pages.session.training_request import TrainingRequest
from sample_corpora import CATALOGUE


def ask_for_text() -> None:
    """Ask for running text, since a table of words with counts has no sentences."""
    news = LESSON.first_corpora.get(current_language(), FIRST)
    st.info(_("This lesson needs running text, but this corpus is a list of words with counts."))
    st.button(_("Use a news article"), on_click=state.choose_corpus, args=(news,))


def choose_second(first: TrainingRequest) -> str:
    """Ask which text to compare with the corpus, and return its name."""
    language = current_language()
    options = [name for name in TEXTS if name != first.corpus]
    chosen = state.chosen("second")
    second = chosen if chosen in options else partner_of(first.corpus, language)
    taken = st.selectbox(
        _("Second text (the first is the corpus)"),
        options,
        format_func=lambda name: in_language(CATALOGUE[name].title),
        width=420,
        **bound_choice("second_text", second, options, lambda name: state.choose(second=name)),
    )
    return str(taken)
