"""Merges or ids that a learner hands in: pasted, or from a file.

The session and the tab keep them, but links do not. What is handed in is read, never run.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core.diagnosis.diagnosis import diagnose, merges_with_mistake
from bpe_core.diagnosis.merges_file import read_list
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import MOST_BYTES
from bpe_core.text.reading import read_counts
from pages.components.component import component
from pages.components.fields import read_sent_file
from pages.session.language import current_language, translate_error
from pages.session.session_state import SessionValue, whole_characters
from pages.session.training_request import TrainingRequest
from server.streamlit_internals.sessions import session_id

#: What the list to try shows: the first makes no difference on most corpora.
SAMPLE_MISTAKES = ("lowered-pairs-forgotten", "words-once")

_component = component(
    "hand_in",
    "lessons/your_own_bpe/hand_in.js",
    "components/fields/controls.css",
)


@dataclass(frozen=True)
class HandedIn:
    """A text as it was handed in; `name` is its file's name, empty if it was pasted."""

    text: str
    name: str
    digest: str


_handed_in = SessionValue[Mapping[str, HandedIn]]("handed_in")


def hand_in(kind: str, label: str, placeholder: str, sample: str = "") -> HandedIn | None:
    """Draw the field and return the last text of this kind that was handed in.

    `sample` is a text to try, for a learner who has none yet.
    """
    known = _handed_in.get() or {}
    before = known.get(kind)
    data = {
        "kind": kind,
        "digest": before.digest if before else "",
        "session": session_id(),
        "lang": current_language(),
        "limit": MOST_BYTES,
        "label": label,
        "placeholder": placeholder,
        "sample": sample,
    }
    result = _component(key=f"hand_in_{kind}", data=data, on_sent_change=lambda: None)
    sent = whole_characters(result.sent)
    if not isinstance(sent, Mapping):
        return before
    try:
        now = read_handed_in(sent)
    except BpeError as error:
        st.error(translate_error(error))
        return None
    _handed_in.put({**known, kind: now})
    return now


def read_handed_in(sent: Mapping[str, object]) -> HandedIn:
    """Read what the field sent, checked again: a browser can send anything. Raises a `BpeError`.

    >>> read_handed_in({"name": "", "file": "aCBl"}).text
    'h e'
    """
    name, content = read_sent_file(sent)
    digest = hashlib.sha256(content).hexdigest()[:16]
    return HandedIn(read_list(content), name, digest)


def list_with_a_bug(request: TrainingRequest) -> str:
    """The merges of the first of `SAMPLE_MISTAKES` that shows; only for small tables of words."""
    specification, text = request.source()
    is_table = specification.source == "table" and specification.unit == "char"
    if not (is_table and request.is_small):
        return ""
    counts = read_counts(text)
    for name in SAMPLE_MISTAKES:
        merges = merges_with_mistake(name, counts, specification)
        if not diagnose(counts, specification, merges, seconds=0).equal:
            return "\n".join(f"{left.decode()} {right.decode()}" for left, right in merges)
    return ""
