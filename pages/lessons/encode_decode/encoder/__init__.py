"""The encoder: a Components v2 component that shows a text as tokens, and how one word gets there.

Python encodes; the browser steps through what Python sent, and shows which tokens an edit changed.

Code that asks the learner to predict can listen for `encoding-step` on the component's root. The
event bubbles at each step, with `detail = {step, steps, candidates, rule}`. `candidates` are
`[place, rule, token id]`, and `rule` is the rule that comes first (undefined at the end).
"""

from collections.abc import Callable, Collection
from typing import Any

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.components.fields.parameter_switch import parameter_switch
from pages.lessons.encode_decode.encoder.payload import encoding_of
from pages.session.language import N_, _, current_language
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value
from pages.session.view_options import leave_stage, predict_each_step

_component = component(
    "encoder",
    "lessons/encode_decode/encoder/encoder.js",
    "components/stepper/stepper.css",
    "components/stepper/classroom/classroom.css",
    "components/stepper/walking/one_word.css",
    "components/rooms/teacher/room.css",
    "lessons/encode_decode/encoder/encoder.css",
)


def encoder(
    tokenizer: Tokenizer,
    *,
    key: str,
    tokenizer_key: str,
    text: str,
    special_tokens: Collection[str],
    word: str | None,
    step: int,
    visit: int,
    predict: bool,
    on_word: Callable[[str], None],
    on_step: Callable[[int], None],
    classroom: dict[str, Any],
) -> str | None:
    """Draw the encoding of `text`; return the walked word, or its beginning, or None without one.

    `tokenizer_key` names the tokenizer, so that the browser can tell an edit from a change of
    tokenizer. `word` is walked if it is in the text. The walk starts at `step`, and returns there
    when `visit` changes. `on_word` is called with a word that was clicked, and `on_step` with the
    step that was reached. `predict` is whether the learner predicts each step before it is shown.
    `classroom` is what `stage_data` returned.
    """

    def take_word() -> None:
        clicked = component_value(key, "word")
        if isinstance(clicked, str):
            on_word(replace_surrogates(clicked[:NAME_LIMIT])[0])

    def take_step() -> None:
        match component_value(key, "step"):
            case [name, int(reached)] if name == walked:  # a late report names the one before
                on_step(max(0, int(reached)))  # True matches the pattern, too

    def switched() -> None:
        predict_each_step(component_value(key, "predict") == "on")

    encoding = encoding_of(tokenizer, text, special_tokens, word)
    walked = str(encoding["walk"]["word"]) if encoding["walk"] else ""
    _component(
        key=key,
        data={
            **encoding,
            "key": tokenizer_key,
            "input": text,
            "step": step,
            "visit": visit,
            "predict": predict,
            "classroom": classroom,
            "lang": current_language(),
        },
        on_word_change=take_word,
        on_step_change=take_step,
        on_predict_change=switched,
        on_leave_change=leave_stage,
    )
    return walked or None


WAYS = {"text": N_("as text"), "tokens": N_("as tokens")}


def special_tokens(known: list[str]) -> list[str]:
    """The special tokens that count as tokens where they occur in the text."""
    if not known:
        return []
    way = parameter_switch(_("Special tokens in the text"), WAYS, "as", key="encode_as")
    return known if way == "tokens" else []
