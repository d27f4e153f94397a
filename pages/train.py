"""The lesson "Merge by merge": one BPE training, walked step by step."""

import streamlit as st

from pages.ui import state
from pages.ui.language import _, lesson_prose
from pages.ui.walk import train_and_walk

st.title(_("Merge by merge"))
st.markdown(lesson_prose("train"))
train_and_walk(state.settings(), "BPE")
with st.expander(_("What is this?")):
    st.markdown(lesson_prose("train_more"))
