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

from pages.session.parameters import encode_text
from tests.pages.conftest import Draw, changed, compare_with_kept
from tests.pages.whole_app.visitor import Visitor, wait_for

DRAWN = Path(__file__).parent / "drawn"
NEXT, LAST = ("press", "button.next"), ("press", "button.last")
HINT, CHOOSE = ("press", ".hint-button"), ("press", ".choices button")
SHOW_ME = ("press", ".question > .choices button", -1)
BUTTON, TOLD = ("press", "button"), ("told",)
GO_ON = ("press", ".go-on")
SUBMIT = ("press", "[type=submit]")
PREDICT = {"predict": True, "visit": 1}
ARRIVE = {"classroom": {"present": False, "hidden": [], "place": 1, "notes": []}, "visit": 3}
PRESENT = {"classroom": {"present": True, "hidden": ["bars"], "place": 0, "notes": []}, "visit": 2}
STEPPER = "merge_by_merge_stepper components/stepper/in_the_app.js"
EVENTS = "event_walk components/event_walk/event_walk.js"
BIGRAMS = "bigram_walk components/bigram_walk/bigram_walk.js"
THREE = "side_by_side lessons/side_by_side/three_walks.js"
ENCODER = "encoder lessons/encode_decode/encoder.js"
CUTS = "cuts lessons/before_merges/cuts.js"
NORMALIZED = "normalized_text lessons/before_merges/normalized.js"
PATTERNS = "patterns lessons/before_merges/patterns.js"
RULERS = "byte_rulers lessons/bytes/rulers.js"
ALPHABET = "byte_alphabet lessons/bytes/alphabet.js"
ARRIVING = "arriving lessons/bytes/arriving.js"
PROGRAM = "program_walk lessons/the_code/program_walk.js"
EXPRESSION = "expression_walk lessons/the_code/expression_walk.js"
LATTICE = "unigram_lattice components/tokens/lattice/lattice.js"
OVERLAY = "wild lessons/tokenizer_file/overlay.js"
LIFE = "token_life lessons/tokenizer_file/life.js"
TOKENS = "vocabulary_tokens lessons/tokenizer_file/token_list.js"
CELLS = "sees_cells lessons/what_the_model_sees/cells.js"
HAND_IN = "hand_in lessons/your_own_bpe/hand_in.js"
OWN_TEXT = "own_text components/fields/own_text.js"
ROWS = "token_rows components/tokens/token_rows/token_rows.js"
QUIZ = "quiz lessons/quiz/quiz.js"
END = "lesson_end components/lesson_end/lesson_end.js"
OPENED = {
    "code": "BCDFHJ", "token": "secret", "address": "https://a.example/room/BCDFHJ", "qr": "data:,",
    "reach": "In the same network.", "texts": {"belief_longest": "The longest wins."},
}  # fmt: skip
#: One text, cut by three tokenizers; the first has an unknown token, and one of no byte.
CUT = {"labels": {}, "unknown": -1, "has_life": True, "address": {}}
CUTS_OF_THREE = {"input": "hug pug", "rows": [
    CUT | {"code": "c", "name": "C", "remark": "3", "tokens": [5, 0, 3, 0, 4, 7, 6, 7, 7],
           "unknown": 0, "labels": {"1": "?"}, "has_life": False},
    CUT | {"code": "a", "name": "A", "remark": "3", "tokens": [7, 0, 3, 8, 3, 4, 7, 4, 7]},
    CUT | {"code": "b", "name": "B", "remark": "2", "tokens": [1, 0, 3, 2, 3, 7]},
]}  # fmt: skip
TOKEN = {"id": 12, "spelling": "abcdefghijklm", "kind": "normal", "rank": 2000, "text": None,
         "bytes": "6162636465666768696a6b6c6d"}  # fmt: skip
ROW = {"token": TOKEN, "script": "Latin", "remark": "", "instead": [], "folded": False}
FOLDED = {"rows": [ROW, ROW | {"folded": True}, ROW | {"folded": True}, ROW]}
UNREACHABLE = {"rows": [ROW | {"remark": "other merges", "instead": [TOKEN, TOKEN]}]}
WALKED = f"&walk={encode_text('lowest newer')}"
BALLOT = {"kind": "pairs", "algorithm": "bpe", "step": 1, "words": [
    {"tokens": ["h", "u", "g"], "choices": [0, 1], "count": 10},
]}  # fmt: skip
SHARES = {"rounds": [[1, 3]], "beliefs": {"0": "longest"}}
SUMS = {"0": {"count": 5}, "1": {"count": 9, "words": [["hug", 1, 9]]}}
OWN_CUT = {"in_use": "own", "cuts": [
    {"name": "gpt2", "parts": [["ab", 0, 2], ["c", 2, 3]], "more": 1, "words": 3, "dropped": 0},
    {"name": "own", "parts": [["b", 1, 2], [" ", 2, 3, True]], "more": 0, "words": 1, "dropped": 1},
]}  # fmt: skip
CHANGE = {"original": "\u0301", "text": "", "change": "lost", "from": "U+0301", "to": ""}
DROPS = {"changes": [CHANGE | {"count": 1200}]}
EQUIVALENT = {
    "name": "nfc",
    "changes": [CHANGE],
    "more": 4,
    "lost": 0,
    "equivalent": 1,
    "way": None,
}
HEBREW = {"clusters": [["ש", 0, 2]], "points": [["ש", 0, 2]], "bytes": [0xD7, 0xA9], "tokens": [],
          "totals": [1, 1, 1200, None]}  # fmt: skip
LISTED = {"text": "哈", "points": ["U+54C8"], "bytes": [0xE5, 0x93], "more": 1200}
NOT_BACK = {
    "ids": [1, 300], "decoded": "a b", "is_equal": False, "before": "a", "given_bytes": 1200,
    "decoded_bytes": 3, "given_there": "  b", "decoded_there": "", "unknown": ["哈", "é"],
    "causes": ["unknown", "normalization", "white-space", "sign"], "unknown_total": 5,
}  # fmt: skip


def hear(phase: str, number: int = 1, **others: Any) -> tuple[str, dict[str, Any]]:
    """A message of the server about a room in which three of four have voted."""
    room = {"phase": phase, "round": number, "here": 4, "voted": 3, "past": [], "choices": None}
    usual = {"source": ["bpe", "hug"], "closed": False, "rounds": None, "ballot": BALLOT}
    return "hear", {"room": room | usual | others}


#: By the name of a file: a lesson's link, the name and the module of a component, and what is done
#: there, one after another; `draw` sends it once more, with these changes, and `told` is what
#: Python has been told by then.
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
    "side-by-side": ("side_by_side?corpus=low", THREE, [
        *(NEXT, ("press", ".go"), NEXT, ("write", ".word-field", "x" * 65), SUBMIT),
        *(("write", ".word-field", ""), SUBMIT, ("press", ".choice", 1), LAST),
        ("draw", {"histories": [[[0, ["x"] * 14]], [[0, ["<unk>"]]], [[0, ["x"]]]]}),
    ]),
    "side-by-side-ends": ("side_by_side?corpus=hug&to=60", THREE, [LAST, ("press", ".previous")]),
    "encoding": ("encode", ENCODER, [
        *(NEXT, NEXT, ("press", ".word", 1), LAST, ("draw", PREDICT), CHOOSE, GO_ON),
        *[("press", ".one-word .chip", place) for place in (10, 11)],
        *(GO_ON, HINT, HINT, HINT, ("press", ".choices button", 1), GO_ON, SHOW_ME, GO_ON),
        *(("draw", {"back": NOT_BACK}), ("draw", {"back": NOT_BACK | {"unknown_total": 2}})),
        *(("draw", {"input": "x"}), ("draw", {"input": "y", "back": NOT_BACK | {"ids": [49]}})),
        *(("draw", {"input": "z"}), ("draw", {"input": "x", "key": "other tokenizer"})),
        *(("press", ".tokens-panel input"), ("point", ".rules tbody tr")),
        ("draw", {"words": [["<s>", [49], True, False], ["né", [40], False, False]], "joiner": ""}),
        ("draw", {"words": [], "chosen": None, "walk": None}),
    ]),
    "encoding-in-bytes": ("encode?corpus=chinese&unit=byte&word=哈", ENCODER, [NEXT, LAST]),
    "encoding-in-a-room": ("encode?corpus=hug&view=present", ENCODER, [
        *(("draw", PREDICT), ("press", ".presenter button"), ("hear", None)),
        *(("hear", {"opened": OPENED}), hear("waiting", 0, ballot=None), NEXT),
        *(("key", "End"), ("key", "Home")),
    ]),
    "program": ("code", PROGRAM, [NEXT, NEXT, ("press", ".strides button", 1), NEXT, LAST]),
    "program-lines": ("code?corpus=low&by=line&at=70", PROGRAM, [NEXT] * 14),
    "program-of-many-words": ("code?corpus=english", PROGRAM, [LAST]),
    "program-encodes": ("code?part=encode", PROGRAM, [
        *(NEXT, ("press", ".strides button", 1), NEXT, NEXT, NEXT, NEXT, LAST),
    ]),
    "program-decodes": ("code?part=decode&by=line", PROGRAM, [NEXT, NEXT, LAST]),
    "expression": ("code", EXPRESSION, [NEXT] * 7),
    "overlay": ("wild?with=here&corpus=low", OVERLAY, [
        *(("point", ".tokens .chip"), ("draw", CUTS_OF_THREE), ("press", ".tools input")),
        *(("focus", ".tokens"), *[("key", "ArrowRight")] * 3, ("key", "ArrowLeft")),
        *(("write", "select", "b"), ("press", ".tools input", 1), ("press", ".tools input")),
        *(("draw", CUTS_OF_THREE | {"two": ["a", "b"]}), ("press", ".tokens .chip"), TOLD),
        *(("press", ".tokens .chip", 3), ("press", ".said a"), ("focus", ".tokens", 1)),
        *(("key", "ArrowRight"), ("key", "Enter"), ("key", "a"), TOLD),
    ]),
    "life": ("wild?part=inside&look=here&corpus=low&token=262" + WALKED, LIFE, [
        *(NEXT, NEXT, LAST, ("press", "button.previous"), ("draw", {"visit": 9, "step": 1})),
        *(("draw", {"origin": "a word"}), ("press", ".word-choice .word", 1), TOLD),
    ]),
    "tokens": ("wild?part=inside&look=here&corpus=low&find=w", TOKENS, [
        *(("draw", FOLDED), ("press", ".unfold"), ("draw", UNREACHABLE)),
        *(("press", "button.token"), TOLD),
    ]),
    "cells-in-a-line": ("sees?part=cut_off&corpus=low > Skip the prediction", CELLS, [
        *(("press", ".cell"), ("press", ".cell", 3), TOLD),
    ]),
    "cells-in-columns": ("sees?part=numbers&corpus=low > Skip the prediction", CELLS, []),
    "hand-in": ("your_bpe?corpus=low", HAND_IN, [
        *(("press", "button", 1), ("write", "textarea", "l o"), BUTTON, TOLD),
        *(("draw", {"digest": "d"}), ("draw", {"session": "other"}), TOLD, ("draw", {"limit": 2})),
        *(("write", "textarea", "l o w"), BUTTON, TOLD, ("draw", {"sample": ""})),
    ]),
    "own-text": ("train?corpus=own", OWN_TEXT, [("write", "textarea", "hug hug"), BUTTON]),
    "lattice": ("unigram", LATTICE, [NEXT]),
    "cuts": ("before_merges?pre=bert", CUTS, [
        *(("focus", ".parts .chip"), ("key", "ArrowRight"), ("key", "ArrowLeft")),
        *(("point", ".dropped"), ("press", "input"), ("set", "details", "open", True)),
        *(("write", "form.own input", "\\d"), ("press", "form.own button"), ("draw", OWN_CUT)),
        *(("focus", ".parts .chip", 2), ("key", "ArrowRight"), ("key", "ArrowRight")),
    ]),
    "normalized": ("before_merges?norm=nfkc+lowercase", NORMALIZED, [
        *(("set", "details", "open", True), ("draw", {"reversible": True, "changes": []})),
        ("draw", {"pieces": [["a\n b", "a\n b", "same"], ["\u0301", "", "lost"]]}),
        ("draw", DROPS),
    ]),
    "each-normalization": ("before_merges", NORMALIZED, [("draw", {"each": [EQUIVALENT]})]),
    "patterns": ("before_merges?sample=points", PATTERNS, [
        *(("press", ".alternative", 1), ("press", ".alternative", 1), ("press", ".alternative", 3)),
        *(("press", ".pattern button", 2), ("press", ".alternative")),
    ]),
    "rows-of-cuts": ("before_merges", ROWS, []),
    "rulers": ("bytes", RULERS, [
        *(("set", ".mount", "clientWidth", 380), ("draw", {"is_cut": True})),
        *(("set", ".mount", "clientWidth", 900), ("draw", HEBREW)),
        *(("set", ".mount", "clientWidth", 500), ("draw", {"bytes": []})),
    ]),
    "alphabet": ("bytes", ALPHABET, [
        ("focus", ".letter", 97), *[("key", f"Arrow{way}") for way in ("Right", "Down", "Up")],
        *[("focus", ".letter", byte) for byte in (0x93, 0xE5, 0xFF)],
        *(("key", "ArrowRight"), ("point", ".never"), ("point", ".alphabet")),
        ("draw", {"listed": [LISTED]}),
    ]),
    "arriving": ("bytes", ARRIVING, [NEXT, NEXT, NEXT, NEXT, ("press", "button.previous")]),
    "rows-of-bytes": ("bytes", ROWS, []),
    "quiz": ("quiz", QUIZ, [
        *(("press", ".choice"), ("press", ".moves .main"), ("press", ".choice", 1)),
        *(("press", ".dots button", 9), ("press", ".moves .main")),
        *(("press", ".quiz .moves button"), ("draw", {"name": "other", "at_once": False})),
        *(("press", ".choice", 2), ("press", ".choice", 3), ("press", ".moves .main")),
        ("draw", {"name": "third", "answers": "0123012301"}),
    ]),
    "quiz-on-mistakes": ("quiz?about=mistakes", QUIZ, [
        *(("press", ".choice"), ("press", ".moves .main")),
    ]),
    "quiz-in-a-room": ("quiz?view=present", QUIZ, [
        *(("press", ".moves button", -1), ("hear", None), ("hear", {"opened": OPENED})),
        *(hear("waiting", 0, ballot=None), ("press", ".moves .main")),
        *(("press", ".dots button", 9), ("press", ".quiz .moves .main")),
    ]),
    "small-file": ("encode?lang=zh", "file_field components/fields/file_field.js", [
        ("draw", {"digest": "d"}), BUTTON, ("draw", {"session": "other"}),
    ]),
    "typed-text": ("encode?lang=zh", "input_text components/fields/input_text.js", [
        ("draw", {"limit": 5}), ("write", "textarea", "hug pug"), ("draw", {"content": "pug"}),
    ]),
    "files": ("wild?lang=zh", "model_file components/vocabularies/tokenizer_upload.js", [
        ("draw", {"lacking": [{"digest": "d", "name": "lost.json"}]}), ("settle",),
        ("draw", {"held": [{"digest": "d", "name": "lost.json"}]}),
    ]),
    "ask-again": ("course?lang=zh", "ask_again components/lesson_end/ask_again.js", [
        ("draw", {"questions": [{
            "name": "ties", "lesson": "train", "ask": "Why?", "right": 1,
            "choices": [["a", "no"], ["b", "yes"]],
        }]}),
        ("press", ".choice"), ("press", ".choice", 1),
    ]),
    "settings-button": ("train?lang=zh", "settings_button components/sidebar/settings_button.js", [
        BUTTON,
    ]),
    "end-of-a-lesson": ("train", END, [("press", ".choice"), ("press", ".choice", 1)]),
}  # fmt: skip


@cache
def visited(link: str) -> Visitor:
    """A lesson as it is opened, or once a button is pressed there."""
    link, _, button = link.partition(" > ")
    lesson, _, parameters = link.partition("?")
    visitor = Visitor(lesson, **dict(parse_qsl(parameters)))
    if button:
        visitor.press(button)
    return visitor


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
    looks: list[tuple[Any, ...]] = [("settle",), ("outline",)]
    for how, *what in acts:
        act = (how, data | what[0]) if how == "draw" else (how, *what)
        looks += [act] if how == "told" else [act, ("settle",), ("outline",)]
    before, *answers = draw(module, sent.bytes or data, *looks)
    lines = [*before]
    for act, answer in zip(acts, answers, strict=True):
        lines += ["", " ".join(map(str, act))]
        lines += map(str, answer) if act == TOLD else changed(before, answer)
        before = before if act == TOLD else answer
    compare_with_kept(lines, DRAWN / f"{story}.outline")
