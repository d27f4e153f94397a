"""Training of a text that has just come begins before the page is drawn."""

from typing import Any

import pytest

from bpe_core.specification import TrainingSpecification
from pages.components.training import training_progress
from pages.components.training.training_progress import begin_early
from pages.lessons import LESSONS
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest

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
    monkeypatch.setattr(training_progress, "_last_request", Kept(asked_before))
    monkeypatch.setattr(training_progress.state, "lesson", lambda: TRAIN)
    monkeypatch.setitem(training_progress._REQUESTS, "bpe", lambda: asked)
    monkeypatch.setattr(training_progress.traces, "find", lambda asked: None)
    monkeypatch.setattr(training_progress.traces, "ask", begun.append)
    begin_early()
    assert begun == ([LONG] if begins else [])
