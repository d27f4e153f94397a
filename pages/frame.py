"""The frame around every lesson: language, navigation, corpus and settings."""

from pathlib import Path

import streamlit as st

from pages.ui import controls, state
from pages.ui.language import _, current_language, translate_error
from pages.ui.page_language import set_page_language
from pages.ui.page_notices import watch_page

HERE = Path(__file__).parent

st.set_page_config(page_title=_("Merge by Merge"), page_icon=str(HERE / "icon.svg"), layout="wide")
set_page_language(current_language())
watch_page()
st.html(HERE / "ui" / "frame.css")

LESSONS = {
    "train": st.Page(HERE / "train.py", title=_("Merge by merge"), default=True),
    "compare": st.Page(
        HERE / "compare.py", title=_("Word, character, subword"), url_path="compare"
    ),
    "wordpiece": st.Page(HERE / "wordpiece.py", title="WordPiece", url_path="wordpiece"),
    "unigram": st.Page(HERE / "unigram.py", title="Unigram", url_path="unigram"),
    "before_merges": st.Page(
        HERE / "before_merges.py", title=_("Before the merges"), url_path="before_merges"
    ),
    "quiz": st.Page(HERE / "quiz.py", title=_("Quiz"), url_path="quiz"),
    "worksheet": st.Page(HERE / "worksheet.py", title=_("Worksheet"), url_path="worksheet"),
}

lesson = st.navigation(list(LESSONS.values()))
name = lesson.url_path or "train"
state.follow_address(name)
with st.sidebar:
    controls.language_switch()
    controls.corpus_picker()
    st.divider()
    controls.training_settings(name)
for notice in state.take_notices():
    st.warning(translate_error(notice))
lesson.run()
state.write_address()
