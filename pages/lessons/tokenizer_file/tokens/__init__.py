"""A list of a file's tokens, each of which can be opened for a closer look: a separate component.

Long tokens are folded, because some vocabularies have learned spam and worse, and a class must not
see that by accident.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_core.files.inspection.tokens import TokenView, script_of
from pages.components.component import component
from pages.components.vocabularies.choice import script_name
from pages.session.language import current_language
from pages.session.session_state import component_value

#: Length in characters from which a token is folded; a phrase is shorter in Chinese, Japanese and
#: Korean.
LONG, LONG_EAST_ASIAN = 20, 4
_EAST_ASIAN = {"Han", "Hiragana", "Katakana", "Hangul"}

_component = component(
    "vocabulary_tokens",
    "lessons/tokenizer_file/tokens/token_list.js",
    "components/stepper/stepper.css",
    "lessons/tokenizer_file/tokens/token_list.css",
)


@dataclass(frozen=True)
class TokenRow:
    """A token, a remark about it, and the tokens that come out in its place."""

    token: TokenView
    remark: str = ""
    instead: Sequence[TokenView] = ()


def token_list(rows: Sequence[TokenRow], *, key: str, on_token: Callable[[int], None]) -> None:
    """Draw the rows; `on_token` is called with the id of a token that was clicked."""

    def take() -> None:
        reported = component_value(key, "token")
        if isinstance(reported, int) and any(row.token["id"] == reported for row in rows):
            on_token(int(reported))

    data = {
        "rows": [
            {
                "token": row.token,
                "script": script_name(row.token["script"]),
                "remark": row.remark,
                "instead": [*row.instead],
                "folded": is_folded(row.token["text"]),
            }
            for row in rows
        ],
        "lang": current_language(),
    }
    _component(key=key, data=data, on_token_change=take)


def is_folded(text: str | None) -> bool:
    """Whether a token is so long that a list shows it only on request.

    Whitespace and signs may be long.

    >>> is_folded("哈哈哈哈"), is_folded(" tokenization"), is_folded(" " * 80), is_folded(None)
    (True, False, False, False)
    """
    if text is None:
        return False
    scripts = [script_of(character) for character in text]
    east_asian = sum(script in _EAST_ASIAN for script in scripts)
    letters = sum(script != "Common" for script in scripts)
    return east_asian >= LONG_EAST_ASIAN or letters >= LONG
