"""The stepper: a Components v2 component that walks one training in the browser.

Python sends the walk once. Unlike a page of widgets, the stepper needs no rerun for a step: a click
costs the server nothing. `pages/components/walk_follower` makes other parts of the page follow the
step.
"""

from collections.abc import Callable
from typing import Any

from bpe_core import Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.component import STEPPER, component, one_object, to_json
from pages.components.stepper.beliefs import record_text_json
from pages.components.stepper.on_page import classroom_data, draw_walk
from pages.components.stepper.payload import fork_of, walk_json
from pages.components.stepper.unigram_payload import unigram_walk_json
from pages.components.walk_follower import WalkStart
from pages.session.language import current_language
from pages.session.session_state import component_value

#: The stylesheets, in order. A file that is taken home has none for a room.
STYLES = (
    STEPPER,
    "components/stepper/classroom.css",
    "components/stepper/one_screen.css",
    "components/stepper/arrival/arrival.css",
)
IN_THE_APP = (*STYLES, "components/rooms/teacher/room.css")

_component = component("components/stepper/in_the_app.js", *IN_THE_APP)


def stepper(
    trace: Trace,
    start: WalkStart,
    *,
    key: str,
    place: int = 0,
    fork: tuple[str, Trace] | None = None,
    on_fork: Callable[[Any], None] = lambda _choices: None,
    on_place: Callable[[object], None] = lambda _place: None,
    on_prose: Callable[[], None] | None = None,
    handed_in: bool = False,
    **reports: Callable[[], None],
) -> None:
    """Draw the stepper over `trace`.

    `fork` is a second training of the same corpus, with its key; it is walked beside the first.
    When the learner asks for a fork, `on_fork` is called with the choices, as the browser sent
    them. `place` is the arrival's, 0 for none, and `on_place` is called with another one.
    `on_prose` is called when the learner wants more words than a small corpus has. If the fork's
    merges were `handed_in`, nothing can be chosen.
    """
    _draw(
        walk_json(trace, step=start.step),
        start,
        key,
        classroom_data(trace, start.view, place),
        on_prose,
        more={
            "fixed": handed_in or isinstance(trace, AcrossTrace),
            "fork": fork and fork_of(trace, fork[1], key=fork[0]),
        },
        on_fork_change=lambda: on_fork(component_value(key, "fork")),
        on_place_change=lambda: on_place(component_value(key, "place")),
        # No action needed: the rerun that this callback triggers stores the trace again.
        on_lost_change=lambda: None,
        **reports,
    )


def unigram_stepper(
    trace: UnigramTrace,
    start: WalkStart,
    *,
    key: str,
    on_word: Callable[[str], None],
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

    _draw(
        unigram_walk_json(trace, step=start.step),
        start,
        key,
        classroom_data(trace, start.view),
        on_prose,
        more={"lattices": True},
        on_word_change=open_word,
    )


def _draw(
    walk: bytes,
    start: WalkStart,
    key: str,
    classroom: dict[str, Any],
    on_prose: Callable[[], None] | None,
    *,
    more: dict[str, Any],
    **reports: Callable[[], None],
) -> None:
    """Draw a walk in the learner's language. Of `more`, what is false is left out."""
    if on_prose:
        more |= {"prose": True}
        reports["on_prose_change"] = on_prose
    parts = [walk, record_text_json(current_language())]
    if sent := {name: value for name, value in more.items() if value}:
        parts.append(to_json(sent))
    draw_walk(_component, one_object(*parts), start, key=key, classroom=classroom, **reports)
