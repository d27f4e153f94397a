"""Draw the walk of a lesson, with what a session adds to it and what every walk reports.

A session adds what a teacher has chosen for a class: hidden panels, a room, the arrival's place,
notes on the beliefs that a step disproves.
"""

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import streamlit as st

from bpe_core import Corpus
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.exchange import AnyTrace
from classroom.beliefs import Finding, find_misconceptions
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.component import one_object, to_json
from pages.components.rooms import about_corpus
from pages.components.tokens.plain_text import readable
from pages.components.tokens.question_values import value_data
from pages.components.walk_follower import WalkStart
from pages.session import state
from pages.session.language import current_language, gettext
from pages.session.lesson import Lesson
from pages.session.session_state import SessionValue, component_value
from pages.session.view_options import PREDICT, PRESENT, is_embedded
from server.streamlit_internals.drawing import render_first

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

#: The walk that a learner has seen, or is about to see: its lesson, trace and language.
_shown_walk = SessionValue[tuple[Lesson, str, str]]("seen_walk")

_findings: WeakKeyDictionary[AnyTrace, dict[str, Finding]] = WeakKeyDictionary()


def stage_data(view: tuple[str, ...]) -> dict[str, Any]:
    """Return a stage's data about a class, as values that JSON can hold."""
    panels = state.lesson().hidable_panels
    hidden = [name.removeprefix("no-") for name in view if name in panels]
    if is_embedded():
        hidden.append("below")
    data: dict[str, Any] = {"present": PRESENT in view, "hidden": hidden}
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


def draw_walk(
    component: "ComponentRenderer",
    walk: bytes,
    start: WalkStart,
    *,
    key: str,
    classroom: dict[str, Any] | None = None,
    **reports: Any,
) -> None:
    """Draw a walk, which is JSON, with a component under this key of the session.

    If it is a new one, what follows it on the page waits until the learner sees it.

    `classroom` is what a class link switches on, if that is more than the stage's own. `reports`
    are callbacks for what else a walk reports than that steps are predicted, or the end of a
    presentation. The page is drawn anew if one has begun or ended.
    """

    usual = {
        "on_predict_change": lambda: state.show(PREDICT, component_value(key, "predict") == "on"),
        "on_leave_change": lambda: state.show(PRESENT, False),
    }
    data = one_object(walk, session_json(start, classroom or stage_data(start.view)))
    shown = (state.lesson(), start.trace_key, current_language())
    if is_new := _shown_walk.get() != shown:
        state.write_address()  # whoever sees the walk can copy its link, or open the page again
    _shown_walk.put(shown)
    with render_first(start.trace_key) if is_new else nullcontext():
        component(key=key, data=data, **(usual | reports))
    if state.is_shown(PRESENT) != (PRESENT in start.view):
        st.rerun()


def session_json(start: WalkStart, classroom: dict[str, Any]) -> bytes:
    """Pack the session's part of a walk: where it begins, its language, and a teacher's options."""
    return to_json(
        {
            "key": start.trace_key,
            "step": start.step,
            "visit": start.visit,
            "predict": PREDICT in start.view,
            "lang": current_language(),
            "classroom": classroom,
        }
    )
