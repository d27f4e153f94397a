"""A learner's own pattern in its queue, with real processes."""

import json
from functools import partial

import pytest

from bpe_core.errors import BpeError
from bpe_core.worker.job import OutOfMemoryError
from bpe_core.worker.own_pattern import PatternJob, PatternStoppedError, PatternSyntaxError
from pages.lessons.before_merges.own_pattern import _in_words
from server.workers.jobs import JobQueue, Phase, WallLimitError, WorkerDiedError
from server.workers.ready_worker import start_worker

PATIENCE = 30  # seconds: a worker needs less than one, a busy machine more


def queue(wall_limit: float, delivered: dict[str, bytes]) -> JobQueue:
    def deliver(key: str, data: bytes, _sessions: set[str]) -> None:
        delivered[key] = data

    start = partial(start_worker, "-m", "bpe_core.worker.own_pattern")
    return JobQueue(deliver, wall_limit=wall_limit, start=start)


def test_the_places_are_delivered() -> None:
    delivered: dict[str, bytes] = {}
    task = queue(PATIENCE, delivered).want("me", "key", PatternJob(r"\w+"), "to 哈哈")
    assert task.over.wait(PATIENCE)
    assert (task.phase, json.loads(delivered["key"])) == (Phase.DONE, [[0, 2], [3, 5]])


def test_a_process_that_goes_on_is_ended() -> None:
    """Here it ends after half a second, long before it would give up by itself."""
    task = queue(0.5, {}).want("me", "key", PatternJob("(a|a)+b"), "a" * 2_000)
    assert task.over.wait(PATIENCE)
    assert isinstance(task.error, WallLimitError)


@pytest.mark.parametrize(
    "error", [WallLimitError(seconds=3), WorkerDiedError(), OutOfMemoryError()]
)
def test_whatever_ended_it_is_said_of_a_pattern(error: BpeError) -> None:
    assert isinstance(_in_words(error), PatternStoppedError)


def test_a_fault_of_the_pattern_is_told_as_it_is() -> None:
    error = PatternSyntaxError(pattern="(", position=2)
    assert _in_words(error) is error
