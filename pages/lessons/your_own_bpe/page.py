"""The lesson "Your own BPE": what the learner's own trainer does differently, and why."""

from dataclasses import fields

import streamlit as st

from bpe_core import NORMALIZERS, TIE_RULES, BpeError
from bpe_core.diagnosis import PRESETS, TrainingSpecification
from bpe_core.text.corpus import UNIT_LABELS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from pages.components.lesson_head import lesson_head
from pages.components.training import asks_for_text
from pages.lessons.your_own_bpe import HANDED_IN, LESSON
from pages.lessons.your_own_bpe.trainings import diagnosed, walk_both
from pages.lessons.your_own_bpe.verdict import (
    check_ids,
    hand_in,
    list_with_a_bug,
    on_merges,
    verdict,
)
from pages.session import state
from pages.session.language import N_, _, as_code, gettext, translate_error, visible
from pages.session.link import LOCKED
from pages.session.training_request import TrainingRequest, bpe_request

COURSES = {"cs336": N_("Settings of Stanford CS336, assignment 1")}
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
    task(request.specification)
    if kind == "ids":
        check_ids()
    else:
        check_merges(request)
    with st.expander(_("How to submit it")):
        st.markdown(LESSON.prose("more"))
    with st.expander(_("For teachers: in a course, and on the command line")):
        st.markdown(LESSON.prose("teachers"))


def task(now: TrainingSpecification) -> None:
    """Draw the trainer's task in one line, and the settings of well-known courses."""
    stop = (
        _("a vocabulary of {n}", n=now.vocab_size)
        if now.vocab_size
        else _("merges: {n}", n=now.num_merges or 0)
    )
    lines = [
        _("unit: {unit}", unit=gettext(UNIT_LABELS[now.unit])),
        _("cut into words: {rule}", rule=gettext(PRE_TOKENIZERS[now.pre_tokenizer].label)),
        _("ties: {rule}", rule=gettext(TIE_RULES[now.tie_break].label)),
        stop,
    ]
    if now.end_of_word:
        marker = as_code(visible(now.end_of_word))
        lines.append(_("end-of-word marker: {marker}", marker=marker))
    if now.normalizer:
        chain = _(", ").join(gettext(NORMALIZERS[name].label) for name in now.normalizer)
        lines.append(_("normalization: {chain}", chain=chain))
    if now.min_frequency > 1:
        lines.append(_("minimum frequency: {n}", n=now.min_frequency))
    if now.special_tokens:
        shown = _(", ").join(as_code(visible(token)) for token in now.special_tokens)
        lines.append(_("special tokens, at which the text is cut: {tokens}", tokens=shown))
    st.caption(_("Your trainer should do this: {settings}.", settings=_("; ").join(lines)))
    if not state.is_shown(LOCKED):
        for name, title in COURSES.items():
            st.button(gettext(title), key=f"course_{name}", on_click=use_course, args=(name,))


def use_course(name: str) -> None:
    """Use the settings of a well-known course."""
    usual, preset = TrainingSpecification(), PRESETS[name]
    changed = {
        field.name: getattr(preset, field.name)
        for field in fields(preset)
        if getattr(preset, field.name) != getattr(usual, field.name)
    }
    unset = {"vocab_size": None, "min_frequency": None, "normalizer": (), "end_of_word": ""}
    state.change(**unset | changed)


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
