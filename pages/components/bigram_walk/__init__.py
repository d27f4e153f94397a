"""A language model of counts over a training's tokens, and a walk with what each merge saved.

Python sends what the stepper is sent, with more words; the browser counts. So the static edition,
which trains in the browser, draws the same.
"""

from collections.abc import Callable
from weakref import WeakKeyDictionary

from bpe_core import Trace
from pages.components.component import component
from pages.components.component.json_bytes import one_object, to_json
from pages.components.stepper.classroom.classroom_data import stage_data
from pages.components.stepper.payload import columns_of
from pages.session.language import current_language
from pages.session.parameters import SEEDS
from pages.session.session_state import component_value
from pages.session.view_options import leave_stage

#: The stylesheets, in order. In the static edition there are no rooms.
STYLES = (
    "components/stepper/stepper.css",
    "components/stepper/classroom/classroom.css",
    "components/event_walk/event_walk.css",
    "components/bigram_walk/bigram_walk.css",
)
#: So many different words are counted, the most frequent ones: a page of 100 kB at most.
MOST_WORDS = 3_000

_component = component(
    "bigram_walk",
    "components/bigram_walk/bigram_walk.js",
    *STYLES,
    "components/rooms/teacher/room.css",
)
_walks: WeakKeyDictionary[Trace, bytes] = WeakKeyDictionary()


def bigram_walk(
    trace: Trace,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    view: tuple[str, ...],
    seed: int,
    on_seed: Callable[[int], None],
) -> None:
    """Draw the model of a training and its walk.

    `seed` is that of the word it writes (0 for none yet), and `on_seed` is told the next one. The
    other parameters are those of `stepper`.
    """

    def wrote() -> None:
        chosen = component_value(key, "seed")
        if isinstance(chosen, int) and 0 < chosen <= SEEDS:
            on_seed(chosen)

    if trace not in _walks:
        _walks[trace] = to_json({**columns_of(trace, most_words=MOST_WORDS), "pieces": {}})
    session = {
        "key": trace_key,
        "lang": current_language(),
        "step": step,
        "visit": visit,
        "seed": seed,
        "classroom": stage_data(view),
    }
    _component(
        key=key,
        data=one_object(_walks[trace], to_json(session)),
        on_seed_change=wrote,
        on_predict_change=lambda: None,
        on_leave_change=leave_stage,
    )
