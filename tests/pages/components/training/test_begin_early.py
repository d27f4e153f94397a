"""Training of a text that has just come begins before the page is drawn."""

from typing import Any, NoReturn

import pytest

from bpe_core import Corpus, train_bpe
from bpe_core.specification import TrainingSpecification
from pages.components import training
from pages.components.training import begin_early
from pages.components.training.training_walk import counts_for
from pages.lessons import LESSONS
from pages.session.link import OWN
from pages.session.parameters import encode_text
from pages.session.training_request import TrainingRequest
from tests.pages.whole_app.visitor import Visitor

LONG = TrainingRequest(TrainingSpecification(num_merges=10), OWN, "hug pug " * 10_000, "long")
SHORT = TrainingRequest(TrainingSpecification(num_merges=10), OWN, "hug pug", "short")
TRAIN, UNIGRAM = LESSONS["train"], LESSONS["unigram"]


class Kept:
    """A value of the session, as it is kept."""

    def __init__(self, value: object) -> None:
        self._value = value

    def get(self) -> Any:
        return self._value


@pytest.mark.parametrize(
    ("asked", "asked_before", "begins"),
    [
        (LONG, (TRAIN, "bpe"), True),
        (SHORT, (TRAIN, "bpe"), False),  # the page trains it on the spot
        (LONG, (UNIGRAM, "unigram"), False),  # in another lesson
        (LONG, None, False),
        (LONG, (TRAIN, "side-by-side"), False),
    ],
)
def test_it_begins_as_this_lesson_asked_before(
    monkeypatch: pytest.MonkeyPatch, asked: TrainingRequest, asked_before: object, begins: bool
) -> None:
    begun: list[TrainingRequest] = []
    monkeypatch.setattr(training, "_last_request", Kept(asked_before))
    monkeypatch.setattr(training.state, "lesson", lambda: TRAIN)
    monkeypatch.setitem(training._REQUESTS, "bpe", lambda: asked)
    monkeypatch.setattr(training.traces, "find", lambda asked: None)
    monkeypatch.setattr(training.traces, "ask", begun.append)
    begin_early()
    assert begun == ([LONG] if begins else [])


class Uncut(str):
    """A text that must not be cut into words: for a large one, everybody would wait."""

    def split(self, *_how: object, **_named: object) -> NoReturn:
        raise AssertionError("was cut")


def test_words_whose_pairs_occur_once_get_counts() -> None:
    trace = train_bpe(Corpus.from_text("tea sun"))
    assert counts_for(trace, "tea sun") == "tea 4\nsun 3"


def test_a_text_with_a_pair_that_recurs_is_not_cut_into_words() -> None:
    trace = train_bpe(Corpus.from_text("tea tea"))
    assert counts_for(trace, Uncut("tea tea")) == ""


@pytest.mark.parametrize("view", ["", "locked"])
def test_counts_are_offered_unless_a_link_for_a_class_fixes_the_text(view: str) -> None:
    visitor = Visitor(text=encode_text("tea sun"), view=view)
    assert ("Add counts" in [button.label for button in visitor.app.button]) == (not view)
