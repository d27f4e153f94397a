"""The vocabulary of the tokenizer trained with the current settings, to be looked into."""

import streamlit as st

from pages.components.training.training_progress import asks_for_text, trained
from pages.session.language import _, as_code, visible
from pages.session.training_request import bpe_request
from pages.session.uploads.model_files import SHORT_MARKER, Vocabulary, trained_here


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
