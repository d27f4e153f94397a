"""The settings of a training and the language, beside every lesson and in its head.

Each control is drawn from the state and changes the state; none of them keeps its own value.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES, BpeError, Trace, TrainingSpecification
from bpe_core.text.corpus import UNIT_LABELS
from pages.components.component import CONTROLS, component
from pages.session import state
from pages.session.language import LANGUAGES, N_, _, current_language, gettext, set_language
from pages.session.lesson import Lesson, Setting
from pages.session.link import MARKER_LIMIT, NAME_LIMIT, RANGES, SPECIAL_LIMIT
from pages.session.session_state import bound, bound_choice, bound_switch
from pages.session.traces import find
from pages.session.training_request import bpe_request


def language_switch(place: DeltaGenerator) -> None:
    """Draw a button for each language, labelled in that language."""
    place.segmented_control(
        _("Language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        label_visibility="collapsed",
        **bound_switch("choose_language", current_language(), set_language),
    )


_component = component(
    "components/sidebar/settings_button.js", CONTROLS, "components/sidebar/settings_button.css"
)


def settings_button() -> None:
    """Draw the button. The browser opens the sidebar by itself, without a rerun."""
    _component(data={}, key="settings_button")


_STOPS = {"merges": N_("number of merges"), "vocab": N_("vocabulary size")}


class SpecialTokensLimitError(BpeError):
    """More special tokens than anyone needs, or one that is too long."""

    template = (
        "Special tokens entered: {count}. Characters of the longest: {longest}. The limit is "
        "{most} tokens of up to {limit} characters each. Your previous tokens are unchanged."
    )


def training_settings(lesson: Lesson) -> None:
    """Draw the settings of the training in this lesson; rarely changed ones are under "More"."""
    now = bpe_request().specification
    for setting in lesson.settings:
        DRAW[setting](now)
    with st.expander(_("More")):
        normalization(now, key="setting_normalizer")
        _options(
            _("Cut into words"),
            "pre_tokenizer",
            {name: each.label for name, each in PRE_TOKENIZERS.items()},
            now.pre_tokenizer,
            help_text=_("Running text only; a word list is already split."),
        )
        if now.unit == "char":
            _characters(now)
        _special_tokens(now)
        if st.button(_("Reset to defaults"), width="stretch"):
            state.usual_settings()
            st.rerun()


def _unit(now: TrainingSpecification) -> None:
    _options(_("Unit"), "unit", UNIT_LABELS, now.unit)


def _tie_rule(now: TrainingSpecification) -> None:
    labels = {name: rule.label for name, rule in TIE_RULES.items()}
    decides = _("Decides which pair is merged when several share the highest count.")
    about = "\n\n".join([decides, *(gettext(rule.about) for rule in TIE_RULES.values())])
    _options(_("Tie rule"), "tie_break", labels, now.tie_break, help_text=about)


def _least(now: TrainingSpecification) -> None:
    _number(_("Minimum frequency"), "min_frequency", RANGES["min"], now.min_frequency)


def normalization(now: TrainingSpecification, *, key: str) -> None:
    """Draw the chain of normalizations, which are applied in the order in which they are chosen."""

    def use(names: list[str]) -> None:
        if set(names) <= NORMALIZERS.keys():  # as in `bound_choice`
            state.change(normalizer=tuple(names))

    st.multiselect(
        _("Normalization"),
        list(NORMALIZERS),
        format_func=lambda name: gettext(NORMALIZERS[name].label),
        placeholder=_("none"),
        help=_("What happens to the text before it is cut into words, in this order."),
        **bound(key, list(now.normalizer), use),
    )


def _options(
    label: str, name: str, options: Mapping[str, str], value: str, *, help_text: str | None = None
) -> None:
    st.selectbox(
        label,
        list(options),
        format_func=lambda code: gettext(options[code]),
        help=help_text,
        **bound_choice(f"setting_{name}", value, options, lambda code: _change(name, code)),
    )


def _characters(now: TrainingSpecification) -> None:
    _number(
        _("Characters at most"),
        "limit_alphabet",
        RANGES["alphabet"],
        now.limit_alphabet,
        value=None,  # what an emptied field means
        placeholder=_("all"),
        help=_(
            "Only the most frequent characters are kept. A rarer one is left out of the words, as "
            "with `limit_alphabet` in Hugging Face, and is unknown afterwards. Merges across "
            "spaces keep them all."
        ),
    )


def _marker(now: TrainingSpecification) -> None:
    st.text_input(
        _("End-of-word marker"),
        max_chars=MARKER_LIMIT,
        placeholder=_("none"),
        help=_(
            "A separate token at the end of each word, such as `</w>`. Leave it empty for none."
        ),
        **bound("setting_end_of_word", now.end_of_word, partial(_change, "end_of_word")),
    )


def _special_tokens(now: TrainingSpecification) -> None:
    def use(typed: str) -> None:
        names = tuple(dict.fromkeys(typed.split()))
        longest = max(map(len, names), default=0)
        if len(names) <= SPECIAL_LIMIT and longest <= NAME_LIMIT:
            state.change(special_tokens=names)
        else:
            fields = {"count": len(names), "longest": longest}
            state.notice(SpecialTokensLimitError(**fields, most=SPECIAL_LIMIT, limit=NAME_LIMIT))

    st.text_input(
        _("Special tokens"),
        placeholder=_("none"),
        help=_(
            "Tokens that never occur in ordinary text, such as `<|endoftext|>`. They get the "
            "lowest ids."
        ),
        **bound("setting_special", " ".join(now.special_tokens), use),
    )


def _stop(now: TrainingSpecification) -> None:
    """Draw what ends the training: a number of merges, or a vocabulary size.

    The number itself is in the lesson's head.
    """

    def switch(wanted: str) -> None:
        state.change(vocab_size=_size_of_vocabulary(now) if wanted == "vocab" else None)

    st.selectbox(
        _("Stop at"),
        list(_STOPS),
        format_func=lambda code: gettext(_STOPS[code]),
        **bound_choice("setting_stop", "vocab" if now.vocab_size else "merges", _STOPS, switch),
    )


def stop_choice(place: DeltaGenerator) -> None:
    """Draw how many merges there are, or how large the vocabulary gets, in the lesson's head."""
    now = bpe_request().specification
    with place:
        if now.vocab_size:
            _number(_("Vocabulary size"), "vocab_size", RANGES["vocab"], now.vocab_size)
        else:
            _number(_("Merges"), "num_merges", RANGES["merges"], now.num_merges or 0)


def _size_of_vocabulary(now: TrainingSpecification) -> int:
    """The vocabulary size of this training; until it is done, the size that bytes would give."""
    trace = find(bpe_request())
    return len(trace.vocabulary) if isinstance(trace, Trace) else 256 + (now.num_merges or 0)


def _number(label: str, name: str, bounds: tuple[int, int], shown: int | None, **look: Any) -> None:
    low, high = bounds
    look |= bound(f"setting_{name}", shown, partial(_change, name))
    st.number_input(label, min_value=low, max_value=high, step=1, **look)


def _change(name: str, value: Any) -> None:
    state.change(**{name: value})


DRAW: dict[Setting, Callable[[TrainingSpecification], None]] = {
    "unit": _unit,
    "end_of_word": _marker,
    "tie_break": _tie_rule,
    "stop": _stop,
    "min_frequency": _least,
}
