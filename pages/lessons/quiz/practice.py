"""Practice on words that reveal mistakes: the walk, where the learner predicts each step."""

import streamlit as st

from classroom import Item, draw_items
from pages.lessons.quiz import PREDICTED
from pages.lessons.quiz.rounds.mistakes import running_text
from pages.session import state
from pages.session.language import _
from pages.session.view_options import predict_each_step


def practice(seed: int) -> None:
    """Say what the words of this quiz are, and offer to predict the merges of some of them."""
    st.caption(
        _(
            "Each question has words that were made for it, so that every common mistake leads to "
            "a pair of its own. They are split into characters, without an end-of-word marker; "
            "your corpus plays no part."
        )
    )
    (item,) = draw_items(seed, 1)
    st.button(_("Predict the merges of such words"), on_click=lambda: predict_on(item))


def predict_on(item: Item) -> None:
    """Go to the walk of these words and let the learner predict."""
    state.use_text(running_text(item), None)
    predict_each_step(True)
    state.leave_for(PREDICTED)
