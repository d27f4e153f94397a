"""The arrival: a first visit meets one stage and one question.

The learner answers, and panels join when they are needed, place by place (`places.js`). It is the
guided lesson; there is no other.
"""

import streamlit as st

from pages.components.lesson_head import is_first_visit, keep_place
from pages.session import state
from pages.session.language import _
from pages.session.lesson import Lesson
from pages.session.parameters import PLACES
from pages.session.view_options import arrival_place, is_embedded

#: The place on many words.
MANY = 6
#: Where what each card of the earlier guided lesson told is told now.
NEAREST = {1: 1, 2: 1, 3: 1, 4: 3, 5: 4, 6: 5, 7: 7, 8: MANY}


def begin_arrival(lesson: Lesson) -> None:
    """Note the place at which the arrival begins: by a link, or at a first visit without one."""
    if "arrival" not in lesson.parameters:
        return
    if card := state.chosen("card"):
        state.choose(card=0, arrival=NEAREST[card])
    is_linked = is_embedded() or not {*st.query_params} <= {"lang"}
    if is_first_visit(lesson) and not is_linked:
        state.choose(arrival=1)


def arrival_head() -> None:
    """Draw what stands above the stage: the name of the lesson, and the languages."""
    with (
        st.container(key="arrival_head"),
        st.container(horizontal=True, vertical_alignment="center", key="lesson_title"),
    ):
        st.title(_("Merge by merge"), anchor=False, width="content")
        keep_place("language_choice", 130)


def go_to_place(reported: object, steps: int) -> None:
    """Note the place and the step that the browser reports; anything may be in it."""
    match reported:
        case [int(place), int(step)] if 0 <= place <= PLACES and 0 <= step <= steps:
            state.choose(arrival=place)
            state.set_step(step)


def go_to_many_words() -> None:
    """Where the learner asks for many words, show their place, at their last step."""
    if arrival_place(state.lesson()):
        state.choose(arrival=MANY)
        state.set_step(state.usual().num_merges or 0)
