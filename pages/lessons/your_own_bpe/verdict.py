"""Merges or ids that a learner hands in, the check of the ids, and the result of a check in words.

The session and the tab keep what is handed in, but links do not; it is read, never run. A result is
blocks of sentences with their values; the browser draws the values, and every token literally.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from bpe_core.diagnosis import ENCODING_MISTAKES, MISTAKES, Mistake, places_of
from bpe_core.diagnosis.diagnosis import Diagnosis, PairEvidence, diagnose, merges_with_mistake
from bpe_core.diagnosis.encodings import EncodingDiagnosis, diagnose_encoding, read_ids
from bpe_core.diagnosis.merges_file import read_list
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import MOST_BYTES, BpeModel, model_of
from bpe_core.text.corpus import Token, Unit, plain_token
from bpe_core.text.reading import read_counts
from pages.components.component import CONTROLS, STEPPER, component
from pages.components.fields import input_text_field, read_sent_file
from pages.components.training.tokenizer_choice import TrainedHere, chosen_source, offer_upload
from pages.session.language import (
    _,
    current_language,
    gettext,
    ngettext,
    translate_error,
)
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue, whole_characters
from pages.session.traces import merges_by_key
from pages.session.training_request import TrainingRequest
from pages.session.uploads import FromFile
from server.streamlit_internals.sessions import session_id

#: The most words behind a count, tied pairs, and closest explanations that are written out.
MOST_WORDS, MOST_TIED, MOST_CLOSEST = 8, 6, 3
#: The most tokens of an encoding that are shown, starting at the first difference.
MOST_TOKENS = 8
Block = dict[str, Any]
Names = Sequence[tuple[str, ...]]

_component = component(
    "lessons/your_own_bpe/verdict.js", STEPPER, "lessons/your_own_bpe/verdict.css"
)


def verdict(blocks: Sequence[Block]) -> None:
    """Draw the result of a check."""
    _component(key="verdict", data={"blocks": blocks, "lang": current_language()})


def on_merges(diagnosis: Diagnosis, unit: Unit) -> list[Block]:
    """The verdict on a list of merges."""
    if diagnosis.equal:
        n = len(diagnosis.found_merges)
        sentence = ngettext("Equal: the {n} merge agrees.", "Equal: all {n} merges agree.", n)
        return [_line(sentence, "equal", n=n)]
    step = diagnosis.first_difference or 1
    return [
        _line(_("The two lists differ from step {k} on."), "differs", k=step),
        {
            "table": [
                _side(_("expected"), diagnosis.expected, unit),
                _side(_("yours"), diagnosis.found, unit),
            ]
        },
        *_ties(diagnosis, unit),
        *_why(diagnosis.explanations, MISTAKES),
        *(_line(gettext(where)) for where in places_of(diagnosis.explanations)),
        *_closest(diagnosis),
    ]


def on_ids(diagnosis: EncodingDiagnosis, tokens: Sequence[Token]) -> list[Block]:
    """The verdict on the ids of a text; `tokens` is the vocabulary by id."""
    if diagnosis.equal:
        n = len(diagnosis.found)
        sentence = ngettext("Equal: the {n} id agrees.", "Equal: all {n} ids agree.", n)
        return [_line(sentence, "equal", n=n)]
    first = diagnosis.first_difference or 0
    before = diagnosis.text_before[-30:]
    sentence = _("The ids differ from token {k} on.")
    if before:
        sentence = _("The ids differ from token {k} on, after {text}.")
    sides = ((_("expected"), diagnosis.expected), (_("yours"), diagnosis.found))
    return [
        _line(sentence, "differs", k=first + 1, text={"word": before}),
        {"table": [_id_side(name, ids[first:], tokens) for name, ids in sides]},
        *_why(diagnosis.explanations, ENCODING_MISTAKES),
    ]


def _line(template: str, look: str = "", **facts: Any) -> Block:
    return {"line": template, "facts": facts, "look": look}


def _side(name: str, pair: PairEvidence | None, unit: Unit) -> list[Block]:
    """A row of the table: whose it is, the pair, its count, and the words behind the count."""
    if pair is None:
        return [_line(name), _line(_("the list has ended")), _line(""), _line("")]
    words = [[share.word, share.times, share.count] for share in pair.words[:MOST_WORDS]]
    more = pair.word_total - len(words)
    counted = _line("{sum}", sum={"sum": words}) if words else _line(_("occurs in no word"))
    if more > 0:
        counted["line"] += _(" and {n} more", n=more)
    return [
        _line(name),
        _line("{pair}", pair=_pair((pair.left, pair.right), unit)),
        _line(_("count {n}"), n=pair.count),
        counted,
    ]


def _id_side(name: str, ids: Sequence[int], tokens: Sequence[Token]) -> list[Block]:
    """A row: whose it is, the ids from the first difference on, and their tokens."""
    shown = ids[:MOST_TOKENS]
    if not shown:
        return [_line(name), _line(_("no more ids")), _line("")]
    known = [plain_token(tokens[i]) if i < len(tokens) else "?" for i in shown]
    numbers = " ".join(map(str, shown)) + (" …" if len(ids) > len(shown) else "")
    return [_line(name), _line("{ids}", ids={"text": numbers}), _line("{t}", t={"tokens": known})]


def _pair(merge: tuple[bytes, bytes], unit: Unit) -> Any:
    return {"pair": [_token(part, unit) for part in merge]}


def _token(token: bytes, unit: Unit) -> str | list[int]:
    """A token's text, or its bytes if the unit is bytes or the token is not valid text."""
    try:
        return token.decode() if unit == "char" else list(token)
    except UnicodeDecodeError:
        return list(token)


def _ties(diagnosis: Diagnosis, unit: Unit) -> Iterator[Block]:
    if len(diagnosis.tied) > 1 and diagnosis.expected is not None:
        shown = diagnosis.tied[:MOST_TIED]
        names = [f"pair{i}" for i in range(len(shown))]
        listed = _(", ").join(f"{{{name}}}" for name in names)
        if (more := diagnosis.tied_total - len(shown)) > 0:
            listed += _(" and {n} more", n=more)
        sentence = _("A tie: these pairs share the highest count at that step: {pairs}.")
        facts = {name: _pair(pair, unit) for name, pair in zip(names, shown, strict=True)}
        yield _line(sentence.replace("{pairs}", listed), **facts)


def _why(explanations: Names, mistakes: Mapping[str, Mistake]) -> Iterator[Block]:
    """The explanations that cover everything, each as a list of sentences."""
    if not explanations:
        yield _line(_("No known mistake explains the whole list."), "unknown")
        return
    n = len(explanations)
    yield _line(
        ngettext("This explains the whole list:", "Each of these explains all of it:", n), "heading"
    )
    yield _explained(explanations, mistakes)


def _explained(explanations: Names, mistakes: Mapping[str, Mistake]) -> Block:
    return {
        "items": [
            {"names": " + ".join(each), "lines": [gettext(mistakes[n].sentence) for n in each]}
            for each in explanations
        ]
    }


def _closest(diagnosis: Diagnosis) -> Iterator[Block]:
    """For a list without an explanation: the closest ones, and whether all were tried."""
    if diagnosis.explanations:
        return
    if diagnosis.closest and diagnosis.closest_steps:
        sentence = ngettext(
            "The closest explanations match the first step:",
            "The closest explanations match the first {n} steps:",
            diagnosis.closest_steps,
        )
        yield _line(sentence, "heading", n=diagnosis.closest_steps)
        yield _explained(diagnosis.closest[:MOST_CLOSEST], MISTAKES)
    if diagnosis.untried == "time":
        yield _line(_("The search is incomplete: it ran out of time."))
    elif diagnosis.untried == "long-words":
        yield _line(_("The search is incomplete: some words were too long."))


#: What the list to try shows: the first makes no difference on most corpora.
SAMPLE_MISTAKES = ("lowered-pairs-forgotten", "words-once")

_hand_in_field = component("lessons/your_own_bpe/hand_in.js", CONTROLS)


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
    result = _hand_in_field(key=f"hand_in_{kind}", data=data, on_sent_change=lambda: None)
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
    name = source.key, text, handed.digest
    try:
        if (last := _last.get()) is None or last[0] != name:
            last = _last.put((name, diagnose_encoding(text, model, read_ids(handed.text))))
    except BpeError as error:
        st.error(translate_error(error))
        return
    tokenizer = source.tokenizer(source.rules)
    verdict(on_ids(last[1], tokenizer.vocabulary if tokenizer else ()))


def _model(source: TrainedHere | FromFile) -> BpeModel | None:
    if isinstance(source, FromFile):
        return source.model
    trace = merges_by_key(source.key)
    return None if trace is None else model_of(trace)
