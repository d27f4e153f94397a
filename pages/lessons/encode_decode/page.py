"""The lesson "Encode and decode": a text through the trained tokenizer, one word step by step."""

import streamlit as st

from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import input_text_field
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.library_code import library_code
from pages.components.training.tokenizer_choice import (
    Source,
    TrainedHere,
    chosen_source,
    offer_upload,
)
from pages.components.walk_follower import WalkStart
from pages.lessons.encode_decode import LESSON, NO_DROPOUT
from pages.lessons.encode_decode.encoder import encoder, special_tokens
from pages.lessons.encode_decode.ways import draw_dropout, draw_signs, draw_ways
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.view_options import is_stage_alone


def lesson() -> None:
    """The idea in one sentence, then a text through the tokenizer and back."""
    lesson_head(LESSON, _("Encode and decode"))
    stage = st.container()
    offer_upload()
    with stage:
        if (source := chosen_source()) is not None:
            work(source, state.visit(), state.link().view)
    what_is_this(LESSON)


@lesson_fragment
def work(source: Source, visit: int, view: tuple[str, ...]) -> None:
    """The tokenizer's settings and the encoder. Only this fragment reruns as the learner types."""
    with st.container(horizontal=True, key="encode_row"):
        with st.container(horizontal=True, key="off_stage", width="content"):
            with st.container(width=300):
                rules = merges_used(source.rules)
            if (tokenizer := source.tokenizer(rules)) is None:
                st.rerun()
            special = special_tokens(list(tokenizer.special_ids))
        with st.container():
            text = input_text_field(source.example())
    key = f"{source.key} {rules} {state.chosen('as')}"
    start = WalkStart(key, state.chosen("at"), visit, state.link().view)
    word = encoder(tokenizer, start, text, special)
    if NO_DROPOUT not in view and not is_stage_alone(LESSON):
        draw_ways(tokenizer, word, source)
        draw_signs(text)
        draw_dropout(tokenizer, word)
    library_code("encode_with_tokenizers", "encode_with_tiktoken")
    if isinstance(source, TrainedHere):  # the learner already has a file
        offer_downloads({"BPE": Offered(source.key, rules)})


def merges_used(last: int) -> int:
    """How many of its merges the tokenizer uses; all of them until the learner chooses fewer."""
    chosen = state.chosen("rules")
    rules = last if chosen is None else min(chosen, last)
    if not last:
        st.caption(_("This training merged nothing: the only tokens are the base tokens."))
        return 0
    label = _("Merges used, of {n}", n=last)
    st.slider(label, 0, last, **state.bound_to_parameter("rules", rules))
    return rules


lesson()
