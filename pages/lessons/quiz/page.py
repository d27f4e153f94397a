"""The lesson "Quiz": ten questions, most of them on the learner's own words."""

from random import randint

import streamlit as st

from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import parameter_switch
from pages.components.lesson_head import corpus_title, lesson_head
from pages.components.training import asks_for_text, trained
from pages.lessons.quiz import ABOUT, LESSON, MISTAKES
from pages.lessons.quiz.exports import questions_box, room_questions
from pages.lessons.quiz.hand_in import (
    ask_again_box,
    check_box,
    enter_course,
    hand_in_box,
    links_box,
)
from pages.lessons.quiz.rounds import Bank, draw_quiz, practice, quiz
from pages.session import state
from pages.session.language import _
from pages.session.parameters import SEEDS
from pages.session.session_state import SessionValue
from pages.session.training_request import bpe_request
from pages.session.view_options import is_stage_alone

#: The name of the questions that were answered last, and the answers to them. They are not in the
#: address: whoever gets the link answers the questions for themselves.
_answered = SessionValue[tuple[str, str]]("quiz_answers")


def lesson() -> None:
    """The words that are asked about, and the questions."""
    lesson_head(LESSON, _("Quiz"))
    request = bpe_request()
    if asks_for_text(request) or (done := trained(request)) is None:
        return
    course = enter_course()
    with st.container(horizontal=True, vertical_alignment="bottom", key="off_stage"):
        about = parameter_switch(_("Questions about"), ABOUT, "about", key="quiz_about")
        if course is None or course.is_taught:
            st.number_input(_("Seed"), 1, SEEDS, width=120, **state.bound_to_parameter("seed"))
    seed = state.chosen("seed")
    name = f"{done.key} {seed} {about}"
    answers = answers_to(name)
    settings = request.specification
    bank = Bank(done.trace.corpus, settings.tie_break, settings.special_tokens, about)

    def keep(answers: str) -> None:
        _answered.put((name, answers))

    questions = draw_quiz(bank.hand(seed), seed, about)
    if about == MISTAKES and not is_stage_alone(LESSON):
        practice(seed)
    quiz(
        questions,
        key="quiz",
        name=name,
        in_room=room_questions(bank.hand(seed), seed, about),
        answers=answers,
        at_once=course is None,
        on_answers=keep,
        on_again=lambda: state.choose(seed=randint(1, SEEDS)),
    )
    if course is None:
        links_box()
    elif course.is_taught:
        check_box(course, questions, seed=seed)
    else:
        hand_in_box(course, questions, seed=seed, answers=answers)
    if about == MISTAKES and (course is None or course.is_taught):
        ask_again_box(seed)
    questions_box(done.key, about=about, seed=seed, source=corpus_title(request.corpus))
    offer_downloads({"BPE": Offered(done.key, len(done.trace))})


def answers_to(name: str) -> str:
    """The answers that this learner has given to the questions called `name`.

    Links made earlier may bring answers: they are shown once, and leave the address.
    """
    if in_link := state.chosen("answers"):
        _answered.put((name, in_link))
        state.choose(answers="")
    answered, answers = _answered.get() or ("", "")
    return answers if answered == name else ""


lesson()
