"""A field for typed text that follows the typing. All lessons share one text to encode.

Unlike Streamlit's text area, it sends the text once, half a second after the last key. It never
sends a half character (a lone surrogate), which would end the connection.
"""

from collections.abc import Callable

from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.session import state
from pages.session.language import _, current_language
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import component_value
from server.streamlit_internals.full_reruns import catch_up

_KEY = "input_text"

_component = component(
    "input_text",
    "components/fields/input_text.js",
    "components/fields/controls.css",
    "components/fields/input_text.css",
)


def input_text_field(sample: str) -> str:
    """Draw the field and return its text: the learner's own, or `sample` until there is one."""
    text = state.input_text()
    shown = sample if text is None else text
    text_field(_KEY, _("Text to encode"), shown, state.use_input)
    return shown


def text_field(key: str, label: str, shown: str, use: Callable[[str], None]) -> None:
    """Draw a field for any text; `use` is called with what was typed once the typing pauses."""

    def take() -> None:
        typed = component_value(key, "text")
        if isinstance(typed, str):
            use(replace_surrogates(typed)[0])

    _component(
        key=key,
        data={
            "content": shown,
            "lang": current_language(),
            "limit": TEXT_LIMIT,
            "label": label,
        },
        on_text_change=take,
    )
    catch_up()
