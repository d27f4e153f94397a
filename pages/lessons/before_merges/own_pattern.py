"""A learner's own pattern on a page: a separate process cuts by it, within three seconds.

A pattern never waits for a training, and it stays in the session: no link runs one.
"""

import json

from bpe_core.worker.own_pattern import (
    TIME_LIMIT,
    WALL_LIMIT,
    PatternJob,
    PatternStoppedError,
    Span,
    check_pattern,
)
from pages.components.training.worker_answers import WorkerAnswers
from pages.session.language import _

#: How many results are kept; each is a list of places in a short text.
MOST_RESULTS = 64


def _read(data: bytes) -> list[Span]:
    return [(start, end) for start, end in json.loads(data)]


ANSWERS = WorkerAnswers(
    "bpe_core.worker.own_pattern",
    _read,
    lambda _progress: _("Your pattern is running."),
    PatternStoppedError(seconds=TIME_LIMIT),
    most=MOST_RESULTS,
    wall_limit=WALL_LIMIT,
)


def cut_by_own(pattern: str, text: str) -> list[Span] | None:
    """Where the words of the pattern occur in the text; None while they are not known.

    Then this has drawn the progress, or what happened. Raises a `BpeError` for a pattern that
    cannot be used.
    """
    check_pattern(pattern)
    return ANSWERS.ask([pattern, text], PatternJob(pattern), text)
