"""The lesson "WordPiece": the same walk, with the pair of the highest score at each step."""

import streamlit as st

from pages.components.training_walk import train_and_walk
from pages.lessons.wordpiece import LESSON
from pages.session import state
from pages.session.language import _
from pages.streamlit_internals.first_drawing import page_stands

st.title(_("WordPiece: score instead of count"))
st.markdown(LESSON.prose("idea"))
train_and_walk(state.wordpiece_settings(), "WordPiece")
if page_stands():
    with st.expander(_("What is this?"), expanded=True):
        st.markdown(LESSON.prose("more"))
