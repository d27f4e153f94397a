"""Check an encoder: compare its ids for a short text with those of a tokenizer."""

import streamlit as st

from bpe_core.diagnosis.encodings import EncodingDiagnosis, diagnose_encoding, read_ids
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import BpeModel, model_of
from bpe_core.text.corpus import Token
from pages.components.fields import input_text_field
from pages.components.training.tokenizer_choice import TrainedHere, chosen_source, offer_upload
from pages.lessons.your_own_bpe.hand_in import hand_in
from pages.lessons.your_own_bpe.verdict import on_ids, verdict
from pages.session.language import _, translate_error
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue
from pages.session.traces import merges_by_key
from pages.session.uploads import FromFile

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
