"""A language model of counts over a training's tokens, and a walk with what each merge saved.

Python sends what the stepper is sent, with more words; the browser counts. So the static edition,
which trains in the browser, draws the same.
"""

from collections.abc import Callable
from weakref import WeakKeyDictionary

from bpe_core import Trace
from pages.components.component import STEPPER, component, one_object, to_json
from pages.components.stepper.on_page import draw_walk
from pages.components.stepper.payload import columns_of
from pages.components.walk_follower import WalkStart
from pages.session.parameters import SEEDS
from pages.session.session_state import component_value

#: The stylesheets, in order. In the static edition there are no rooms.
STYLES = (
    STEPPER,
    "components/stepper/classroom.css",
    "components/event_walk/event_walk.css",
    "components/bigram_walk/bigram_walk.css",
)
#: So many different words are counted, the most frequent ones: a page of 100 kB at most.
MOST_WORDS = 3_000

_component = component(
    "components/bigram_walk/bigram_walk.js", *STYLES, "components/rooms/teacher/room.css"
)
_walks: WeakKeyDictionary[Trace, bytes] = WeakKeyDictionary()


def bigram_walk(
    trace: Trace, start: WalkStart, *, key: str, seed: int, on_seed: Callable[[int], None]
) -> None:
    """Draw the model of a training and its walk.

    `seed` is that of the word it writes (0 for none yet), and `on_seed` is told the next one.
    """

    def wrote() -> None:
        chosen = component_value(key, "seed")
        if isinstance(chosen, int) and 0 < chosen <= SEEDS:
            on_seed(chosen)

    if trace not in _walks:
        _walks[trace] = to_json({**columns_of(trace, most_words=MOST_WORDS), "pieces": {}})
    walk = one_object(_walks[trace], to_json({"seed": seed}))
    draw_walk(
        _component, walk, start, key=key, on_seed_change=wrote, on_predict_change=lambda: None
    )
