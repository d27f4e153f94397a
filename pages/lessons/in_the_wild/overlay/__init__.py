"""One text as several tokenizers cut it, one below the other: a component of its own.

A token that is pointed at shows what the others make of the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.components.component import component
from pages.lessons.in_the_wild.overlay.spans import PlacedToken, flat
from pages.session.language import _, current_language, format_number, ngettext

_component = component(
    "wild",
    "lessons/in_the_wild/overlay/overlay.js",
    "components/stepper/stepper.css",
    "lessons/in_the_wild/overlay/overlay.css",
)


@dataclass(frozen=True)
class Cut:
    """A text as one tokenizer cuts it: its name, the size of its vocabulary, and the tokens.

    `unknown` is the id of its unknown token, -1 for none.
    """

    name: str
    size: int
    tokens: Sequence[PlacedToken]
    unknown: int = -1


def cuts_component(text: str, cuts: Sequence[Cut], *, key: str) -> None:
    """Draw the text once for each tokenizer, in chips."""
    rows = [
        {
            "name": cut.name,
            "remark": ngettext("{n} token", "{n} tokens", len(cut.tokens)).format(
                n=format_number(len(cut.tokens))
            ),
            "tokens": flat(cut.tokens),
            "labels": {i: token.label for i, token in enumerate(cut.tokens) if token.label},
            "unknown": cut.unknown,
        }
        for cut in cuts
    ]
    texts = {
        "ids": _("show token ids"),
        "hint": _("Point at or click a token to see the same bytes in every other row."),
        "pointed": _(
            "{name}: {token}, id {id}, {bytes}. Tokens for the same bytes elsewhere: {others}."
        ),
        "comma": _(", "),
    }
    _component(
        key=key, data={"input": text, "rows": rows, "text": texts, "lang": current_language()}
    )
