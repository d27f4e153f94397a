"""One text as several tokenizers cut it, one row per tokenizer: a separate component.

Pointing at a token shows what the other tokenizers make of the same bytes. For two tokenizers, the
component can show only the places where they differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pages.components.component import component
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.overlay.spans import PlacedToken, flat
from pages.session import state
from pages.session.language import current_language, format_number, ngettext
from pages.session.session_state import component_value
from pages.session.uploads.model_files import HERE

_component = component(
    "wild",
    "lessons/tokenizer_file/overlay/overlay.js",
    "components/stepper/stepper.css",
    "lessons/tokenizer_file/overlay/overlay.css",
)


@dataclass(frozen=True)
class Cut:
    """A text as one tokenizer cuts it: the tokenizer's code in a link, its name, the size of its
    vocabulary, and the tokens. `unknown` is the id of its unknown token; -1 for none. `has_life`
    means that the part "What is in it" can show its tokens, `comes_back` that decoding the
    tokens gives the text again.
    """

    code: str
    name: str
    size: int
    tokens: Sequence[PlacedToken]
    unknown: int = -1
    has_life: bool = True
    comes_back: bool = True

    @property
    def unknown_count(self) -> int:
        """How many of the tokens are unknown, so that some of the text is lost."""
        return sum(token.token_id == self.unknown for token in self.tokens)


def cuts_component(
    text: str,
    cuts: Sequence[Cut],
    two: Sequence[str],
    *,
    key: str,
    on_two: Callable[[tuple[str, ...]], None],
    on_life: Callable[[str, int, int], None],
) -> None:
    """Draw the text as chips, once for each tokenizer; or show where `two` of them differ.

    `on_two` is called with the codes of another two, or with no codes. `on_life` is called with the
    code of a vocabulary, the id of a token of it that was clicked, and its place in the text.
    """

    def take_two() -> None:
        reported = component_value(key, "two")
        known = [cut.code for cut in cuts]
        if (
            isinstance(reported, list)
            and all(code in known for code in reported)
            and len(reported) in (0, 2)
        ):
            on_two(tuple(reported))

    def take_life() -> None:
        reported = component_value(key, "life")
        for cut in cuts:
            for place, token in enumerate(cut.tokens):
                if reported == [cut.code, token.token_id, place]:
                    on_life(cut.code, token.token_id, place)

    here = replace(state.link(), corpus=state.corpus()).to_params()
    rows = [
        {
            "code": cut.code,
            "name": cut.name,
            "remark": ngettext("{n} token", "{n} tokens", len(cut.tokens)).format(
                n=format_number(len(cut.tokens))
            ),
            "tokens": flat(cut.tokens),
            "labels": {i: token.label for i, token in enumerate(cut.tokens) if token.label},
            "unknown": cut.unknown,
            "has_life": cut.has_life,
            "address": (here if cut.code == HERE else {}) | {"part": "inside"},
        }
        for cut in cuts
    ]
    _component(
        key=key,
        data={
            "input": text,
            "rows": rows,
            "two": [*two],
            "life": LESSON.address,
            "lang": current_language(),
        },
        on_two_change=take_two,
        on_life_change=take_life,
    )
