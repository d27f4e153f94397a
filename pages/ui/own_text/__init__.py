"""A learner's own text: a field that hands over what was typed, pasted or uploaded, once."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from bpe_core.errors import EmptyCorpusError
from bpe_core.reading import (
    PASTE_LIMIT,
    UPLOAD_LIMIT,
    NotTextError,
    check_size,
    looks_like_counts,
    read_counts,
    read_text,
    replace_surrogates,
)
from pages.ui.component import component
from pages.ui.language import _, current_language
from pages.ui.parameters import TEXT_LIMIT
from pages.ui.traces import session_id
from server.quotas import charge_session

_DELIMITERS = {".csv": ",", ".tsv": "\t"}

_component = component("own_text", "own_text/own_text.css", "own_text/own_text.js")


@dataclass(frozen=True)
class OwnText:
    """A text that was taken over, and how many half characters in it were replaced.

    `is_known` says that it was in use before, and that the tab has kept it.
    """

    text: str
    replaced: int
    is_known: bool = False


def own_text_field(text: str | None, digest: str) -> OwnText | None:
    """Draw the field over the text in use; return a new one once, when it is handed over.

    Raises a `BpeError` that says why a text cannot be used; the one in use then stays. A text
    too long for a link is not sent back to the field at every visit. By the `digest` the tab
    knows which text is in use; where there is none, it sends what it has kept.
    """
    shown = text if text is not None and len(text) <= TEXT_LIMIT else ""
    result = _component(
        key="own_text",
        data={
            "content": shown,
            "digest": digest if text else "",
            "session": session_id(),
            "lang": current_language(),
            "paste_limit": PASTE_LIMIT,
            "upload_limit": UPLOAD_LIMIT,
            "text": {
                "label": _("Your own text, or words with counts, such as: hug 10"),
                "placeholder": _("Type or paste here"),
                "use": _("Use this text"),
                "file": _("From a file"),
                "too_long": _(
                    "This text has {size} bytes, and up to {limit} fit here. Shorten it; what was "
                    "there before has been kept."
                ),
            },
        },
        on_sent_change=lambda: None,
    )
    if not isinstance(result.sent, Mapping):
        return None
    charge_session(session_id(), sum(len(str(value)) for value in result.sent.values()))
    return read_sent(result.sent)


def read_sent(sent: Mapping[str, Any]) -> OwnText:
    """What the field handed over, checked again: a browser can send anything.

    >>> read_sent({"text": "hug 10", "replaced": 0})
    OwnText(text='hug 10', replaced=0, is_known=False)
    >>> read_sent({"file": "aWNlIGNyZWFtLDMK", "name": "words.csv"})
    OwnText(text='ice cream\\t3', replaced=0, is_known=False)
    """
    if "file" in sent:
        text = _read_file(str(sent["file"]), str(sent.get("name", "")))
        replaced = 0
    else:
        text = str(sent.get("text", ""))
        check_size(text, PASTE_LIMIT)
        told = sent.get("replaced")
        replaced = told if isinstance(told, int) else 0
    text, more = replace_surrogates(text)
    if not text or text.isspace():
        raise EmptyCorpusError()
    if len(text) <= PASTE_LIMIT and looks_like_counts(text):
        read_counts(text)  # says now which line is wrong; a longer table's worker says it later
    return OwnText(text, replaced + more, sent.get("again") is True)


def _read_file(encoded: str, name: str) -> str:
    try:
        data = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        raise NotTextError(position=0, value="?") from None
    check_size(data, UPLOAD_LIMIT)
    text = read_text(data)
    delimiter = _DELIMITERS.get(PurePath(name).suffix.lower())
    if delimiter is None:
        return text
    return "\n".join(f"{word}\t{count}" for word, count in read_counts(text, delimiter).items())
