"""The lesson "WordPiece": the same walk, with the pair of the highest score at each step."""

import streamlit as st

from pages.ui import state
from pages.ui.language import _, lesson_prose
from pages.ui.later import page_stands
from pages.ui.walk import train_and_walk

st.title(_("WordPiece: score instead of count"))
st.markdown(lesson_prose("wordpiece"))
train_and_walk(state.wordpiece_settings(), "WordPiece")
if page_stands():
    with st.expander(_("What is this?"), expanded=True):
        st.markdown(lesson_prose("wordpiece_more"))
