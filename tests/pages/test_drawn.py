"""Compare what components draw, and what changes when they are used, with the files in `drawn/`.

These say it as a learner, a keyboard and a screen reader get it. Read them in the diff of a change,
and write them again by `RENEW=1 .venv/bin/python -m pytest tests/pages/test_drawn.py`. That the
figures are right is tested elsewhere, against references.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.pages.conftest import Draw, changed, compare_with_kept
from tests.pages.whole_app.visitor import Visitor, wait_for

DRAWN = Path(__file__).parent / "drawn"
NEXT, LAST = ("press", "button.next"), ("press", "button.last")
HINT, CHOOSE = ("press", ".hint-button"), ("press", ".choices button")
SHOW_ME = ("press", ".question > .choices button", -1)
BUTTON = ("press", "button")
GO_ON = ("press", ".go-on")
PREDICT = {"predict": True, "visit": 1}
ARRIVE = {"classroom": {"present": False, "hidden": [], "place": 1, "notes": []}, "visit": 3}
PRESENT = {"classroom": {"present": True, "hidden": ["bars"], "place": 0, "notes": []}, "visit": 2}
STEPPER = "merge_by_merge_stepper components/stepper/in_the_app.js"
EVENTS = "event_walk components/event_walk/event_walk.js"
BIGRAMS = "bigram_walk components/bigram_walk/bigram_walk.js"
THREE = "side_by_side lessons/side_by_side/three_walks.js"
ENCODER = "encoder lessons/encode_decode/encoder.js"
PROGRAM = "program_walk lessons/the_code/program_walk.js"
EXPRESSION = "expression_walk lessons/the_code/expression_walk.js"
LATTICE = "unigram_lattice components/tokens/lattice/lattice.js"
OVERLAY = "wild lessons/tokenizer_file/overlay.js"
OWN_TEXT = "own_text components/fields/own_text.js"
ROWS = "token_rows components/tokens/token_rows/token_rows.js"
QUIZ = "quiz lessons/quiz/quiz.js"
END = "lesson_end components/lesson_end/lesson_end.js"
OPENED = {
    "code": "BCDFHJ", "token": "secret", "address": "https://a.example/room/BCDFHJ", "qr": "data:,",
    "reach": "In the same network.", "texts": {"belief_longest": "The longest wins."},
}  # fmt: skip
BALLOT = {"kind": "pairs", "algorithm": "bpe", "step": 1, "words": [
    {"tokens": ["h", "u", "g"], "choices": [0, 1], "count": 10},
]}  # fmt: skip
SHARES = {"rounds": [[1, 3]], "beliefs": {"0": "longest"}}
SUMS = {"0": {"count": 5}, "1": {"count": 9, "words": [["hug", 1, 9]]}}


def hear(phase: str, number: int = 1, **others: Any) -> tuple[str, dict[str, Any]]:
    """A message of the server about a room in which three of four have voted."""
    room = {"phase": phase, "round": number, "here": 4, "voted": 3, "past": [], "choices": None}
    usual = {"source": ["bpe", "hug"], "closed": False, "rounds": None, "ballot": BALLOT}
    return "hear", {"room": room | usual | others}


#: By the name of a file: a lesson's link, the name and the module of a component, and what is done
#: there, one after another; `draw` sends it once more, with these changes.
STORIES: dict[str, tuple[str, str, list[tuple[Any, ...]]]] = {
    "bpe": ("train", STEPPER, [
        *(("press", ".all-panels"), NEXT, NEXT, NEXT, ("press", ".words .chip"), LAST),
        *[("press", f".{panel} input") for panel in ("merges", "vocabulary", "growth", "corpus")],
        *(("draw", PREDICT), *[HINT] * 3, SHOW_ME, GO_ON, NEXT, ("draw", PRESENT)),
        *(("draw", ARRIVE), GO_ON, ("press", ".choices button", 3), GO_ON),
    ]),
    "room": ("train?view=present", STEPPER, [
        *(("press", ".presenter button"), ("hear", None), ("hear", {"opened": OPENED})),
        *(hear("waiting", 0, ballot=None), hear("voting"), hear("closed"), hear("voting", 2)),
        *(hear("counted", **SHARES), hear("shown", **SHARES, right=[1], solution=SUMS)),
    ]),
    "bytes": ("train?corpus=repetition&unit=byte", STEPPER, [NEXT]),
    "wordpiece": ("wordpiece", STEPPER, [NEXT]),
    "unigram": ("unigram", STEPPER, [
        *(NEXT, ("point", ".bars li"), ("press", ".word"), LAST),
        *(("draw", PREDICT), *[HINT] * 3, SHOW_ME, GO_ON),
    ]),
    "picky": ("picky", EVENTS, [NEXT, NEXT, LAST]),
    "parity": ("parity", EVENTS, [NEXT, ("draw", PREDICT), CHOOSE, NEXT]),
    "patches": ("patches", EVENTS, [NEXT]),
    "bigrams": ("model", BIGRAMS, [NEXT, NEXT, ("press", ".chip"), LAST]),
    "side-by-side": ("side_by_side", THREE, [NEXT, LAST]),
    "encoding": ("encode", ENCODER, [
        *(NEXT, NEXT, ("press", ".word", 1), LAST, ("draw", PREDICT), CHOOSE, NEXT),
    ]),
    "program": ("code", PROGRAM, [NEXT, NEXT, LAST]),
    "expression": ("code", EXPRESSION, [NEXT]),
    "overlay": ("wild?with=here&corpus=low", OVERLAY, [("point", ".tokens .chip")]),
    "own-text": ("train?corpus=own", OWN_TEXT, [("write", "textarea", "hug hug"), BUTTON]),
    "lattice": ("unigram", LATTICE, [NEXT]),
    "rows-of-cuts": ("before_merges", ROWS, []),
    "rows-of-bytes": ("bytes", ROWS, []),
    "quiz": ("quiz", QUIZ, [("press", ".choice"), ("press", ".moves .main")]),
    "end-of-a-lesson": ("train", END, [("press", ".choice"), ("press", ".choice", 1)]),
}  # fmt: skip


@cache
def visited(link: str) -> Visitor:
    lesson, _, parameters = link.partition("?")
    return Visitor(lesson, **dict(parse_qsl(parameters)))


def sent_to(component: str, link: str) -> Any:
    """The first component of this name in a lesson as it is opened: its message."""
    page, found = visited(link), []

    def is_drawn() -> bool:
        drawn = (element.proto for element in page.app.get("bidi_component"))
        found[:] = [proto for proto in drawn if proto.component_name == component]
        return bool(found)

    if not is_drawn():
        wait_for(page, is_drawn)
    return found[0]


@pytest.mark.parametrize("story", STORIES)
def test_it_is_drawn_as_it_was(draw: Draw, story: str) -> None:
    link, component, acts = STORIES[story]
    name, module = component.split()
    sent = sent_to(name, link)
    data = json.loads(sent.bytes or sent.json)
    done = [("settle",), *((how, data | what[0]) if how == "draw" else (how, *what)
                          for how, *what in acts)]  # fmt: skip
    looks = [each for act in done for each in (act, ("settle",), ("outline",))]
    outlines = draw(module, sent.bytes or data, *looks)
    lines = [*outlines[0]]
    for act, before, after in zip(acts, outlines, outlines[1:], strict=False):
        lines += ["", " ".join(map(str, act)), *changed(before, after)]
    compare_with_kept(lines, DRAWN / f"{story}.outline")
