"""The lesson "Inside a vocabulary": its tokens as a landscape, and the life of one of them."""

import streamlit as st

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.vocabularies.answers import await_from_here, is_waiting
from pages.components.vocabularies.choice import draw_missing, draw_not_here, shown_name
from pages.components.vocabularies.tokenizer_upload import tokenizer_upload
from pages.lessons.inside_vocabulary import LESSON
from pages.lessons.inside_vocabulary.landscape import draw_landscape
from pages.lessons.inside_vocabulary.life import draw_life
from pages.lessons.inside_vocabulary.search import SEARCH_PARAMETERS, draw_search
from pages.lessons.inside_vocabulary.strange import draw_strange
from pages.lessons.inside_vocabulary.trained_vocabulary import vocabulary_trained_here
from pages.lessons.inside_vocabulary.unreachable import draw_unreachable
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import bound
from pages.session.uploads.model_files import HERE, Vocabulary, known, known_code


def lesson() -> None:
    """Six tokens in all vocabularies; then one vocabulary: a token, all tokens, unused ones."""
    lesson_head(LESSON, _("Inside a vocabulary"))
    with st.container(key="strange"):  # always there: else what follows would start again
        draw_strange()
    looked_into = st.container()
    tokenizer_upload(look_into, lambda vocabulary: choose(LESSON.parameters["look"].usual))
    with looked_into:
        draw_missing()
        looks_here = state.is_training()
        work(looks_here, vocabulary_trained_here() if looks_here else None)
    what_is_this(LESSON)


@lesson_fragment
def work(looks_here: bool, here: Vocabulary | None) -> None:
    """The chosen vocabulary. Only this fragment reruns while the learner explores it."""
    if looks_here != state.is_training():
        st.rerun()
    fields = st.container(horizontal=True, vertical_alignment="bottom", key="inside_fields")
    with fields:
        vocabulary = chosen_vocabulary(here)
    if vocabulary is None:
        draw_not_here([known_code(state.chosen("look"))])
        return
    await_from_here()
    draw_life(vocabulary, fields)
    is_searched = any(
        state.chosen(name) != LESSON.parameters[name].usual for name in SEARCH_PARAMETERS
    )
    for name, title, draw, is_open in (
        ("search", _("All tokens"), draw_search, is_searched),
        ("landscape", _("Scripts and lengths"), draw_landscape, False),
        ("unreachable", _("Unreachable tokens"), draw_unreachable, False),
    ):
        box = st.expander(title, expanded=is_open, key=f"inside_{name}_box", on_change="rerun")
        if box.open and not is_waiting():  # what is awaited already comes first
            with box:
                draw(vocabulary)


def chosen_vocabulary(here: Vocabulary | None) -> Vocabulary | None:
    """Draw a button for each vocabulary; return the chosen one, or None if it is missing."""
    code = known_code(state.chosen("look"))
    vocabularies = {**known(), **({} if here is None else {HERE: here})}
    names = [*known(), HERE]
    st.pills(
        _("Vocabulary"),
        names,
        format_func=lambda each: (
            _("trained here") if each == HERE else shown_name(vocabularies[each])
        ),
        label_visibility="collapsed",
        **bound("inside_vocab", code if code in names else None, choose),
    )
    return vocabularies.get(code)


def choose(code: str | None) -> None:
    """Look into another vocabulary, without choosing any of its tokens yet."""
    if code is not None:
        state.choose(look=code, token=None, script="all", place=0, merged=0, **{"from": 0})


def look_into(vocabulary: Vocabulary) -> None:
    """Look into this vocabulary."""
    choose(vocabulary.code)


lesson()
