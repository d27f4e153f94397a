"""Fields that pass on what a learner typed, chose or uploaded.

Streamlit's text area sends its text with each rerun, and its uploader is in English. Ours send it
once: a text half a second after the last key, and never with a half character (a lone surrogate),
which would end the connection. A file takes the same path, under the same quota; the tab keeps the
one in use, and sends it again to a server that has lost it.
"""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import streamlit as st

from bpe_core.files.bpe_model import MOST_BYTES
from bpe_core.text.reading import NotTextError, TooLargeError
from pages.components.component import CONTROLS, component
from pages.session import state
from pages.session.language import _, current_language, gettext
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import bound_switch, component_value, whole_characters
from server.requests.quotas import charge_session
from server.streamlit_internals.reruns import catch_up
from server.streamlit_internals.sessions import session_id

_KEY = "input_text"

_text = component("components/fields/input_text.js", CONTROLS)


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
            use(typed)

    _text(
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


_file = component("components/fields/file_field.js", CONTROLS)


class SentFile(NamedTuple):
    """A file as it was sent."""

    name: str
    data: bytes


def file_field(digest: str, remove: Callable[[], None]) -> SentFile | None:
    """Draw the buttons; return a file once, when it is chosen, and again after a reload.

    From the `digest` the tab knows which file is in use, or that none is; `remove` is called when
    it is removed. Raises `TooLargeError`, or the quota's error.
    """
    result = _file(
        key="tokenizer_file_field",
        data={
            "limit": MOST_BYTES,
            "lang": current_language(),
            "digest": digest,
            "session": session_id(),
        },
        on_sent_change=lambda: None,
        on_removed_change=remove,
    )
    sent = whole_characters(result.sent)
    if not isinstance(sent, Mapping):
        return None
    return read_sent_file(sent)


def read_sent_file(sent: Mapping[str, object]) -> SentFile:
    """Read what a field sent and charge it to the session.

    It is checked again, because a browser can send anything.

    Raises `NotTextError`, `TooLargeError`, or the quota's error.

    >>> read_sent_file({"name": "a.txt", "file": "aCBl"})
    SentFile(name='a.txt', data=b'h e')
    """
    encoded = str(sent.get("file", ""))
    charge_session(session_id(), len(encoded))
    try:
        content = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        raise NotTextError(position=0, value="?") from None
    if len(content) > MOST_BYTES:
        raise TooLargeError(size=len(content), limit=MOST_BYTES)
    return SentFile(str(sent.get("name", ""))[:100], content)


def parameter_switch(
    label: str, options: Mapping[str, str], name: str, *, key: str, **look: Any
) -> str:
    """Draw a button for each option, by its label in English; return the one that is on."""
    st.segmented_control(
        label,
        list(options),
        format_func=lambda option: gettext(options[option]),
        **bound_switch(key, state.chosen(name), lambda chosen: state.choose(**{name: chosen})),
        **look,
    )
    return str(state.chosen(name))
