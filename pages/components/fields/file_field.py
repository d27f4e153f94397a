"""A button that takes a small file and sends its bytes once, and one that removes it again.

The tab keeps the file in use, and sends it again to a server that has lost it. Unlike Streamlit's
own uploader, the button is in the learner's language, and the file takes the same path as
everything else that a learner sends, under the same quota.
"""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bpe_core.files.bpe_model import MOST_BYTES
from bpe_core.text.reading import NotTextError, TooLargeError
from pages.components.component import component
from pages.session.language import current_language
from pages.session.session_state import whole_characters
from server.requests.quotas import charge_session
from server.streamlit_internals.sessions import session_id

_component = component(
    "file_field",
    "components/fields/file_field.js",
    "components/fields/controls.css",
    "components/fields/file_field.css",
)


class SentFile(NamedTuple):
    """A file as it was sent."""

    name: str
    data: bytes


def file_field(digest: str, remove: Callable[[], None]) -> SentFile | None:
    """Draw the buttons; return a file once, when it is chosen, and again after a reload.

    From the `digest` the tab knows which file is in use, or that none is; `remove` is called when
    it is removed. Raises `TooLargeError`, or the quota's error.
    """
    result = _component(
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
