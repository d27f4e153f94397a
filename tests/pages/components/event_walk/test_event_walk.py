"""Each step of a walk over events as a learner reads it, drawn by the browser's own code."""

import json
from typing import Any

import pytest

from tests.pages.conftest import Draw
from tests.pages.whole_app.visitor import Visitor

WALK = "components/event_walk/event_walk.js"


@pytest.fixture(scope="module")
def walk() -> dict[str, Any]:
    """A walk with questions, as it is sent, and one more answer that is right."""
    sent = Visitor("picky", corpus="low", view="predict").walk
    asked = next(event["question"] for event in sent["events"] if event["question"])
    asked["right"] = [*range(len(asked["choices"]) - 1)]
    return sent


def bars(walk: dict[str, Any], of: dict[str, Any]) -> list[str]:
    rows = [row for panel in of["bars"] for row in panel]
    return [f"{drawn(walk, name)}{value}{label}" for name, _, value, label, *_ in rows]


def drawn(walk: dict[str, Any], what: Any) -> str:
    if isinstance(what, list):
        return "".join(drawn(walk, each) for each in what)
    return str(what if isinstance(what, str) else walk["tokens"][what])


def test_each_step_has_its_figures_and_bars_and_takes_each_right_answer(
    draw: Draw, walk: dict[str, Any]
) -> None:
    """Before the answer, the bars are those of the question: the others would tell it."""
    reads = [("read", what) for what in (".figures-now b", ".shares li", ".headline .chip")]
    for step, event in enumerate(walk["events"][:-1]):
        question = event["question"]
        start = json.dumps(walk | {"step": step}).encode()
        now = [f"{figure['values'][step]:,}" for figure in walk["figures"]]
        if not question:
            shown = draw(WALK, start, *reads)
            assert shown[:2] == [now, bars(walk, event)]
            continue
        for choice, text in enumerate(question["choices"]):
            pressed = ("press", ".question .choices button", choice)
            shown = draw(
                WALK,
                start,
                *reads,
                *(("read", ".choices button"), pressed, *reads, ("read", ".answer")),
            )
            assert shown[:2] == [now, bars(walk, question)]
            assert shown[3][choice] == drawn(walk, text)
            assert shown[5] == bars(walk, event)
            verdict = "Right." if choice in question["right"] else "Not right."
            assert shown[7] == [verdict]


@pytest.mark.parametrize("is_back", [False, True])
def test_a_walk_that_is_sent_again_stays_unless_the_learner_went_back(
    draw: Draw, walk: dict[str, Any], is_back: bool
) -> None:
    again = walk | {"visit": walk["visit"] + is_back, "step": 1}
    forward = ("press", "button.next")
    places = draw(
        WALK,
        json.dumps(walk | {"step": 0}).encode(),
        *[forward] * 3,
        *(("draw", again), ("value", "input.number")),
        *(forward, ("draw", again), ("value", "input.number")),
    )
    assert places == ([["1"], ["2"]] if is_back else [["3"], ["4"]])
