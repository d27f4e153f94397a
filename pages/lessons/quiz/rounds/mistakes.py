"""A quiz on common mistakes: which pair is merged next, where each mistake chooses another one.

The same words can be practised on, in a walk where the learner predicts each step.
"""

from collections.abc import Sequence

import streamlit as st

from classroom import Item, Pair, draw_items
from pages.components.stepper.beliefs import mistake_behind
from pages.lessons.quiz import PREDICTED
from pages.session import state
from pages.session.language import _
from pages.session.view_options import predict_each_step


def running_text(item: Item) -> str:
    """The words in their order, as a learner could type them."""
    return " ".join(item.text)


def mistakes_behind(item: Item) -> Sequence[str]:
    """For each wrong choice: the mistake that leads to it, and what disproves it."""
    sentences = {each.pair: mistake_behind(item, each) for each in item.believed}
    return [sentences[pair] for pair in item.question.wrong if isinstance(pair, Pair)]


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
