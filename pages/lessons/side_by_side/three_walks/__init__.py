"""Three trainings in lockstep: a Components v2 component that steps through all of them at once.

Unlike the stepper, it does not show a corpus: tables below it show what the three share.
"""

from collections.abc import Callable
from typing import Any

from bpe_core.algorithms.training.three_algorithms import SideBySide
from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.components.stepper.routes import steps_in_piece
from pages.lessons.side_by_side.three_walks.payload import (
    three_walks_of,
    three_walks_piece,
    word_at_hand,
)
from pages.session.language import current_language
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value
from pages.session.view_options import leave_stage

_component = component(
    "side_by_side",
    "lessons/side_by_side/three_walks/three_walks.js",
    "components/stepper/stepper.css",
    "components/stepper/classroom/classroom.css",
    "lessons/side_by_side/three_walks/three_walks.css",
)

steps_in_piece.register(SideBySide)(three_walks_piece)


def three_walks(
    three: SideBySide,
    word: str,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    on_word: Callable[[str], None],
    classroom: dict[str, Any],
) -> None:
    """Draw the three at `step`, and `word` as each of them cuts it.

    The other parameters are as for `stepper`. `on_word` is called with a word that was typed or
    chosen. `classroom` is what `stage_data` returned.
    """

    def take_word() -> None:
        word = component_value(key, "word")
        if isinstance(word, str) and 0 < len(word) <= NAME_LIMIT:
            on_word(replace_surrogates(word)[0])

    _component(
        key=key,
        data={
            **three_walks_of(three, key=trace_key, step=step),
            **word_at_hand(three, word),
            "lang": current_language(),
            "visit": visit,
            "limit": NAME_LIMIT,
            "classroom": classroom,
        },
        on_word_change=take_word,
        on_leave_change=leave_stage,
        # The rerun itself is the answer: it puts the three back into the store.
        on_lost_change=lambda: None,
    )
