"""The encoder: a Components v2 component that shows a text as tokens, and how one word gets there.

Python encodes; the browser steps through what Python sent, and shows which tokens an edit changed.

Code that asks the learner to predict can listen for `encoding-step` on the component's root. The
event bubbles at each step, with `detail = {step, steps, candidates, rule}`. `candidates` are
`[place, rule, token id]`, and `rule` is the rule that comes first (undefined at the end).
"""

from collections.abc import Callable, Collection

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.components.component.data import to_json
from pages.components.fields import parameter_switch
from pages.components.stepper.on_page import draw_walk
from pages.components.walk_follower import WalkStart
from pages.lessons.encode_decode.encoder.payload import encoding_of
from pages.session.language import N_, _
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value

_KEY = "encoder"
_component = component(
    "encoder",
    "lessons/encode_decode/encoder/encoder.js",
    "components/stepper/stepper.css",
    "components/stepper/classroom.css",
    "components/rooms/teacher/room.css",
    "lessons/encode_decode/encoder/encoder.css",
)


def encoder(
    tokenizer: Tokenizer,
    start: WalkStart,
    *,
    text: str,
    special_tokens: Collection[str],
    word: str | None,
    on_word: Callable[[str], None],
    on_step: Callable[[int], None],
) -> str | None:
    """Draw the encoding of `text`; return the walked word, or its beginning, or None without one.

    Where the walk starts, a key names the tokenizer, so that the browser can tell an edit from a
    change of tokenizer. `word` is walked if it is in the text. `on_word` is called with a word that
    was clicked, and `on_step` with the step that was reached.
    """

    def take_word() -> None:
        clicked = component_value(_KEY, "word")
        if isinstance(clicked, str):
            on_word(replace_surrogates(clicked[:NAME_LIMIT])[0])

    def take_step() -> None:
        match component_value(_KEY, "step"):
            case [name, int(reached)] if name == walked:  # a late report names the one before
                on_step(max(0, int(reached)))  # True matches the pattern, too

    encoding = encoding_of(tokenizer, text, special_tokens, word) | {"input": text}
    walked = str(encoding["walk"]["word"]) if encoding["walk"] else ""
    draw_walk(
        _component,
        to_json(encoding),
        start,
        key=_KEY,
        on_word_change=take_word,
        on_step_change=take_step,
    )
    return walked or None


WAYS = {"text": N_("as text"), "tokens": N_("as tokens")}


def special_tokens(known: list[str]) -> list[str]:
    """The special tokens that count as tokens where they occur in the text."""
    if not known:
        return []
    way = parameter_switch(_("Special tokens in the text"), WAYS, "as", key="encode_as")
    return known if way == "tokens" else []
