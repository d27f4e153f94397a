"""Three trainings in lockstep: a Components v2 component that steps through all of them at once.

Unlike the stepper, it does not show a corpus: tables below it show what the three share.
"""

from collections.abc import Callable

from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.components.component.data import to_json
from pages.components.stepper.on_page import draw_walk
from pages.components.stepper.routes import steps_in_piece
from pages.components.walk_follower import WalkStart
from pages.lessons.side_by_side.three_walks.payload import (
    three_walks_of,
    three_walks_piece,
    word_at_hand,
)
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value

_component = component(
    "side_by_side",
    "lessons/side_by_side/three_walks/three_walks.js",
    "components/stepper/stepper.css",
    "components/stepper/classroom.css",
    "lessons/side_by_side/three_walks/three_walks.css",
)

steps_in_piece.register(SideBySide)(three_walks_piece)


def three_walks(
    three: SideBySide, word: str, start: WalkStart, *, key: str, on_word: Callable[[str], None]
) -> None:
    """Draw the three, and `word` as each of them cuts it.

    `on_word` is called with a word that was typed or chosen.
    """

    def take_word() -> None:
        word = component_value(key, "word")
        if isinstance(word, str) and 0 < len(word) <= NAME_LIMIT:
            on_word(replace_surrogates(word)[0])

    walk = three_walks_of(three, step=start.step) | word_at_hand(three, word)
    draw_walk(
        _component,
        to_json(walk | {"limit": NAME_LIMIT}),
        start,
        key=key,
        on_word_change=take_word,
        # The rerun itself is the answer: it puts the three back into the store.
        on_lost_change=lambda: None,
    )
