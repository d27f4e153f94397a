"""The lesson "Your own BPE": what the learner's own trainer does differently, and why."""

import streamlit as st

from bpe_core import BpeError
from pages.components.lesson_head import lesson_head
from pages.components.training import asks_for_text
from pages.lessons.your_own_bpe import HANDED_IN, LESSON
from pages.lessons.your_own_bpe.task import draw_task
from pages.lessons.your_own_bpe.trainings import diagnosed, walk_both
from pages.lessons.your_own_bpe.verdict import (
    check_ids,
    hand_in,
    list_with_a_bug,
    on_merges,
    verdict,
)
from pages.session import state
from pages.session.language import N_, _, gettext, translate_error
from pages.session.training_request import TrainingRequest, bpe_request

KINDS = {"merges": N_("The merges of your trainer"), "ids": N_("The ids of your encoder")}


def lesson() -> None:
    """Draw the task, what was handed in, and how the two compare."""
    lesson_head(LESSON, _("Your own BPE"))
    request = bpe_request().but(limit_alphabet=None)  # a trainer is asked for all characters
    if asks_for_text(request):
        return
    kind = st.radio(
        _("What you submit"),
        HANDED_IN,
        format_func=lambda name: gettext(KINDS[name]),
        horizontal=True,
        **state.bound_to_parameter("hand_in"),
    )
    draw_task(request.specification)
    if kind == "ids":
        check_ids()
    else:
        check_merges(request)
    with st.expander(_("How to submit it")):
        st.markdown(LESSON.prose("more"))
    with st.expander(_("For teachers: in a course, and on the command line")):
        st.markdown(LESSON.prose("teachers"))


def check_merges(request: TrainingRequest) -> None:
    """Draw the field, the verdict, and both trainings side by side."""
    label = _("The merges that your trainer learned")
    try:
        sample = list_with_a_bug(request)
    except BpeError as error:  # a vocabulary that is too small
        st.error(translate_error(error))
        return
    handed = hand_in("merges", label, "h e\nhe y\n…", sample)
    if handed is None or (diagnosis := diagnosed(request, handed)) is None:
        return
    verdict(on_merges(diagnosis, request.specification.unit))
    if not diagnosis.equal:
        walk_both(request, diagnosis)


lesson()
