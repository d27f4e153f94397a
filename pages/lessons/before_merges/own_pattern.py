"""A learner's own pattern on a page: a separate process cuts by it, within three seconds.

The processes have a queue separate from the training queue, so a pattern never waits for a
training. A pattern stays in the session and never goes into a link, so opening a link never runs
one.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from functools import partial

import streamlit as st

from bpe_core import BpeError
from bpe_core.worker.job import OutOfMemoryError
from bpe_core.worker.own_pattern import (
    TIME_LIMIT,
    WALL_LIMIT,
    PatternJob,
    PatternStoppedError,
    Span,
    check_pattern,
)
from bpe_core.worker.process import start_worker
from pages.session.language import _
from server.streamlit_internals.interruptible_wait import wait_interruptibly
from server.streamlit_internals.sessions import is_connected, session_id
from server.workers.jobs import (
    JobQueue,
    Training,
    WallLimitError,
    WorkerDiedError,
    WorkerSilentError,
)

#: Number of results kept for reuse; each is a list of places in at most one short text.
MOST_RESULTS = 64
#: Seconds that a page waits before it continues without the result, and between checks for it.
PATIENCE = 0.6
SECONDS_PER_LOOK = 0.5

_SECRET = secrets.token_bytes(32)
_results: OrderedDict[str, list[Span]] = OrderedDict()


def _deliver(key: str, data: bytes, _sessions: set[str]) -> None:
    _results[key] = [(start, end) for start, end in json.loads(data)]
    while len(_results) > MOST_RESULTS:
        _results.popitem(last=False)


QUEUE = JobQueue(
    _deliver,
    is_alive=is_connected,
    wall_limit=WALL_LIMIT,
    start=partial(start_worker, "-m", "bpe_core.worker.own_pattern"),
)


def cut_by_own(pattern: str, text: str) -> list[Span] | None:
    """Where the words of the pattern occur in the text; None while a process is still working.

    Raises a `BpeError` that says why there is no result.
    """
    check_pattern(pattern)
    key = _key(pattern, text)
    if key not in _results:
        task = QUEUE.want(session_id(), key, PatternJob(pattern), text)
        wait_interruptibly(task.over, PATIENCE)
        if task.is_live:
            _look_again(task)
        if task.error is not None:
            raise _in_words(task.error)
    return _results.get(key)


def _key(pattern: str, text: str) -> str:
    content = json.dumps([pattern, text]).encode()
    return hashlib.blake2b(content, key=_SECRET, digest_size=16).hexdigest()


def _in_words(error: BpeError) -> BpeError:
    """The error of a process that was stopped, worded for a pattern instead of a training."""
    ended = WallLimitError | WorkerDiedError | WorkerSilentError | OutOfMemoryError
    was_ended = isinstance(error, ended)
    return PatternStoppedError(seconds=TIME_LIMIT) if was_ended else error


@st.fragment(run_every=SECONDS_PER_LOOK)
def _look_again(task: Training) -> None:
    """Show a line and check whether the work is done. Only this fragment reruns until then."""
    if not task.is_live:
        st.rerun()
    st.caption(_("Your pattern is running."))
