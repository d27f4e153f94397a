"""A walk over events: a component for trainings in which a step is more than a merge.

Python says in words, tokens and bars what each step is about, and the browser steps over that.
Unlike the stepper, it knows nothing about the algorithm.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from bpe_core import TIE_RULES, Corpus, Token
from bpe_core.algorithms.limits import StopReason
from bpe_core.text.corpus import plain_token
from pages.components.component import STEPPER, component, to_json
from pages.components.stepper.on_page import draw_walk
from pages.components.walk_follower import WalkStart
from pages.session.language import _, current_language, gettext

_component = component(
    "components/event_walk/event_walk.js",
    STEPPER,
    "components/stepper/classroom.css",
    "components/event_walk/event_walk.css",
    "components/rooms/teacher/room.css",
)

#: What a name in a sentence stands for: a token, several tokens, or a text.
Named = int | Sequence[int] | str
#: How a word or a sentence is cut from a step on.
History = list[tuple[int, list[int]]]


@dataclass(frozen=True)
class Bar:
    """A bar: its name, how much of the track it fills, its value, and what is said about it.

    It begins at the share `start` of the track. A number is written by the browser.
    """

    name: Named
    share: float
    value: str | int
    mark: str = ""
    stands_out: bool = False
    start: float = 0


@dataclass(frozen=True)
class BarPanel:
    """A panel of bars. `limit` is a share that is marked on the track; -1 for none."""

    name: str
    title: str
    legend: str
    limit: float = -1


@dataclass(frozen=True)
class Question:
    """A question before the next step: its sentence by name, the answers, and the right ones.

    `bars` are shown until it is answered.
    """

    says: str
    named: Mapping[str, Named]
    choices: Sequence[Named]
    right: Sequence[int]
    bars: Sequence[Sequence[Bar]] = ()


@dataclass(frozen=True)
class Event:
    """A step of the walk, with its sentence and its bars.

    `says` is the name of its sentence in the texts; the same with `row_` before it is the line in
    the list of all events. `named` is what the names in both stand for, `bars` has a list for each
    panel, and `made` is the token that the step made (-1 for none).
    """

    says: str
    named: Mapping[str, Named]
    bars: Sequence[Sequence[Bar]] = ()
    made: int = -1
    question: Question | None = None


@dataclass(frozen=True)
class Row:
    """A word or a sentence: its name, a remark behind it, and its tokens from each step on.

    One that `gives_answer` is hidden while a question is asked.
    """

    name: str
    remark: str
    history: History
    is_cut: bool = False
    gives_answer: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure by its name in the walk, with its value at each step."""

    name: str
    title: str
    values: Sequence[float]


@dataclass(frozen=True)
class EventWalk:
    """All of a walk. The first of the `events` is the start, before any step.

    `texts` are the tokens by id, and `made` says which step first made each (0 for none); it is
    empty if no merge makes them. In the `context`, the characters of bytes are looked up that the
    rows don't show. The last step says `end`: why there is no other.
    """

    texts: Sequence[Token]
    made: Sequence[int]
    rows: Sequence[Row]
    events: Sequence[Event]
    panels: Sequence[BarPanel]
    figures: Sequence[Figure]
    text: Mapping[str, str]
    marker: str = ""
    marked: Sequence[int] = ()
    context: str = ""
    end: str = ""

    def to_json(self) -> bytes:
        """The walk as the browser reads it (`payload.d.ts`)."""
        packed = {
            **vars(self),
            "tokens": list(map(plain_token, self.texts)),
            "rows": [vars(row) for row in self.rows],
            "events": [_event(event) for event in self.events],
            "panels": [vars(panel) for panel in self.panels],
            "figures": [vars(figure) for figure in self.figures],
        }
        del packed["texts"]
        return to_json(packed)


def _event(event: Event) -> dict[str, Any]:
    question = event.question
    asked = question and {**vars(question), "bars": _bars(question.bars)}
    return {**vars(event), "bars": _bars(event.bars), "question": asked}


def _bars(panels: Sequence[Sequence[Bar]]) -> list[list[Any]]:
    return [
        [
            [bar.name, round(bar.share, 4), bar.value, bar.mark, bar.stands_out, bar.start]
            for bar in bars
        ]
        for bars in panels
    ]


#: For each trace, its walk in each language, as the browser reads it.
_walks: WeakKeyDictionary[Any, dict[str, bytes]] = WeakKeyDictionary()


def walk_in_language(trace: object, walk_of: Callable[[], EventWalk]) -> bytes:
    """The walk over a trace in the learner's language, made once for all who see it."""
    known = _walks.setdefault(trace, {})
    language = current_language()
    if language not in known:
        known[language] = walk_of().to_json()
    return known[language]


def about_tie(tied: int, rule: str) -> str:
    """How many pairs were tied, and what the tie rule decided; nothing without a tie."""
    if tied < 2:
        return ""
    verdict = gettext(TIE_RULES[rule].verdict)
    return _("Tied pairs: {n}. {verdict}", n=tied, verdict=verdict)


def why_it_ended(stopped: StopReason) -> str:
    """Why a training by merges has no further step; nothing where it ended as it was asked to."""
    reasons = {
        "nothing_left": _("Training stops here: no pairs are left, and each word is one token."),
        "min_frequency": _("Training stops here: no pair reaches the minimum frequency."),
        "token_length": _("Training stops here: the next token would be longer than 4,096 bytes."),
        "time_limit": _("Training stops here: the time limit was reached."),
    }
    return reasons.get(stopped, "")


def marked_tokens(corpus: Corpus, merges: Sequence[tuple[int, int, int]]) -> list[int]:
    """The tokens that end with the end-of-word marker: left, right and new token of each merge.

    >>> marked_tokens(Corpus.from_counts({"ab": 1}, end_of_word="_"), [(2, 0, 3), (1, 3, 4)])
    [0, 3, 4]
    """
    marked = dict.fromkeys([] if corpus.marker_id is None else [corpus.marker_id])
    for _left, right, new in merges:
        if right in marked:
            marked[new] = None
    return list(marked)


def event_walk(walk: bytes, start: WalkStart, *, key: str) -> None:
    """Draw a walk, which is an `EventWalk` as JSON in the learner's language."""
    draw_walk(_component, walk, start, key=key)
