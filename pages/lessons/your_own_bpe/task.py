"""The task of the learner's trainer: its settings in one line, and those of well-known courses."""

from dataclasses import fields

import streamlit as st

from bpe_core import NORMALIZERS, TIE_RULES
from bpe_core.diagnosis import PRESETS, TrainingSpecification
from bpe_core.text.corpus import UNIT_LABELS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from pages.session import state
from pages.session.language import N_, _, as_code, gettext, visible
from pages.session.link import LOCKED

COURSES = {"cs336": N_("Settings of Stanford CS336, assignment 1")}


def draw_task(now: TrainingSpecification) -> None:
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
