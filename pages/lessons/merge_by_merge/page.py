"""The lesson "Merge by merge": one BPE training, walked step by step."""

import streamlit as st

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.training_walk import train_and_walk
from pages.lessons.merge_by_merge import LESSON
from pages.session import state
from pages.session.language import _
from pages.session.training_request import bpe_request


def begin() -> None:
    """Show the button that starts the guided lesson, until that has begun.

    It is a quiet one: the button that stands out is the stage's, for the next step.
    """
    if not state.chosen("card"):
        st.button(_("Guided lesson (10 min)"), on_click=lambda: state.choose(card=1))


lesson_head(LESSON, _("Merge by merge"), begin=begin)
train_and_walk(bpe_request(), "BPE")
what_is_this(LESSON)
