"""The lesson "Side by side": BPE, WordPiece and Unigram on the same words, step by step."""

import streamlit as st

from bpe_core.training.three_algorithms import SideBySide
from pages.components.stepper.classroom_data import stage_data
from pages.components.take_home import THREE, Offered, take_home
from pages.components.training_progress import asks_for_text, trained
from pages.components.walk_follower import follow, walk_place
from pages.lessons.side_by_side import LARGEST_SIZE, LESSON
from pages.lessons.side_by_side.figures import NAMES, draw_figures, draw_shared, formulas
from pages.lessons.side_by_side.three_walks import lockstep
from pages.session import state
from pages.session.asked_training import asked_wordpiece
from pages.session.example_text import usual_word
from pages.session.language import _, format_number
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import bound
from pages.session.traces import trace_by_key
from pages.session.view_options import has_left_stage, leave_stage, shows_charts


def lesson() -> None:
    """The idea in one sentence, the three in lockstep, and what they come to."""
    st.title(_("Side by side"))
    st.markdown(LESSON.prose("idea"))
    asked = asked_wordpiece().but(algorithm="side-by-side", vocab_size=state.chosen("to"))
    if asks_for_text(asked):
        return
    above = st.container(key="off_stage")
    done = trained(asked)
    three = done.trace if done and isinstance(done.trace, SideBySide) else None
    with above:
        vocabulary_size(asked.specification.vocab_size, three)
    if done and three is not None:
        state.set_step(min(state.link().step, len(three)))
        now = state.link()
        walk_place()
        walk(done.key, now.step, state.visit(), now.view)
        beside_the_walk(done.key)
        with st.expander(_("What is this?")):
            st.markdown(LESSON.prose("more"))


def vocabulary_size(asked: int | None, three: SideBySide | None) -> None:
    """To which size all three are trained."""
    size = asked or (None if three is None else max(three.sizes_at(len(three))))
    if size is None:
        return
    st.number_input(
        _("Vocabulary size of all three"),
        min_value=1,
        max_value=LARGEST_SIZE,
        width=260,
        **bound("side_by_side_size", size, choose_size),
    )


def choose_size(size: int) -> None:
    """Train all three to another size."""
    state.choose(to=size)
    state.set_step(0)


@lesson_fragment
def walk(key: str, start: int, visit: int, view: tuple[str, ...]) -> None:
    """The three in lockstep. It runs again when the learner asks for a word, not for a step."""
    three = trace_by_key(key)
    if not isinstance(three, SideBySide):
        st.rerun()
    lockstep(
        three,
        state.link().word or usual_word(three.corpus),
        key="lockstep",
        trace_key=key,
        step=start,
        visit=visit,
        on_word=state.look_at_word,
        classroom=stage_data(view),
        on_leave=leave_stage,
    )
    if has_left_stage(view):
        st.rerun()


@lesson_fragment
def beside_the_walk(key: str) -> None:
    """What the three come to. Only this runs again for a step."""
    three = trace_by_key(key)
    if not isinstance(three, SideBySide):
        st.rerun()
    follow(len(three))
    step = min(state.link().step, len(three))
    if shows_charts(state.link().view):
        compare(three, step)
    at = zip(NAMES, THREE, three.steps_at(step), strict=True)
    take_home({name: Offered(key, reached, one) for name, one, reached in at})


def compare(three: SideBySide, step: int) -> None:
    """What the three come to at a step: figures, tokens that they share, and the rules."""
    st.subheader(_("The results at step {k}").format(k=format_number(step)))
    texts = three.texts_at(step)
    draw_figures(three, step, texts)
    st.subheader(_("The tokens they share at step {k}").format(k=format_number(step)))
    draw_shared(texts)
    st.subheader(_("Three rules, with the numbers at step {k}").format(k=format_number(step)))
    formulas(three, step)


lesson()
