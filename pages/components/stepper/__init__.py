"""The stepper: a Components v2 component that walks one training in the browser.

Python sends the walk once. Unlike a page of widgets, the stepper needs no rerun for a step: a click
costs the server nothing. `pages/components/walk_follower` makes other parts of the page follow the
step.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from bpe_core import Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram import UnigramTrace
from pages.components.component import component
from pages.components.component.json_bytes import one_object, to_json
from pages.components.stepper.payload import fork_of, walk_json
from pages.components.stepper.text import record_text_json
from pages.components.stepper.unigram_payload import unigram_walk_json
from pages.session import state
from pages.session.language import current_language
from pages.session.lesson import Lesson
from pages.session.session_state import SessionValue, component_value
from pages.session.view_options import leave_stage, predict_each_step
from server.streamlit_internals.staged_rendering import render_first

#: The stylesheets, in order. A file that is taken home has none for a room.
STYLES = (
    "components/stepper/stepper.css",
    "components/stepper/classroom/classroom.css",
    "components/stepper/one_screen.css",
    "components/stepper/arrival/arrival.css",
)
IN_THE_APP = (*STYLES, "components/rooms/teacher/room.css")

#: The walk that a learner has seen, or is about to see: its lesson, trace and language.
_shown_walk = SessionValue[tuple[Lesson, str, str]]("seen_walk")

_component = component(
    "merge_by_merge_stepper",
    "components/stepper/in_the_app.js",
    *IN_THE_APP,
)


def stepper_data(
    walk: bytes,
    *,
    key: str,
    classroom: dict[str, Any],
    visit: int = 0,
    predict: bool = False,
    **more: Any,
) -> bytes:
    """Return the JSON for the browser's stepper: a walk, and what a session adds to it.

    Of `more`, what is false is left out.
    """
    session = {"key": key, "visit": visit, "predict": predict, "classroom": classroom}
    session |= {name: value for name, value in more.items() if value}
    return one_object(walk, to_json(session), record_text_json(current_language()))


def stepper(
    trace: Trace,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    predict: bool,
    fork: tuple[str, Trace] | None,
    classroom: dict[str, Any],
    on_predict: Callable[[bool], None] = predict_each_step,
    on_leave: Callable[[], None] = leave_stage,
    on_fork: Callable[[Any], None] = lambda _choices: None,
    on_place: Callable[[object], None] = lambda _place: None,
    on_prose: Callable[[], None] | None = None,
    handed_in: bool = False,
) -> None:
    """Draw the stepper over `trace`.

    `trace_key` names the trace in the server's store, from which the browser fetches what it
    needs later. `step` is where a new walk starts. A walk that is already on the screen stays
    where the learner left it until `visit` changes. `predict` says whether the learner predicts
    each step before it is shown; `on_predict` is called when they switch that on or off. `fork` is
    a second training of the same corpus, with its key; it is walked beside the first. When the
    learner asks for a fork, `on_fork` is called with the choices, as the browser sent them.
    `classroom` is the result of `classroom_data`. `on_leave` is called at the end of a
    presentation, `on_place` with the arrival's place, `on_prose` when the learner wants more
    words than a small corpus has. If the fork's merges were `handed_in`, nothing can be chosen.
    """

    def forked() -> None:
        on_fork(component_value(key, "fork"))

    data = stepper_data(
        walk_json(trace, step=step),
        key=trace_key,
        classroom=classroom,
        visit=visit,
        predict=predict,
        fixed=handed_in or isinstance(trace, AcrossTrace),
        prose=on_prose is not None,
        fork=fork_of(trace, fork[1], key=fork[0]) if fork else None,
    )
    _draw(
        trace_key,
        data,
        key,
        on_predict,
        on_leave,
        on_prose,
        on_fork_change=forked,
        on_place_change=lambda: on_place(component_value(key, "place")),
        # No action needed: the rerun that this callback triggers stores the trace again.
        on_lost_change=lambda: None,
    )


def unigram_stepper(
    trace: UnigramTrace,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    predict: bool,
    on_word: Callable[[str], None],
    classroom: dict[str, Any],
    on_prose: Callable[[], None] | None = None,
) -> None:
    """Draw the stepper over the rounds of `trace`, which are all sent at once.

    The other parameters are those of `stepper`. `on_word` is called with a word that was clicked.
    """

    def open_word() -> None:
        place = component_value(key, "word")
        sent = trace.history.words
        if isinstance(place, int) and 0 <= place < len(sent):
            on_word(trace.corpus.words[sent[place]])

    data = stepper_data(
        unigram_walk_json(trace, step=step),
        key=trace_key,
        classroom=classroom,
        visit=visit,
        predict=predict,
        lattices=True,
        prose=on_prose is not None,
    )
    _draw(
        trace_key,
        data,
        key,
        predict_each_step,
        leave_stage,
        on_prose,
        on_word_change=open_word,
    )


def _draw(
    trace_key: str,
    data: bytes,
    key: str,
    on_predict: Callable[[bool], None],
    on_leave: Callable[[], None],
    on_prose: Callable[[], None] | None,
    **others: Any,
) -> None:
    """Draw a walk in the learner's language. If it is a new one, the rest waits until it is seen.

    `others` are the callbacks for what only one kind of walk reports.
    """

    def switched() -> None:
        on_predict(component_value(key, "predict") == "on")

    walk = (state.lesson(), trace_key, current_language())
    if is_new := _shown_walk.get() != walk:
        state.write_address()  # whoever sees the walk can copy its link, or open the page again
    _shown_walk.put(walk)
    if on_prose:
        others["on_prose_change"] = on_prose
    with render_first(trace_key) if is_new else nullcontext():
        _component(
            key=key,
            data=data,
            on_predict_change=switched,
            on_leave_change=on_leave,
            **others,
        )
