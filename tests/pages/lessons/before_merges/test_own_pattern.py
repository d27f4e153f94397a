"""The message about a pattern that was stopped, or is none."""

import pytest

from bpe_core.errors import BpeError
from bpe_core.worker.job import OutOfMemoryError
from bpe_core.worker.own_pattern import PatternStoppedError, PatternSyntaxError
from pages.lessons.before_merges.own_pattern import _in_words
from server.workers.jobs import WallLimitError, WorkerDiedError


@pytest.mark.parametrize(
    "error", [WallLimitError(seconds=3), WorkerDiedError(), OutOfMemoryError()]
)
def test_whatever_ended_it_is_said_of_a_pattern(error: BpeError) -> None:
    assert isinstance(_in_words(error), PatternStoppedError)


def test_a_fault_of_the_pattern_is_told_as_it_is() -> None:
    error = PatternSyntaxError(pattern="(", position=2)
    assert _in_words(error) is error
