"""The lesson "What the model sees": why tokens decide what language models can and cannot do."""

import streamlit as st

from pages.components.fields import parameter_switch
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.tokenizer_choice import Source, chosen_source
from pages.components.vocabularies import draw_loading, draw_missing
from pages.lessons.what_the_model_sees import LESSON, PARTS
from pages.lessons.what_the_model_sees.cost import draw_cost
from pages.lessons.what_the_model_sees.cut_off import draw_cut_off
from pages.lessons.what_the_model_sees.experiment import all_vocabularies
from pages.lessons.what_the_model_sees.letters import draw_letters
from pages.lessons.what_the_model_sees.numbers import draw_numbers
from pages.lessons.what_the_model_sees.orders import draw_orders
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.training_request import bpe_request

DRAW = {
    "letters": draw_letters,
    "cut_off": draw_cut_off,
    "numbers": draw_numbers,
    "cost": draw_cost,
    "orders": draw_orders,
}


def lesson() -> None:
    """Draw the idea, then one experiment at a time on the learner's own text."""
    lesson_head(LESSON, _("What the model sees"))
    trains = state.is_training()
    with st.container(key="sees_work"):
        work(chosen_source() if trains and not bpe_request().lacks_text else None, trains)
    what_is_this(LESSON)


@lesson_fragment
def work(source: Source | None, trains: bool) -> None:
    """Draw the chosen experiment. Only this fragment reruns when the learner works in it."""
    if trains != state.is_training():
        st.rerun()
    parameter_switch(_("Experiment"), PARTS, "part", key="sees_part")
    draw_missing()
    if draw_loading():
        return
    part = state.chosen("part")
    st.markdown(LESSON.prose(part))
    if DRAW[part](all_vocabularies(source)):
        st.header(_("What follows from this"))
        st.markdown(LESSON.prose(f"{part}_follows"))


lesson()
