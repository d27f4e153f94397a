"""The frame around every lesson: language, navigation, corpus and settings."""

from pathlib import Path

import streamlit as st

from pages.components.lesson_end import lesson_end
from pages.components.lesson_head import corpus_choice, corpus_note, forget_places, take_place
from pages.components.sidebar import language_switch, stop_choice, training_settings
from pages.components.stepper.arrival import begin_arrival
from pages.components.training import progress_drawn
from pages.frame_parts import footer, page_state, set_page_language, show_once_drawn, watch_page
from pages.lessons import FIRST_LESSON, LESSONS, MOVED, lesson_after
from pages.session import state
from pages.session.language import _, current_language, settle_language, translate_error
from pages.session.lesson import Lesson, Part
from pages.session.link import LOCKED
from pages.session.view_options import arrival_place, is_embedded, is_stage_alone
from pages.teaching import clear_the_stage, teachers_message
from pages.teaching.embedding import tell_height
from pages.teaching.lesson_link import lesson_link_button
from server.streamlit_internals.reruns import note_drawn_page

HERE = Path(__file__).parent

settle_language()
st.set_page_config(page_title=_("Merge by Merge"), page_icon=str(HERE / "icon.svg"), layout="wide")
set_page_language(current_language())
st.html(HERE / "frame_parts" / "frame.css")

#: The script of each lesson, for Streamlit. The first lesson has the shortest address.
PAGES = {
    lesson: st.Page(
        lesson.page,
        title=lesson.name,
        url_path="" if lesson is FIRST_LESSON else lesson.address,
        default=lesson is FIRST_LESSON,
    )
    for lesson in LESSONS.values()
}


def around_lesson(lesson: Lesson) -> None:
    """Draw what surrounds a lesson. It comes last, so that nobody waits for it to see a walk."""
    corpus_choice()
    if place := take_place("stop_choice"):
        stop_choice(place)
    if place := take_place("language_choice"):
        language_switch(place)
    with st.sidebar:
        watch_page()
        if is_embedded():
            tell_height()
        elif not arrival_place(lesson):
            sidebar(lesson)


def sidebar(lesson: Lesson) -> None:
    """Draw the settings of this lesson's training."""
    if state.is_shown(LOCKED):
        st.caption(_("The link you opened fixes the corpus and the settings."))
        return
    lesson_link_button(lesson)  # above the settings: on a projector, nobody scrolls to find it
    if state.is_training():
        corpus_note()
        st.divider()
        training_settings(lesson)


#: Addresses of lessons that became part of another one, and the first one's, which people guess.
OLD = [
    st.Page(lambda: None, url_path=address, title=address, visibility="hidden")
    for address in (*MOVED, FIRST_LESSON.address)
]
sections = {
    part.menu: [page for lesson, page in PAGES.items() if lesson.chapter.part is part]
    for part in Part
}
# On a phone it is in the sidebar, where Streamlit would fold it behind an English "View more".
page = st.navigation({**sections, "": [*sections[""], *OLD]}, position="top", expanded=True)
if page in OLD:
    address, more = MOVED.get(page.url_path, (page.url_path, {}))
    st.switch_page(PAGES[LESSONS[address]], query_params=st.query_params.to_dict() | more)
lesson = LESSONS[page.url_path or FIRST_LESSON.address]
st.set_page_config(
    page_title=f"{lesson.name} · {_('Merge by Merge')}",
    initial_sidebar_state="collapsed",  # a lesson needs the room
)
if (following := state.take_next_lesson()) is not None:
    wanted = LESSONS[following]
    st.switch_page(PAGES[wanted], query_params=state.open_lesson(wanted))
state.follow_address(lesson)
show_once_drawn()
begin_arrival(lesson)
if is_stage_alone(lesson) or arrival_place(lesson):
    clear_the_stage()
teachers_message()
# Kept even when empty: if it appeared later, Streamlit would remount the stepper.
with st.container(key="notices"):
    for notice in state.take_notices():
        st.warning(translate_error(notice))
note_drawn_page(page_state)
progress_drawn.take()
forget_places()
try:
    page.run()
except Exception:
    around_lesson(lesson)  # the settings, so that the learner can change what caused it
    raise
if not (is_embedded() or is_stage_alone(lesson) or arrival_place(lesson) or progress_drawn.get()):
    lesson_end(lesson, lesson_after(lesson))
    footer()
around_lesson(lesson)
state.write_address()
