"""Collect a stage's data about a class: hidden panels, a room, the arrival's place, notes."""

from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from bpe_core import Corpus
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.exchange.other_models import AnyTrace
from classroom.beliefs import find_misconceptions
from classroom.misconceptions import Finding
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.rooms.about_corpus import about_corpus
from pages.components.tokens.plain_text import readable
from pages.components.tokens.question_values import value_data
from pages.session import state
from pages.session.language import gettext
from pages.session.view_options import PRESENT, is_embedded

_findings: WeakKeyDictionary[AnyTrace, dict[str, Finding]] = WeakKeyDictionary()


def stage_data(view: tuple[str, ...]) -> dict[str, Any]:
    """Return a stage's data about a class, as values that JSON can hold."""
    panels = state.lesson().hidable_panels
    hidden = [name.removeprefix("no-") for name in view if name in panels]
    if is_embedded():
        hidden.append("below")
    data: dict[str, Any] = {
        "present": PRESENT in view,
        "hidden": hidden,
    }
    if state.lesson().can_be_predicted:
        data["about"] = about_corpus()
    return data


def classroom_data(trace: AnyTrace, view: tuple[str, ...], place: int = 0) -> dict[str, Any]:
    """The same for the stepper, with notes. `place` is the arrival's; 0 for none."""
    data = stage_data(view) | {"place": place, "notes": notes_on(trace)}
    if "about" in data:
        data["about"] = about_corpus(len(trace.corpus.words))
    if isinstance(trace, UnigramTrace):  # a round has no pair
        data["hidden"].append("spotlight")
    return data


def notes_on(trace: AnyTrace) -> list[dict[str, Any]]:
    """List the beliefs of learners that a training refutes, in the session's language."""
    if trace not in _findings:
        # Scores and rounds work differently: there the count does not decide. Nor are findings
        # about words true of lines.
        if isinstance(trace, WordPieceTrace | UnigramTrace | AcrossTrace):
            _findings[trace] = {}
        else:
            _findings[trace] = find_misconceptions(trace)
    return [_note(name, found, trace.corpus) for name, found in _findings[trace].items()]


def _note(belief: str, finding: Finding, corpus: Corpus) -> dict[str, Any]:
    read = partial(readable, corpus=corpus)
    return {
        "step": finding.step,
        "belief": gettext(BELIEF_TEXTS[belief].quote),
        "fact": gettext(BELIEF_TEXTS[belief].fact),
        "facts": {name: value_data(value, read) for name, value in finding.facts.items()},
    }
