"""Draw the code for a student's result below the quiz of a course."""

import secrets
from collections.abc import Sequence
from time import time
from typing import Any

import streamlit as st

from classroom.results import LABEL_LIMIT, NONCE_BYTES, OPEN, Result, clean_label, sign
from pages.lessons.quiz.hand_in.course import Course, print_of, score_of
from pages.session.language import _, format_number
from pages.session.session_state import SessionValue

_code = SessionValue[tuple[str, str]]("result_code")


def hand_in_box(
    course: Course, questions: Sequence[dict[str, Any]], *, seed: int, answers: str
) -> None:
    """Offer the code once the student has answered something."""
    with st.container(border=True):
        st.subheader(_("Hand in your result"))
        answered = len(answers.replace(OPEN, ""))
        st.caption(
            _(
                "Answered: {k} of {n}. The code says which answers you gave, how many are right, "
                "when it was made, and the name below, if you write one. Nothing is stored here."
            ).format(k=format_number(answered), n=format_number(len(questions)))
        )
        label = st.text_input(
            _("A name or a label, whichever your teacher asks for"), max_chars=LABEL_LIMIT
        )
        if st.button(_("Make the code"), disabled=not answered):
            result = Result(
                seed,
                print_of(questions),
                answers,
                score_of(questions, answers),
                int(time() // 60),
                clean_label(label),
            )
            _code.put((answers, sign(course.key, result, secrets.token_bytes(NONCE_BYTES))))
        made_for, code = _code.get() or ("", "")
        if code and made_for == answers:
            st.code(code, language=None, wrap_lines=True)
            st.caption(_("Copy the whole line and send it to your teacher."))
