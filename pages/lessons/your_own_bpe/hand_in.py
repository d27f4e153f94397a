"""Merges or ids that a learner hands in, pasted or from a file, and the check of the ids.

The session and the tab keep them, but links do not. What is handed in is read, never run.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core.diagnosis.diagnosis import diagnose, merges_with_mistake
from bpe_core.diagnosis.encodings import EncodingDiagnosis, diagnose_encoding, read_ids
from bpe_core.diagnosis.merges_file import read_list
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import MOST_BYTES, BpeModel, model_of
from bpe_core.text.corpus import Token
from bpe_core.text.reading import read_counts
from pages.components.component import component
from pages.components.fields import input_text_field, read_sent_file
from pages.components.training.tokenizer_choice import TrainedHere, chosen_source, offer_upload
from pages.lessons.your_own_bpe.verdict import on_ids, verdict
from pages.session.language import _, current_language, translate_error
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue, whole_characters
from pages.session.traces import merges_by_key
from pages.session.training_request import TrainingRequest
from pages.session.uploads import FromFile
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


#: What was diagnosed last, and its diagnosis.
_last = SessionValue[tuple[tuple[str, str, str], EncodingDiagnosis]]("encoding_diagnosis")


def check_ids() -> None:
    """Ask for the tokenizer and, once it is available, for ids to check against it."""
    source = chosen_source()
    if isinstance(source, TrainedHere | FromFile):
        _check(source)
    offer_upload()


@lesson_fragment
def _check(source: TrainedHere | FromFile) -> None:
    """Ask for the text and the ids, and draw the verdict."""
    text = input_text_field(source.example())
    handed = hand_in("ids", _("The ids that your encoder gives for this text"), "12 7 5")
    if handed is None or (model := _model(source)) is None:
        return
    try:
        diagnosis = _diagnosed((source.key, text, handed.digest), model, handed.text)
    except BpeError as error:
        st.error(translate_error(error))
        return
    verdict(on_ids(diagnosis, _tokens(source)))


def _diagnosed(name: tuple[str, str, str], model: BpeModel, ids: str) -> EncodingDiagnosis:
    """The diagnosis; it is computed only once."""
    if (last := _last.get()) is None or last[0] != name:
        last = _last.put((name, diagnose_encoding(name[1], model, read_ids(ids))))
    return last[1]


def _model(source: TrainedHere | FromFile) -> BpeModel | None:
    if isinstance(source, FromFile):
        return source.model
    trace = merges_by_key(source.key)
    return None if trace is None else model_of(trace)


def _tokens(source: TrainedHere | FromFile) -> list[Token]:
    """The vocabulary by id."""
    tokenizer = source.tokenizer(source.rules)
    return [] if tokenizer is None else list(tokenizer.vocabulary)
