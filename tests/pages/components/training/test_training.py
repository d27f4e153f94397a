"""A training begins before the page is drawn; what a worker does, and what ended it, is told."""

from collections.abc import Callable
from functools import partial
from typing import NoReturn
from unittest.mock import MagicMock, Mock

import pytest

from bpe_core import Corpus, train_bpe
from bpe_core.errors import BpeError, EmptyCorpusError
from bpe_core.specification import TrainingSpecification
from bpe_core.worker.job import OutOfMemoryError
from pages.components import training
from pages.components.training import begin_early
from pages.components.training.training_walk import counts_for
from pages.lessons import LESSONS
from pages.lessons.before_merges import pipeline
from pages.lessons.your_own_bpe import trainings
from pages.session.language import translate_error
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress, Phase, Training, WorkerSlowError

LONG = TrainingRequest(TrainingSpecification(num_merges=10), OWN, "hug pug " * 10_000, "long")
SHORT = TrainingRequest(TrainingSpecification(num_merges=10), OWN, "hug pug", "short")
TRAIN, UNIGRAM = LESSONS["train"], LESSONS["unigram"]
MERGES, ROUNDS = (partial(training._stage, each) for each in (training._MERGES, training._ROUNDS))


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
    monkeypatch.setattr(training, "_last_request", Mock(get=lambda: asked_before))
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
    """A text with a pair that recurs is not cut into words."""
    assert counts_for(train_bpe(Corpus.from_text("tea sun")), "tea sun") == "tea 4\nsun 3"
    assert counts_for(train_bpe(Corpus.from_text("tea tea")), Uncut("tea tea")) == ""


@pytest.mark.parametrize("answers", [pipeline.ANSWERS, trainings.ANSWERS])
@pytest.mark.parametrize("error", [WorkerSlowError(seconds=3), OutOfMemoryError(), None])
def test_a_process_that_was_ended_is_told_in_the_words_of_its_question(
    monkeypatch: pytest.MonkeyPatch, answers: training.WorkerAnswers, error: BpeError | None
) -> None:
    """Only that can be tried again, and what was cancelled; the text itself may be at fault."""
    own = EmptyCorpusError()
    monkeypatch.setattr(training, "session_id", lambda: "ann")
    monkeypatch.setattr(training.state, "can_go_back", lambda: False)
    for ended, says in ((error, answers._stopped), (own, own)):
        drawn = MagicMock()
        monkeypatch.setattr(training, "st", drawn)
        phase = Phase.FAILED if ended else Phase.CANCELLED
        over = Training("k", Mock(), "", phase=phase, error=ended)
        monkeypatch.setattr(training.traces, "ask", lambda _, over=over: over)
        assert training._ask(LONG) is None  # a training itself can always be begun again
        assert (drawn.error.called, drawn.button.called) == (ended is not None, True)
        drawn.reset_mock()
        answers._draw_state(over)
        if ended:
            drawn.error.assert_called_once_with(translate_error(says))
        assert drawn.info.called is (ended is None)
        assert drawn.button.called is (ended is not own)
    shows = Mock()
    monkeypatch.setattr(training, "show_progress", shows)
    answers._draw_state(running := Training("k", Mock(), ""))
    shows.assert_called_once_with(running, answers._progress_text, answers.queue)


@pytest.mark.parametrize(
    ("tell", "stage", "total", "said"),
    [
        (MERGES, "count", None, "Training: counting the words and pairs of the text."),
        (MERGES, "train", None, "Training: 3 merges learned."),
        (MERGES, "train", 1200, "Training: 3 of 1,200 merges learned."),
        (MERGES, "tables", 3, "Training: 3 merges learned. Preparing the steps."),
        (ROUNDS, "count", 3, "Training: counting the words and substrings of the text."),
        (ROUNDS, "train", None, "Training: choosing the seed vocabulary."),
        (ROUNDS, "train", 1200, "Training: 3 of 1,200 rounds done."),
        (ROUNDS, "tables", 3, "Training: 3 rounds done. Preparing to show them."),
        (training._three, "train", 40, "Training BPE, WordPiece and Unigram: 8% done."),
        (trainings._progress_text, "count", None, "Checking: counting the words and pairs"),
        (trainings._progress_text, "train", 1200, "Checking: 3 of 1,200 merges learned for"),
        (trainings._progress_text, "explain", 40, "Looking for an explanation: 3 of 40 kinds of"),
    ],
)
def test_what_a_worker_does_is_told(
    tell: Callable[[JobProgress], str], stage: str, total: int | None, said: str
) -> None:
    assert tell(JobProgress(stage, 3, total)).startswith(said)
