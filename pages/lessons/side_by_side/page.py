"""The lesson "Side by side": BPE, WordPiece and Unigram on the same words, step by step."""

import streamlit as st

from bpe_core.algorithms.three_algorithms import SideBySide
from pages.components.downloads import THREE, Offered, offer_downloads
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training import asks_for_text, trained
from pages.components.walk_follower import WalkStart, follow_walk, walk_place
from pages.lessons.side_by_side import LARGEST_SIZE, LESSON
from pages.lessons.side_by_side.figures import NAMES, draw_compared, draw_comparison
from pages.lessons.side_by_side.three_walks import telling_word, three_walks
from pages.session import state
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import bound
from pages.session.traces import shown_trace
from pages.session.training_request import wordpiece_request
from pages.session.usual_settings import usual_word
from pages.session.view_options import shows_charts


def lesson() -> None:
    """The idea in one sentence, the three in lockstep, and their results."""
    lesson_head(LESSON, _("Side by side"))
    request = wordpiece_request().but(algorithm="side-by-side", vocab_size=state.chosen("to"))
    if asks_for_text(request):
        return
    above = st.container(key="off_stage")
    done = trained(request)
    three = done.trace if done and isinstance(done.trace, SideBySide) else None
    with above:
        vocabulary_size(request.specification.vocab_size, three)
    if done and three is not None:
        walk(walk_place(done.key, len(three)))
        beside_the_walk(done.key)
        draw_compared()
        what_is_this(LESSON)


@lesson_fragment
def walk(start: WalkStart) -> None:
    """The three in lockstep. This reruns when the learner asks for a word, but not for a step."""
    three = shown_trace(start.trace_key, SideBySide)
    word = state.link().word or telling_word(three) or usual_word(three.corpus)
    three_walks(three, word, start)


@lesson_fragment
def beside_the_walk(key: str) -> None:
    """The results of the three. For a step, only this fragment reruns."""
    three = shown_trace(key, SideBySide)
    follow_walk(len(three))
    step = min(state.link().step, len(three))
    if shows_charts(state.link().view):
        draw_comparison(three, step)
    at = zip(NAMES, THREE, three.steps_at(step), strict=True)
    offer_downloads({name: Offered(key, reached, one) for name, one, reached in at})


def vocabulary_size(requested: int | None, three: SideBySide | None) -> None:
    """Draw the field for the size that all three are trained to."""
    size = requested or (None if three is None else max(three.sizes_at(len(three))))
    if size is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="side_by_side_size_row"):
        st.number_input(
            label := _("Vocabulary size that all three aim for"),
            min_value=1,
            max_value=LARGEST_SIZE,
            width=160,
            label_visibility="collapsed",
            **bound("side_by_side_size", size, train_to),
        )
        st.caption(label)


def train_to(size: int) -> None:
    """Train all three to another size."""
    state.choose(to=size)
    state.begin_at(0)


lesson()
