"""All kinds of questions, and drawing some of them. The same seed gives the same quiz."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from types import ModuleType

from classroom import (
    cost_questions,
    count_questions,
    letter_questions,
    merge_questions,
    vocabulary_questions,
)
from classroom.hand import Hand, Kind, NotHereError
from classroom.values import Question


def _kinds(*modules: ModuleType) -> dict[str, Kind]:
    """The functions of some modules that ask a question, by their names."""
    return {
        name: partial(_ask, name, each)
        for module in modules
        for name, each in vars(module).items()
        if getattr(each, "__annotations__", {}).get("return") is Question and name[0] != "_"
    }


def _ask(kind: str, template: Kind, hand: Hand, random: Random) -> Question:
    return replace(template(hand, random), kind=kind)


#: Every template about a training, by the name of its question. A quiz that was drawn once is drawn
#: again from its seed as long as the order stays.
KINDS = _kinds(count_questions, merge_questions, vocabulary_questions)
#: Every template on what a model sees of a text. Unlike in the questions on a training, most wrong
#: answers here have a belief behind them, and the page explains where it fails.
SEEN_KINDS = _kinds(letter_questions, cost_questions)


def draw_questions(
    hand: Hand, *, seed: int, size: int, kinds: Mapping[str, Kind] = KINDS
) -> list[Question]:
    """At most `size` questions, all of different kinds; fewer if the words do not allow more."""
    random = Random(seed)
    drawn: list[Question] = []
    for kind in random.sample(list(kinds), len(kinds)) if hand.is_clear else ():
        if len(drawn) == size:
            break
        try:
            drawn.append(kinds[kind](hand, random))
        except NotHereError:
            continue
    return drawn
