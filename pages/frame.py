"""The frame around every lesson: language, navigation, corpus and settings."""

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.components import settings as controls
from pages.frame_parts.page_language import set_page_language
from pages.frame_parts.page_notices import watch_page
from pages.lessons import LESSONS
from pages.session import state
from pages.session.language import _, current_language, settle_language, translate_error
from pages.streamlit_internals.first_drawing import await_stepper, page_stands
from pages.streamlit_internals.whole_page import note_whole_page
from pages.teaching.lesson_link import lesson_link_button
from pages.teaching.view_options import LOCKED, clear_the_stage, is_presenting, teachers_message

HERE = Path(__file__).parent

settle_language()
st.set_page_config(page_title=_("Merge by Merge"), page_icon=str(HERE / "icon.svg"), layout="wide")
set_page_language(current_language())
st.html(HERE / "frame_parts" / "frame.css")

#: The lessons under the headings of the navigation: what each is called, by its file's name.
SECTIONS = {
    "BPE": {
        "train": _("Merge by merge"),
        "compare": _("Word, character, subword"),
        "encode": _("Encode and decode"),
        "wild": _("In the wild"),
    },
    _("Text"): {
        "bytes": _("Bytes"),
        "before_merges": _("Before the merges"),
        "languages": _("Two languages"),
    },
    _("Other algorithms"): {
        "wordpiece": "WordPiece",
        "unigram": "Unigram",
        "side_by_side": _("Side by side"),
    },
    _("In class"): {
        "quiz": _("Quiz"),
        "worksheet": _("Worksheet"),
    },
}


def page(name: str, title: str) -> StreamlitPage:
    """The page of a lesson; the first one has the shortest address."""
    path = HERE / "lessons" / LESSONS[name] / "page.py"
    return st.Page(path, title=title, url_path=name, default=name == "train")


def sidebar(lesson: str) -> None:
    """The language, and what decides a training in this lesson."""
    controls.language_switch()
    if state.is_shown(LOCKED):
        st.caption(_("The link that you followed fixes the corpus and the settings."))
        return
    controls.corpus_picker()
    st.divider()
    controls.training_settings(lesson)
    lesson_link_button(lesson)


sections = {
    heading: [page(name, title) for name, title in lessons.items()]
    for heading, lessons in SECTIONS.items()
}
lesson = st.navigation(sections, position="top")
name = lesson.url_path or "train"
state.follow_address(name)
with st.sidebar:
    await_stepper(name)
    if page_stands():
        watch_page()
        sidebar(name)
if is_presenting(name):
    clear_the_stage()
teachers_message()
with st.container():  # always there: what comes between would make the stepper start anew
    if page_stands():  # what is told once waits until the page stays
        for notice in state.take_notices():
            st.warning(translate_error(notice))
note_whole_page()
lesson.run()
state.write_address()
