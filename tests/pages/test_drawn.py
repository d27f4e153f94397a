"""Compare what components draw, and what changes when they are used, with the files in `outlines/`.

These say it as a learner, a keyboard and a screen reader get it. Read them in the diff of a change,
and write them again by `RENEW=1 .venv/bin/python -m pytest tests/pages/test_drawn.py`. That the
figures are right is tested elsewhere, against references.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest

from bpe_core import Trace, train_bpe
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.stepper.payload import PIECE_SIZE, fork_of, piece_of, sum_of
from pages.session.parameters import encode_text
from pages.session.traces import merges_by_key, trace_by_key
from pages.static_edition import worths_of
from tests.kept import OUTLINES, changed, compare_with_kept
from tests.pages.conftest import Draw
from tests.pages.whole_app.visitor import Visitor, wait_for

NEXT, LAST = ("press", "button.next"), ("press", "button.last")
HINT, CHOOSE = ("press", ".hint-button"), ("press", ".choices button")
SHOW_ME = ("press", ".question > .choices button", -1)
BUTTON = ("press", "button")
GO_ON = ("press", ".go-on")
ASK_THEM = ("press", ".room-bar .moves button")
MORE, PLAY = ("press", ".show-more"), ("press", ".play")
PARTS = ("next-tokens", "word-bits", "turn")
PREVIOUS, ALL = ("press", "button.previous"), ("press", ".all-panels")
NARROWER = ("set", ".mount", "clientWidth", 1100)
WIDE_WORD = ("set", ".words .word", "offsetWidth", 90)
FAR_WORD = ("set", ".words .word", "offsetTop", 500)
FAR_COUNT = ("set", ".words .count", "offsetTop", 500)
FAR_CHIP = [("set", ".one-word .chip", f"offset{side}", 500) for side in ("Left", "Top")]
SUBMIT = ("press", "[type=submit]")
PREDICT = {"predict": True, "visit": 1}
ARRIVE = {"classroom": {"present": False, "hidden": [], "place": 1, "notes": []}, "visit": 3}
PRESENT = {"classroom": {"present": True, "hidden": ["bars"], "place": 0, "notes": []}, "visit": 2}
STEPPER = "components/stepper/in_the_app.js"
EVENTS = "components/event_walk/event_walk.js"
BIGRAMS = "components/bigram_walk/bigram_walk.js"
THREE = "lessons/side_by_side/three_walks.js"
ENCODER = "lessons/encode_decode/encoder.js"
CUTS = "lessons/before_merges/cuts.js"
NORMALIZED = "lessons/before_merges/normalized.js"
PATTERNS = "lessons/before_merges/patterns.js"
RULERS = "lessons/bytes/rulers.js"
ALPHABET = "lessons/bytes/alphabet.js"
ARRIVING = "lessons/bytes/arriving.js"
PROGRAM = "lessons/the_code/program_walk.js"
EXPRESSION = "lessons/the_code/expression_walk.js"
LATTICE = "components/tokens/lattice/lattice.js"
OVERLAY = "lessons/tokenizer_file/overlay.js"
LIFE = "lessons/tokenizer_file/life.js"
TOKENS = "lessons/tokenizer_file/token_list.js"
CELLS = "lessons/what_the_model_sees/cells.js"
HAND_IN = "lessons/your_own_bpe/hand_in.js"
OWN_TEXT = "components/fields/own_text.js"
ROWS = "components/tokens/token_rows/token_rows.js"
QUIZ = "lessons/quiz/quiz.js"
END = "components/lesson_end/lesson_end.js"
OPENED = {
    "code": "BCDFHJ", "token": "secret", "address": "https://a.example/room/BCDFHJ", "qr": "data:,",
    "reach": "In the same network.", "texts": {"belief_longest": "The longest wins."},
}  # fmt: skip
IN_A_ROOM = [("press", ".presenter button"), ("hear", None), ("hear", {"opened": OPENED})]
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
SHORT_ROW = ROW | {"token": TOKEN | {"bytes": "6162636465666768696a6b6c"}}
FOLDED = {"rows": [ROW, ROW | {"folded": True}, ROW | {"folded": True}, SHORT_ROW]}
UNREACHABLE = {"rows": [ROW | {"remark": "other merges", "instead": [TOKEN, TOKEN]}]}
ONE_WALKED = f"&walk={encode_text('lowest')}"
WALKED = f"&walk={encode_text('lowest newer')}"
BALLOT = {"kind": "pairs", "algorithm": "bpe", "step": 1, "words": [
    {"tokens": ["h", "u", "g"], "choices": [0, 1], "count": 10},
]}  # fmt: skip
#: The first two characters begin with the same two bytes; of 30 changes, not all are named.
LIKE_BYTES = encode_text(
    "你你你佢佢佢哈哈 low lower " + " ".join(f"ab{chr(257 + i)}" * 2 for i in range(30))
)
#: Its rarer pair t + h leads to fewer tokens: see the browser's test of forks. In a story, m + o is
#: chosen last.
BEATEN = encode_text("the 3\nhen 3\nmoth 2\nten 2")
FROM_THE_RIGHT = encode_text("אבא 5\nבא 3")
#: As boxes, the first word just has room at the end; the sixth is too long, and the fifth too many.
FIVE_LETTERS = encode_text("lower 5\nslow 4\nlow 4\nnew 3\nwe 2\nwidest 2")
#: One word more than a hint names ends alike; the last has the same letters the other way round.
ENDS_ALIKE = encode_text(" ".join(f"{letter}un" for letter in "abcdefghijklu") + " nu")
#: Three beliefs lead to c + a, of which two are named.
BELIEVED = encode_text("cccb 4\nacca 4\nca 5")
#: More words and more pairs than are shown at once.
MANY = encode_text(" ".join(a + b + a for a in "abcdefg" for b in "abcdefg"))
#: A token in more words than are named.
ZZ = encode_text(" ".join(f"{a}zz{b}" for a in "abcde" for b in "fgh"))
#: The ways in which a word is cut: at first, WordPiece does not know a letter.
KNOWN_LATER = [[[0, ["lowest"]]], [[0, ["[UNK]"]], [1, ["low", "##est"]]], [[0, ["lowest"]]]]
SHARES = {"rounds": [[1, 3]], "beliefs": {"0": "longest"}}
DID = {"did": "carry_out"}
#: After x, two letters come twice each, and before them another one once.
TIED_ROW = encode_text("xa xb xb xc xc" + 3 * " uu vv ww")
#: A room that has answered the first question of a quiz.
WRITTEN: dict[str, Any] = {
    "source": ["choices", "hug", "training", 1], "right": [0], **SHARES,
    "ballot": {"kind": "choices", "step": 1, "text": "Which?", "choices": ["this", "that"]},
}  # fmt: skip
#: One that has answered what the model gives next.
OF_A_ROW = WRITTEN | {
    "source": ["choices", "hug", "", None], "ballot": WRITTEN["ballot"] | {"step": 0}
}  # fmt: skip
#: One that has answered what the merge after the first one saves.
OF_A_MERGE = OF_A_ROW | {"ballot": WRITTEN["ballot"] | {"step": 2}}
#: A room in which the second question was asked before.
PAST = [{"source": WRITTEN["source"], "step": 2, "voted": [4], "right": [3]}]
BPE_PAST = PAST[0] | {"source": ["bpe", "hug", "", None]}
PAST_ROUND = PAST[0] | {"source": ["unigram", "own", "", None], "step": 1}
SUMS = {"0": {"count": 5}, "1": {"count": 9, "words": [["hug", 1, 9]]}}
OWN_CUT = {"in_use": "own", "cuts": [
    {"name": "gpt2", "parts": [["ab", 0, 2], ["c", 2, 3]], "more": 1, "words": 3, "dropped": 1},
    {"name": "own", "parts": [["b", 1, 2], *([" ", k, k + 1, True] for k in range(2, 9))],
     "more": 0, "words": 1, "dropped": 7},
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
    "causes": ["unknown", "normalization", "white-space", "space-sign"], "unknown_total": 5,
}  # fmt: skip


@pytest.mark.parametrize(
    ("lesson", "key", "component"),
    [
        *[("train", "stepper", STEPPER), ("across", "across_stepper", STEPPER)],
        *[("picky", "picky_stepper", EVENTS), ("model", "bigram_stepper", BIGRAMS)],
        *[("side_by_side", "three_walks", THREE), ("encode", "encoder", ENCODER)],
    ],
)
def test_the_rest_of_a_page_waits_until_its_new_walk_is_seen(
    draw: Draw, monkeypatch: pytest.MonkeyPatch, lesson: str, key: str, component: str
) -> None:
    """Else a walk that comes late, after its training, would push the rest down."""
    awaited: list[str] = []

    @contextmanager
    def render_first(part: str) -> Iterator[None]:
        yield
        awaited.append(part)

    monkeypatch.setattr("pages.components.stepper.on_page.render_first", render_first)
    visitor = Visitor(lesson)
    sent = visitor.component(key).bytes
    early, seen = draw(
        *(component, sent, ("settle",), ("reported",)),
        *(("show",), ("settle",), ("show",), ("settle",), ("reported",)),
    )
    visitor.run()
    assert early == []
    assert [unquote(place) for place in seen] == [f"{part}/seen" for part in awaited]
    assert len(seen) == 1


def hear(phase: str, number: int = 1, **others: Any) -> tuple[str, dict[str, Any]]:
    """A message of the server about a room in which three of four have voted."""
    room = {"phase": phase, "round": number, "here": 4, "voted": 3, "past": [], "choices": None}
    usual = {"source": ["bpe", "hug", "", None], "closed": False, "rounds": None, "ballot": BALLOT}
    return "hear", {"room": room | usual | others}


def fork(sent: dict[str, Any], more: int = -1, **others: Any) -> dict[str, Any]:
    """A second training, whose first merge is the third pair if it is to have one merge fewer."""
    trace = merges_by_key(sent["key"])
    assert trace is not None
    pair = trace.state_at(0).pairs(top=3)[2][0]
    ids = [[str(token) for token in trace.vocabulary].index(str(token)) for token in pair]
    choices = {1: (ids[0], ids[1])} if more == -1 else {}
    own = train_bpe(trace.corpus, choices=choices, num_merges=len(trace) + more)
    walk = json.loads(json.dumps(fork_of(trace, own, key=f"fork of {len(own)}")))
    return {"fork": walk | {"pieces": {}}, **others}


def same(sent: dict[str, Any]) -> dict[str, Any]:
    return fork(sent, 0, fixed=True, key="same")


def longer(sent: dict[str, Any]) -> dict[str, Any]:
    return fork(sent, 2, fixed=True, key="longer")


def shorter(sent: dict[str, Any]) -> dict[str, Any]:
    return fork(sent, -2, fixed=True, key="shorter")


def different(sent: dict[str, Any]) -> dict[str, Any]:
    return fork(sent, fixed=True, key="different")


def stopped(reason: str, **others: Any) -> tuple[str, dict[str, Any]]:
    """The same walk, which has ended for another reason, and all its panels."""
    classroom = {"present": False, "hidden": [], "place": 0, "notes": []}
    return "draw", {"stopped": reason, "key": reason, "classroom": classroom, **others}


def unasked(sent: dict[str, Any]) -> dict[str, Any]:
    """Another walk of the same events, with nothing to choose at its start."""
    first, *others = sent["events"]
    return PREDICT | {"key": "unasked", "events": [first | {"question": None}, *others]}


def in_normal_view(sent: dict[str, Any]) -> dict[str, Any]:
    """Another walk, which is not presented: a room of this tab comes along."""
    return {"key": "another", "classroom": sent["classroom"] | {"present": False}}


def varied(sent: dict[str, Any]) -> dict[str, Any]:
    """A token whose text becomes others, of which one has a name."""
    names = [next(iter(sent["variants"])), "unnamed"]
    return {"life": sent["life"] | {"variants": [
        {"name": name, "text": "Low ", "ids": [262, 9999]} for name in names
    ]}}  # fmt: skip


def another_word(sent: dict[str, Any]) -> dict[str, Any]:
    """The next word of the text, which takes a step less."""
    replay, words = sent["replay"], sent["words"]
    shorter = replay | {"word": "another", "steps": replay["steps"][1:], "tokens": {}}
    return {"step": 1, "replay": shorter, "words": words | {"chosen": 1}}


def cut_off(sent: dict[str, Any]) -> dict[str, Any]:
    """The same with only the beginning of a word, in which no token fits by longest match."""
    return {"key": "cut", "unknown": 40, "walk": sent["walk"] | {"is_cut": True, "match": [40]}}


def remarked(sent: dict[str, Any]) -> dict[str, Any]:
    return {"rows": [row | {"remark": "what is said of it"} for row in sent["rows"]]}


def later_rows(sent: dict[str, Any]) -> dict[str, Any]:
    return {"rows": sent["rows"][1:]}


def rows_of_two(sent: dict[str, Any]) -> dict[str, Any]:
    return {"rows": [row | {"cells": [1, 0], "bars": []} for row in sent["rows"][1:]]}


def rows_of_three(sent: dict[str, Any]) -> dict[str, Any]:
    return {"rows": [row | {"cells": [1, 0, 0], "bars": []} for row in sent["rows"][1:]]}


def rows_with_last(sent: dict[str, Any]) -> dict[str, Any]:
    return {"rows": [row | {"last": "ids: 7"} for row in sent["rows"][1:]]}


def cut_word(sent: dict[str, Any], more: int = 25) -> dict[str, Any]:
    return {"lattice": sent["lattice"] | {"left_out": ["x"] * more}}


def cut_backwards(sent: dict[str, Any]) -> dict[str, Any]:
    """Another word as long, of which a letter less is left out."""
    lattice = cut_word(sent, 24)["lattice"]
    return {"lattice": lattice | {"units": lattice["units"][::-1]}}


def one_more_way(sent: dict[str, Any]) -> dict[str, Any]:
    return {"lattice": sent["lattice"] | {"way_total": len(sent["lattice"]["ways"]) + 1}}


def unspelled(sent: dict[str, Any]) -> dict[str, Any]:
    """A token without bytes, which is never made, and no other token known."""
    life = sent["life"]
    token = life["token"] | {"bytes": ""}
    return {"life": life | {"token": token, "tokens": {}, "is_reached": False}}


def answers_about(key: str | None) -> dict[str, Any]:
    """The server's answers about the first steps of a trace, by their addresses."""
    trace = trace_by_key(key) if key else None
    if isinstance(trace, UnigramTrace):
        return {f"{key}/worth/{place}": worth for place, worth in worths_of(trace).items()}
    if not isinstance(trace, Trace):
        return {}
    views = trace.views(0, min(4, len(trace) + 1))
    pairs = {(step, *pair[:2]) for step, view in enumerate(views) for pair in view.pairs}
    pieces = {f"{key}/{n}": piece_of(trace, n) for n in range(len(trace) // PIECE_SIZE + 1)}
    sums = {f"{key}/sum/{step}/{a}/{b}": sum_of(trace, step, a, b) for step, a, b in pairs}
    return pieces | sums | {f"{key}/counts/{a}/{b}": trace.counts_of(a, b) for _, a, b in pairs}


#: By the heading in a lesson's file: the lesson's link, the module of a component, and
#: what is done there, one after another; `draw` sends it once more, with these changes, or those
#: worked out from what was sent.
STORIES: dict[str, tuple[str, str, list[tuple[Any, ...]]]] = {
    "bpe": ("train", STEPPER, [
        *(("press", ".all-panels"), NEXT, NEXT, NEXT, ("press", ".words .chip"),
          ("key", "ArrowRight"), ("press", ".tree"), ("press", ".close"),
          ("press", ".words .chip"), ("press", ".derivation"), LAST,
          ("press", ".junk button.row"), LAST),
        *[("press", f".{panel} input") for panel in ("merges", "vocabulary", "growth", "corpus")],
        *(("draw", PREDICT), *[HINT] * 3, SHOW_ME, GO_ON, NEXT, ("draw", PRESENT)),
        *(("draw", ARRIVE), GO_ON, ("press", ".choices button", 3), GO_ON),
    ]),
    "hint": (f"train?text={ENDS_ALIKE}&merges=1&min=2", STEPPER, [
        *(("draw", PREDICT), HINT, ("press", ".candidates button"), ("deliver",)),
    ]),
    "believed": (f"train?text={BELIEVED}&merges=1", STEPPER, [
        *(("draw", PREDICT), ("press", ".candidates button", 1), ("deliver",)),
    ]),
    "room": ("train?view=present", STEPPER, [
        *IN_A_ROOM,
        *(hear("waiting", 0, ballot=None), ("press", ".tools button", -4)),
        *(hear("voting"), ("press", ".clocks button"), hear("closed"), hear("voting", 2)),
        *(hear("counted", **SHARES), hear("shown", **SHARES, right=[1], solution=SUMS)),
        *(hear("shown", **SHARES, right=[1], source=["bpe", "low", "", None]), ("hear", DID)),
        *(hear("counted", **SHARES), ("lose", 1006), ("lose", 4000)),
        *IN_A_ROOM,
        hear("shown", **SHARES, right=[1], past=[BPE_PAST | {"step": k} for k in (2, 3)]),
        *(hear("waiting", 0, ballot=None), LAST),
    ]),
    "guessed": ("train?corpus=hug", STEPPER, [
        *(ALL, ("draw", PREDICT), ("press", ".words .chip", 3), ("press", ".words .chip", 3)),
        *(("press", ".words .chip", 4), ("press", ".words .chip", 3), ("deliver",)),
        *(("press", ".other"), GO_ON),
        *(("press", ".candidates button"), ("deliver",), ("press", ".words .chip"), GO_ON),
        *(("press", ".candidates button", 1), ("deliver",), GO_ON),
        *(("press", ".candidates button", 2), ("deliver",), GO_ON),
        *(("focus", ".words"), ("key", "Enter")),
        *[("key", f"Arrow{way}") for way in ("Down", "Right", "Up", "Left")],
        *(("key", "Enter"), ("key", "ArrowRight"), ("key", " "), ("key", "ArrowRight"), HINT),
        *(("press", ".play"), ("press", ".again"), ("press", ".predict input"), ("key", " ")),
        *(PLAY, ("press", ".predict input"), LAST, ("press", ".predict input")),
    ]),
    "tied-guess": ("train?corpus=low", STEPPER, [
        *(ALL, ("draw", PREDICT), ("press", ".words .chip", 14), ("press", ".words .chip", 15)),
        *(("deliver",), GO_ON),
        *(("press", ".candidates button"), ("write", ".number", "3"), ("deliver",)),
    ]),
    "pointed-at": ("train?corpus=hug", STEPPER, [
        *(ALL, ("point", ".bars li", 1), ("deliver",)),
        *(NEXT, ("point", ".bars li"), ("leave", ".bars li"), ("deliver",)),
        *(("focus", ".bars li", 1), ("deliver",), ("focus", ".words"), NEXT),
        *(("point", ".bars li", 2), ("deliver",), ("press", ".what-if", 1), MORE, NEXT, MORE),
        *(("press", ".ids input"), ("press", ".growth .tools input"), NEXT, ("press", ".first")),
        *(PLAY, ("tick",), ("write", ".speed", "4"), ("tick",), PLAY, ("tick",), LAST, PLAY),
        *(PLAY, ("tick",)),
    ]),
    "keys": ("train?corpus=hug", STEPPER, [
        *[("key", f"Page{way}") for way in ("Down", "Down", "Up")],
        *[("key", key) for key in ("End", "ArrowLeft", "Home")],
        *[("write", "input.number", number) for number in ("4", "none")],
        *(("write", ".scrubber", "5"), ALL),
        *(("press", ".merges input"), ("press", ".merges .row", 2)),
    ]),
    "marked-bytes": (f"train?unit=byte&marker=w&text={LIKE_BYTES}", STEPPER, [
        *(NEXT, ("press", ".tabs button", 1)),
    ]),
    "marked-rounds": ("unigram?corpus=low&marker=w&special=<s>", STEPPER, []),
    "nothing-to-merge": ("train?corpus=hug&min=90", STEPPER, [ALL]),
    "nothing-to-prune": ("unigram?size=100", STEPPER, []),
    "running": ("train?corpus=happily", STEPPER, [
        *(ALL, ("press", ".tabs button", 1), NEXT, NEXT, ("press", ".tabs button"), NEXT),
    ]),
    "moving": ("train?corpus=hug", STEPPER, [
        *(ALL, ("lay",), NEXT, NEXT, PREVIOUS, NEXT, FAR_COUNT, NEXT, ("write", ".speed", "2")),
        *(WIDE_WORD, NEXT, ("write", ".number", "7"), PREVIOUS),
        *(FAR_WORD, ("press", ".first"), NEXT, ("draw", PREDICT), SHOW_ME, GO_ON),
        *(("set", ".reasons", "scrollHeight", 999), NEXT),
        *(("set", ".reasons", "scrollHeight", 0), NEXT),
        ("press", ".step-line", 0, {"clientX": 1844}),
    ]),
    "moving-from-the-right": (f"train?text={FROM_THE_RIGHT}", STEPPER, [
        *(("lay",), NEXT, PREVIOUS, ("draw", PREDICT), ("focus", ".words")),
        *[("key", f"Arrow{way}") for way in ("Down", "Left", "Right")],
    ]),
    "falling-from-the-right": (f"unigram?text={FROM_THE_RIGHT}", STEPPER, [("lay",), NEXT]),
    "stopped": ("train?corpus=hug&merges=5", STEPPER, [
        *(ALL, LAST, stopped("num_merges"), stopped("vocab_size"), stopped("time_limit")),
        *(stopped("min_frequency", min_frequency=2), stopped("token_length")),
        stopped("min_frequency", algorithm="wordpiece"),
    ]),
    "choice": ("train?corpus=hug", STEPPER, [
        *(ALL, ("draw", fork), NEXT, NEXT, ("press", ".what-if"), ("press", ".ids input"), LAST),
        *(PREVIOUS, ("press", ".take-back"), ("press", ".fork .tools button")),
        *(("press", ".own-corpus .chip"), ("draw", {"fork": None})),
    ]),
    "better-choice": (f"train?text={BEATEN}&merges=4&fork=1.5.1,4.2.4", STEPPER, [
        *(("deliver",), NEXT, ("deliver",), ("press", ".own-pairs .what-if"), LAST),
    ]),
    "handed-in": ("train?corpus=hug&merges=4", STEPPER, [
        *(ALL, PLAY, ("draw", same), NEXT, ("draw", longer), LAST, ("draw", shorter), ("tick",)),
        ("draw", different),
    ]),
    "arriving-at": ("train?corpus=hug&arrival=1", STEPPER, [
        *(("draw", {"visit": 9}), ("set", ".candidates", "open", True)),
        *(("press", ".words .chip"), ("press", ".words .chip", 1), ("deliver",)),
        *(GO_ON, ("key", "ArrowRight"), ("key", "ArrowLeft"), ("key", "ArrowRight")),
        *(("press", ".candidates button"), ("key", "ArrowRight")),
        *(("press", ".candidates button", 1), GO_ON, ("press", ".candidates button"), GO_ON),
        *(("press", ".back"), ALL),
    ]),
    "arriving-at-many": ("train?corpus=english&arrival=6", STEPPER, [
        *(GO_ON, ("press", ".arrival-tool button"), ("write", ".arrival-tool input", "unseen")),
        ("press", ".arrival-tool button"),
        *(("write", ".arrival-tool input", "Qualität"), ("press", ".arrival-tool button")),
        *(("write", ".arrival-tool input", "the"), ("focus", ".arrival-tool input")),
        *(("key", "Enter"), GO_ON, GO_ON),
        *(("draw", ARRIVE), ("forget",), ("deliver",)),
    ]),
    "often-in-a-line": (f"across?text={encode_text('la la la')}&switch=1", STEPPER, []),
    "across-spaces": ("across?corpus=course&switch=3&step=3", STEPPER, [
        *(NEXT, NEXT, ("press", ".words .chip", 3), LAST),
    ]),
    "wordpiece-guessed": ("wordpiece", STEPPER, [
        *(("draw", PREDICT), ("press", ".candidates button"), ("deliver",), GO_ON),
        *(("press", ".candidates button", 2), ("deliver",), GO_ON, ("forget",)),
        *(("press", ".candidates button"), ("deliver",), SHOW_ME, LAST),
    ]),
    "wordpiece-tied-guess": ("wordpiece?corpus=hug&step=1", STEPPER, [
        *(("draw", PREDICT), ("press", ".words .chip", 3), ("press", ".words .chip", 4)),
        ("deliver",),
    ]),
    "unigram-guessed": ("unigram", STEPPER, [
        *(("draw", PREDICT), ("press", ".candidates button"), ("deliver",), GO_ON),
        *(("press", ".candidates button", 2), ("deliver",), ("press", ".again")),
        *(("press", ".words .chip", 3), ("deliver",), ("draw", PREDICT | {"lang": "zh"})),
        *(GO_ON, ("press", ".words .chip"), ("deliver",)),
    ]),
    "rounds-in-a-room": (f"unigram?text={ZZ}&view=present", STEPPER, [
        *(("draw", PREDICT), HINT, *IN_A_ROOM),
        *(hear("waiting", 0, ballot=None, past=[PAST_ROUND]), ASK_THEM),
        *(hear("shown", **SHARES, right=[1], source=PAST_ROUND["source"]), ("hear", DID)),
    ]),
    "unigram-moving": ("unigram", STEPPER, [
        *(("lay",), NEXT, NEXT, PREVIOUS, ("focus", ".word"), ("key", "ArrowDown"), ("key", " ")),
        *(("key", "ArrowUp"), ("key", "Enter"), ("focus", ".words"), ("key", "Enter")),
        *(("press", "summary"), NEXT),
    ]),
    "bytes": ("train?corpus=repetition&unit=byte", STEPPER, [NEXT, ("write", ".number", "30")]),
    "long": ("train?corpus=course&merges=60", STEPPER, [
        *(ALL, ("write", ".scrubber", "40"), ("deliver",), ("press", ".merges input")),
        *(("set", ".vocabulary .long-list", "scrollTop", 340), PREVIOUS, LAST, ("deliver",)),
    ]),
    "encoding-moves": (f"encode?corpus=hug&input={encode_text('hugug')}", ENCODER, [
        *(("lay",), NEXT, NEXT, PREVIOUS, ("press", ".tokens-panel input")),
        *(("draw", {"lang": "zh"}), *FAR_CHIP, NEXT),
        *(("set", ".one-word", "offsetHeight", -20), PREVIOUS),
    ]),
    "side-by-side-moves": ("side_by_side?corpus=low&to=46", THREE, [
        *(("lay",), NEXT, PREVIOUS, ("draw", {"histories": KNOWN_LATER}), NEXT, LAST),
    ]),
    "wordpiece": (f"wordpiece?text={FIVE_LETTERS}&merges=40", STEPPER, [
        *(NEXT, NEXT, ("lay",), NEXT, PREVIOUS, ("point", ".bars li"), ("deliver",), LAST),
    ]),
    "unigram": ("unigram", STEPPER, [
        *(NEXT, ("point", ".bars li"), ("press", ".word"), LAST),
        *(("draw", PREDICT), *[HINT] * 3, SHOW_ME, GO_ON),
    ]),
    "picky": ("picky", EVENTS, [
        *(NEXT, NEXT, ("draw", {"step": 1}), ("draw", {"step": 1, "visit": 9})),
        *(NEXT, ("lay",), NEXT, PREVIOUS, NEXT, NEXT, LAST),
        *(("set", ".words", "offsetHeight", -20), ("press", ".first"), NEXT, NEXT),
    ]),
    "parity": ("parity", EVENTS, [
        *(NEXT, ("draw", PREDICT), CHOOSE, ("draw", unasked), GO_ON),
        *(("press", ".choices button", 1), GO_ON),
        *(("press", ".predict input"), ("lay",), NEXT, PREVIOUS, ("press", ".events .row"), LAST),
        *(PREVIOUS, ("press", ".predict input"), CHOOSE, GO_ON),
    ]),
    "patches": ("patches", EVENTS, [
        *(NEXT, ("draw", PRESENT), ("press", ".spot"), NEXT, ("press", ".presenter button", -1)),
    ]),
    "events-in-a-room": ("parity?view=present", EVENTS, [
        *IN_A_ROOM,
        *(hear("waiting", 0, ballot=None), ("key", "PageDown")),
        *(NEXT, hear("voting", **OF_A_ROW | {"rounds": None}), hear("waiting", 0, ballot=None)),
        ("draw", in_normal_view),
    ]),
    "bigrams": ("model", BIGRAMS, [
        *(NEXT, NEXT, ("press", ".next-tokens .choices button"), ("press", ".tokens button", 1)),
        *(("press", ".word-bits .choices button"), ("press", ".word-bits .shares button", 1)),
        *(("press", ".made-up .write"), ("press", ".made-up .write"), NEXT),
        *(("draw", {"seed": 7, "visit": 5, "step": 2}), CHOOSE, LAST, PREVIOUS),
    ]),
    "bigrams-guessed": ("model", BIGRAMS, [
        *[("press", f".{part} .choices button", -1) for part in PARTS],
        *(GO_ON, ("press", ".turn .choices button"), GO_ON, ("press", ".turn .choices button", 1)),
    ]),
    "bigrams-in-a-room": ("model?view=present", BIGRAMS, [
        *IN_A_ROOM,
        *(hear("waiting", 0, ballot=None), ASK_THEM, hear("voting", **OF_A_ROW | {"rounds": None})),
        *(hear("shown", **OF_A_ROW), ("press", ".moves button"), ("hear", DID), NEXT),
        hear("waiting", 0, ballot=None),
        *(hear("shown", **OF_A_MERGE), ("press", ".moves button"), ("hear", DID)),
        *(hear("waiting", 0, ballot=None), PREVIOUS, ("press", ".word-bits .choices button")),
    ]),
    "row-in-a-room": (f"model?text={TIED_ROW}&view=present&merges=3", BIGRAMS, [
        *IN_A_ROOM,
        *(hear("waiting", 0, ballot=None), ASK_THEM, LAST),
        ("press", ".next-tokens .choices button", 2),
    ]),
    "bigrams-of-many": ("model?corpus=english", BIGRAMS, [NEXT, ("press", ".made-up .write")]),
    "side-by-side": ("side_by_side?corpus=low", THREE, [
        *(("press", ".go"), ("press", ".go"), NEXT, ("write", ".word-field", "x" * 65), SUBMIT),
        *(("write", ".word-field", 40 * "👍"), SUBMIT, ("write", ".word-field", ""), SUBMIT),
        *(("press", ".choice", 1), LAST),
        ("draw", {"histories": [[[0, ["x"] * 14]], [[0, ["[UNK]"]]], [[0, ["x"]]]]}),
        *(("focus", ".word-field"), ("write", ".number", "1")),
    ]),
    "side-by-side-ends": ("side_by_side?corpus=hug&to=60", THREE, [
        *(NEXT, NEXT, NEXT, LAST, PREVIOUS, PLAY, ("tick",)),
        *(("draw", {"key": "long", "stopped": {"bpe": "token_length"}}), LAST),
    ]),
    "encoding": ("encode", ENCODER, [
        *(NEXT, NEXT, ("press", ".word", 1), LAST, ("draw", PREDICT), CHOOSE, GO_ON),
        *[("press", ".one-word .chip", place) for place in (10, 11)],
        *(GO_ON, ("press", ".one-word"), HINT, ("press", ".one-word .chip", 3), HINT, HINT),
        *(("press", ".choices button", 1), GO_ON, SHOW_ME, GO_ON),
        ("draw", {"back": NOT_BACK, "compared": 3}),
        ("draw", {"back": NOT_BACK | {"unknown_total": 2}}),
        *(("draw", {"input": "x"}), ("draw", {"input": "y", "back": NOT_BACK | {"ids": [49]}})),
        *(("draw", {"input": "z"}), ("draw", {"input": "x", "key": "other tokenizer"})),
        *(("press", ".tokens-panel input"), ("point", ".rules tbody tr", 1)),
        *(("leave", ".rules tbody tr", 1), ("draw", cut_off)),
        ("draw", {"words": [["<s>", [49], True, False], ["né", [40], False, False]], "joiner": ""}),
        ("draw", {"words": [], "chosen": None, "walk": None}),
    ]),
    "encoding-in-bytes": ("encode?corpus=chinese&unit=byte&word=哈&at=1", ENCODER, [LAST]),
    "encoding-in-a-room": ("encode?corpus=hug&view=present", ENCODER, [
        *(("draw", PREDICT), ("press", ".presenter button"), ("hear", None)),
        *(("hear", {"opened": OPENED}), hear("waiting", 0, ballot=None), NEXT),
        *(("key", "PageDown"), ("key", "End"), ("key", "Home")),
        hear("shown", source=["encode", "hug", "", None], ballot=BALLOT | {"step": 2}),
        *(("press", ".moves button"), ("hear", DID), hear("waiting", 0, ballot=None)),
        *(("draw", {"key": "another tokenizer"}), ("draw", {"lang": "zh"}), ("lose", 4000)),
    ]),
    "program": ("code", PROGRAM, [NEXT, NEXT, ("press", ".strides button", 1), NEXT, LAST]),
    "program-of-a-word": (f"code?text={encode_text('banana' * 9)}&by=line&at=9", PROGRAM, []),
    "program-lines": ("code?corpus=low&by=line&at=70", PROGRAM, [NEXT] * 14),
    "program-of-many-words": (f"code?text={MANY}&merges=18&by=line&at=137", PROGRAM, [
        *(NEXT, ("write", ".number", "60"), ("write", ".number", "2,451")),
    ]),
    "program-encodes": ("code?part=encode", PROGRAM, [
        *(NEXT, ("press", ".strides button", 1), NEXT, NEXT, NEXT, NEXT, LAST),
    ]),
    "program-decodes": ("code?part=decode&by=line", PROGRAM, [
        *(NEXT, NEXT, LAST, ("press", ".first"), PLAY, ("draw", {"lang": "zh"})),
    ]),
    "expression": ("code", EXPRESSION, [
        *([NEXT] * 7), PLAY, ("focus", "button.previous"), ("draw", {"lang": "zh"}),
        ("key", "ArrowLeft"),
    ]),
    "overlay": ("wild?with=here&corpus=low", OVERLAY, [
        *(("point", ".tokens .chip"), ("draw", CUTS_OF_THREE), ("press", ".tools input")),
        *(("focus", ".tokens"), *[("key", "ArrowRight")] * 3, ("key", "ArrowLeft")),
        *(("focus", ".tokens", 1), ("key", "ArrowRight")),
        *(("write", "select", "b"), ("write", "select", "a"), ("write", "select", "b")),
        *(("press", ".tools input", 1), ("press", ".tools input")),
        *(("draw", CUTS_OF_THREE | {"two": ["a", "b"]}), ("press", ".tokens .chip")),
        *[("press", ".tokens .chip", 3, {"pointerType": by}) for by in ("touch", "mouse")],
        ("press", ".said a", 0, {"ctrlKey": True}),
        *(("press", ".said a"), ("focus", ".tokens", 1)),
        *(("key", "ArrowRight"), ("key", "Enter"), ("key", "a")),
    ]),
    "life": ("wild?part=inside&look=here&corpus=low&token=262" + WALKED, LIFE, [
        *(NEXT, NEXT, LAST, ("press", "button.previous"), ("draw", {"visit": 9, "step": 1})),
        *(("set", ".replay", "open", False), ("draw", {"origin": "a word"})),
        *(("press", ".word-choice .word", 1), NEXT),
        *(("set", ".word-choice", "scrollTop", 40), ("draw", another_word), ("draw", unspelled)),
        *(("draw", varied), ("draw", {"words": None})),
    ]),
    "life-of-a-word": (f"wild?part=inside&look=here&corpus=low&token=262{ONE_WALKED}", LIFE, [
        *(("draw", {"replay": None}), ("draw", {"step": 1})),
    ]),
    "tokens": ("wild?part=inside&look=here&corpus=low&find=w", TOKENS, [
        *(("draw", FOLDED), ("press", ".unfold"), ("draw", UNREACHABLE)),
        ("press", "button.token"),
    ]),
    "cells-in-a-line": ("sees?part=cut_off&corpus=low > Skip the prediction", CELLS, [
        *[("press", ".cell", place) for place in (0, 1, 3)],
    ]),
    "cells-in-columns": ("sees?part=numbers&corpus=low > Skip the prediction", CELLS, [
        ("draw", {"rows": [{"name": "A", "cells": [["\u0301 ", "digit"]]}]}),
    ]),
    "hand-in": ("your_bpe?corpus=low", HAND_IN, [
        *(("press", "button", 1), ("write", "textarea", "l o"), BUTTON),
        *(("draw", {"digest": "d"}), ("draw", {"session": "other"}), ("draw", {"limit": 2})),
        *(("write", "textarea", "l o w"), BUTTON, ("draw", {"sample": ""})),
        *(("choose", "input", ["merges.txt", "l o"]), ("draw", {"session": "third"})),
    ]),
    "own-text": ("train?corpus=own", OWN_TEXT, [
        *(("write", "textarea", "hug hug"), ("draw", {"lang": "zh"}), BUTTON),
    ]),
    "lattice": ("unigram", LATTICE, [
        *(("press", ".first"), NEXT, NEXT, PREVIOUS, ("draw", {"limit": 21}), ("press", ".way", 1)),
        *(PREVIOUS, LAST, ("focus", ".small-transport .previous")),
        *(("key", "ArrowLeft"), ("key", "ArrowRight")),
        *(("write", "form input", ""), ("press", ".show"), ("write", "form input", "x" * 25)),
        *(("press", ".show"), ("write", "form input", "pugs"), ("press", ".show")),
        *(PREVIOUS, ("set", ".mount", "clientWidth", 1101)),
        ("draw", {"word": "hug", "lang": "zh"}),
        *(("draw", cut_word), PREVIOUS, NARROWER, ("draw", cut_backwards)),
    ]),
    "lattice-unknown": ("unigram?corpus=hug&word=hug\u200bq", LATTICE, [
        *(("focus", "[role=img]"), ("key", "ArrowRight"), ("key", "Home")),
    ]),
    "lattice-alone": ("unigram?corpus=hug&word=hugshug", LATTICE, [
        *(("set", ".mount", "clientWidth", 1101), ("draw", {"limit": 0}), ("draw", one_more_way)),
    ]),
    "lattice-of-many": ("unigram?corpus=quit&unit=byte&marker=w&word=naïve", LATTICE, [
        *(("press", ".first"), NEXT),
    ]),
    "cuts": ("before_merges?pre=bert", CUTS, [
        *(("focus", ".parts .chip"), ("key", "ArrowRight"), *[("key", "ArrowLeft")] * 2),
        *(("point", ".dropped"), ("press", "input"), ("set", "details", "open", True)),
        *(("write", "form.own input", "\\d"), ("press", "form.own button"), ("draw", OWN_CUT)),
        *(("focus", ".parts .chip", 8), ("key", "ArrowRight"), ("key", "ArrowRight")),
    ]),
    "normalized": ("before_merges?norm=nfkc+lowercase", NORMALIZED, [
        *(("set", "details", "open", True), ("draw", {"lang": "zh"})),
        ("draw", {"reversible": True, "changes": []}),
        ("draw", {"pieces": [["a\n b", "a\n b", "same"], ["\u0301", "", "lost"]]}),
        ("draw", DROPS),
    ]),
    "each-normalization": ("before_merges", NORMALIZED, [
        ("draw", {"each": [EQUIVALENT | {"lost": lost} for lost in range(3)]}),
    ]),
    "patterns": ("before_merges?sample=points", PATTERNS, [
        *(("press", ".alternative", 1), ("press", ".alternative", 1), ("press", ".alternative", 3)),
        *(("press", ".pattern button", 2), ("press", ".alternative"), ("draw", {"lang": "zh"})),
    ]),
    "rows-of-cuts": ("before_merges", ROWS, []),
    "rows-in-a-list": ("across", ROWS, [("draw", remarked)]),
    "rows-with-bars": ("unigram", ROWS, [
        *(("draw", later_rows), ("draw", rows_of_two), ("draw", rows_of_three)),
        ("draw", rows_with_last),
    ]),
    "rulers": ("bytes", RULERS, [
        *(("set", ".mount", "clientWidth", 345), ("draw", {"is_cut": True})),
        *(("set", ".mount", "clientWidth", 900), ("draw", HEBREW)),
        *(("set", ".mount", "clientWidth", 500), ("draw", {"bytes": []})),
    ]),
    "alphabet": ("bytes", ALPHABET, [
        *(("point", ".letter", 65), ("draw", {"spelled": "the start"})),
        ("focus", ".letter", 97), *[("key", f"Arrow{way}") for way in ("Right", "Down", "Up")],
        *[("focus", ".letter", byte) for byte in (0x93, 0xE5, 0xFF)],
        *(("key", "ArrowRight"), ("point", ".never"), ("point", ".alphabet")),
        ("draw", {"listed": [LISTED]}),
    ]),
    "arriving": ("bytes", ARRIVING, [PLAY, *[("tick",)] * 4, PREVIOUS]),
    "rows-of-bytes": ("bytes", ROWS, []),
    "quiz": ("quiz", QUIZ, [
        *(("press", ".choice"), ("press", ".moves .main"), ("press", ".choice", 1)),
        *(("press", ".dots button", 9), ("press", ".moves .main")),
        *(("press", ".quiz .moves button"), ("draw", {"name": "other", "at_once": False})),
        *(("press", ".choice", 2), ("press", ".choice", 3), ("press", ".moves .main")),
        *(("draw", {"name": "third", "answers": "0123012301"}), ("press", ".moves .main")),
        *(("press", ".quiz .moves button", 1), ("wait",), ("press", ".choice")),
        ("draw", {"name": "third", "lang": "zh"}),
    ]),
    "quiz-on-mistakes": ("quiz?about=mistakes", QUIZ, [
        *(("press", ".choice"), ("press", ".moves .main")),
    ]),
    "quiz-in-a-room": ("quiz?view=present", QUIZ, [
        *(("press", ".moves button", -1), ("hear", None), ("hear", {"opened": OPENED})),
        *(hear("waiting", 0, ballot=None, past=[PAST[0] | {"step": 1}]), ("press", ".dots button")),
        ("press", ".quiz .moves .main"),
        *(hear("shown", **WRITTEN), ("press", ".moves button"), ("hear", DID)),
        *(("press", ".dots button", 9), hear("voting", **WRITTEN | {"rounds": None})),
        ("key", "PageDown"),
        hear("shown", **WRITTEN | {"ballot": WRITTEN["ballot"] | {"step": 10}}),
        *(("press", ".moves button"), ("hear", DID)),
    ]),
    "small-file": ("encode?lang=zh", "components/fields/file_field.js", [
        *(("draw", {"limit": 1, "digest": "c"}), ("choose", "input", ["large.json", "{}"])),
        *(("draw", {"limit": 1, "digest": "c"}), BUTTON, ("draw", {"limit": 1}), ("draw", {})),
        *(("focus", "input"), ("choose", "input", ["a.json", "{}"]), ("draw", {"digest": "d"})),
        *(("choose", "input", ["b.json", "[]"]), ("draw", {"digest": "d"})),
        *(("draw", {"digest": "e"}), ("draw", {"session": "another"})),
        *(("draw", {"session": "another", "digest": "e"}), BUTTON, ("draw", {"session": "third"})),
    ]),
    "typed-text": ("encode?lang=zh", "components/fields/input_text.js", [
        ("draw", {"limit": 5}), ("write", "textarea", "hug"), ("write", "textarea", "hug pug"),
        ("draw", {"content": "pug", "limit": 5}),
        *(("wait",), ("draw", {"content": "hug p", "limit": 5}), ("draw", {"content": "bun"})),
    ]),
    "files": ("wild?lang=zh", "components/vocabularies/tokenizer_upload.js", [
        ("draw", {"lacking": [{"digest": "d", "name": "lost.json"}]}), ("settle",),
        ("draw", {"held": [{"digest": "d", "name": "lost.json"}]}), ("draw", {"session": "new"}),
    ]),
    "ask-again": ("course?lang=zh", "components/lesson_end/ask_again.js", [
        ("draw", {"questions": [{
            "name": "ties", "lesson": "train", "ask": "Why?", "right": 1,
            "choices": [["a", "no"], ["b", "yes"]],
        }]}),
        ("press", ".choice"), ("press", ".choice", 1),
    ]),
    "way": ("course", "lessons/course/way.js", [("press", ".way a", 1)]),
    "print-button": ("worksheet?lang=zh", "lessons/worksheet/print_button.js", [BUTTON]),
    "settings-button": ("train?lang=zh", "components/sidebar/settings_button.js", [
        BUTTON,
    ]),
    "sending": ("train?corpus=own&lang=zh", "components/fields/own_text_transfer.js", [
        *(("lay",), ("hand", "hug"), ("wait",), BUTTON, ("draw", {})),
    ]),
    "follower": ("train?corpus=hug&step=1", "components/walk_follower/walk_follower.js", [
        *(("walk", {"step": 3}), ("draw", {"step": 3}), ("walk", {"step": 4}), ("wait",)),
        *(("walk", {"step": 0}), ("wait",), ("draw", {"step": 2}), ("walk", {"step": 2})),
        *(("draw", {"step": 2}), ("walk", {"step": 1})),
    ]),
    "end-of-a-lesson": ("train", END, [
        *[("press", ".choice", place) for place in (*range(4), *range(12))],
        *(("draw", {"lesson": "bytes"}), ("press", "button.primary")),
    ]),
}  # fmt: skip


#: A word with a character that cannot be seen, among others.
UNSEEN = encode_text("hu\u200bg 10\npu\u200bg 5\npun 12\nbun 4")


@pytest.mark.parametrize(
    ("link", "component", "acts"),
    [
        *[("train?", STEPPER, [ALL, LAST]), ("unigram?", STEPPER, []), ("picky?", EVENTS, [NEXT])],
        *[("side_by_side?", THREE, []), ("encode?", ENCODER, []), ("code?", PROGRAM, [NEXT])],
        *[("before_merges?", CUTS, []), ("before_merges?", ROWS, []), ("model?", BIGRAMS, [NEXT])],
        *[("unigram?", LATTICE, []), ("bytes?", ALPHABET, [])],
        ("quiz?seed=13&", QUIZ, [("press", ".dots button", 9), ("press", ".moves .main")]),
    ],
)
def test_what_cannot_be_seen_is_named(
    all_vocabularies: None, draw: Draw, link: str, component: str, acts: list[tuple[Any, ...]]
) -> None:
    sent = sent_to(component, f"{link}text={UNSEEN}&input={UNSEEN}")
    ((shown,),) = draw(component, sent.bytes or json.loads(sent.json), *acts, ("read", ".mount"))
    assert "⟨U+200B⟩" in shown
    assert "\u200b" not in shown


@cache
def visited(link: str) -> Visitor:
    """A lesson as it is opened, or once a button is pressed there."""
    link, _, button = link.partition(" > ")
    lesson, _, parameters = link.partition("?")
    visitor = Visitor(lesson, **dict(parse_qsl(parameters)))
    if button:
        wait_for(visitor, lambda: button in {each.label for each in visitor.app.button})
        visitor.press(button)
    return visitor


def sent_to(component: str, link: str) -> Any:
    """The first component of this module in a lesson as it is opened: its message."""
    page, name, found = visited(link), Path(component).stem, []

    def is_drawn() -> bool:
        drawn = (element.proto for element in page.app.get("bidi_component"))
        found[:] = [proto for proto in drawn if proto.component_name == name]
        return bool(found)

    wait_for(page, is_drawn)
    return found[0]


#: Milliseconds since 1970, keys of traces, and numbers by chance.
VARYING = re.compile(r"\b1\d{12}\b|(?:sample|own)[0-9a-f]{32}|\b0\.\d{12,}")


def written(part: object) -> str:
    return part.__name__ if callable(part) else str(part)


def news(told: list[Any], kept: list[Any], delays: list[str]) -> list[str]:
    """List what Python and a room were told until then, what is kept, and what comes later."""
    lines = [f"told {name} {json.dumps(value, ensure_ascii=False)}" for name, value in told]
    lines += [f"kept in the tab: {name} {value}" for name, value in kept]
    lines += [f"comes {delay}" for delay in delays]
    return [VARYING.sub("…", line) for line in lines]


@pytest.mark.parametrize("story", STORIES)
def test_it_is_drawn_as_it_was(all_vocabularies: None, draw: Draw, story: str) -> None:
    link, component, acts = STORIES[story]
    lesson = link.split("?")[0].split()[0]
    sent = sent_to(component, link)
    data = json.loads(sent.bytes or sent.json)

    def act(how: str, *what: Any) -> tuple[Any, ...]:
        if how != "draw":
            return how, *what
        return how, data | (what[0](data) if callable(what[0]) else what[0])

    acts = [*acts, ("wait",)]
    done = [("settle",), *(act(*each) for each in acts)]
    looks = ("settle",), ("outline",), ("told",), ("kept",), ("delays",)
    asked = [each for act in done for each in (act, *looks)]
    again = next((act for act in reversed(done) if act[0] == "draw"), ("draw", data))
    answers = answers_about(data.get("key")) | answers_about((data.get("fork") or data).get("key"))
    asked += again, ("settle",), ("outline",)
    *seen, now = draw(component, sent.bytes or data, *asked, traces=answers)
    # Drawn again, it stays as it is, whatever the order of its classes.
    assert list(map(sorted, now)) == list(map(sorted, seen[-4]))
    looked = zip(*[seen[k::4] for k in range(4)], strict=True)
    shown = [[*each, *news(*more)] for each, *more in looked]
    lines = [*shown[0]]
    for each, before, after in zip(acts, shown, shown[1:], strict=False):
        lines += ["", " ".join(map(written, each)), *changed(before, after)]
    compare_with_kept(lines, OUTLINES / f"{lesson}.outline", story)
