"""Questions, other than trainings, that a page gives to a separate process to answer.

Answers are kept for later use, under keys that nobody can guess. Unlike trainings, which share a
queue and a store of traces, each kind of question has its own queue with one worker.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.worker.job import OutOfMemoryError, Task
from bpe_core.worker.process import start_worker
from pages.components.training.training_progress import show_progress
from pages.session.language import _, translate_error
from pages.session.traces import draw_watching_pages
from server.settings import MEGABYTE, settings
from server.streamlit_internals.reruns import wait_interruptibly
from server.streamlit_internals.sessions import is_connected, session_id
from server.workers.jobs import (
    JobProgress,
    JobQueue,
    Phase,
    Training,
    WallLimitError,
    WorkerDiedError,
    WorkerSilentError,
)

Answer = TypeVar("Answer")
#: Seconds that a page waits before it shows progress; small tasks are done by then.
PATIENCE = 0.9
_ENDED = WallLimitError | WorkerDiedError | WorkerSilentError | OutOfMemoryError


def memory_limit() -> int:
    """The most bytes that a process may use: as many as for a training."""
    return settings().training_memory_megabytes * MEGABYTE


class WorkerAnswers(Generic[Answer]):
    """One kind of question.

    - `module` answers it in a process; `read` turns what comes back into the answer
    - `most` answers are kept; a process is ended after `wall_limit` seconds, which the error
      `stopped` reports
    - `progress_text` describes the progress of a process in words
    """

    def __init__(
        self,
        module: str,
        read: Callable[[bytes], Answer],
        progress_text: Callable[[JobProgress], str],
        stopped: BpeError,
        *,
        most: int,
        wall_limit: int,
    ) -> None:
        self._read, self._progress_text, self._stopped, self._most = (
            read,
            progress_text,
            stopped,
            most,
        )
        self._secret = secrets.token_bytes(32)
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self.queue = JobQueue(
            self._deliver,
            is_alive=is_connected,
            workers=1,
            wall_limit=wall_limit,
            start=partial(start_worker, "-m", module),
            tell_over=draw_watching_pages,
        )

    def ask(self, name: list[str], task: Task, text: str) -> Answer | None:
        """The answer to the task with this name; None while it is not there.

        Then this has drawn the progress with a button to cancel, or what happened.
        """
        content = json.dumps(name).encode()
        key = hashlib.blake2b(content, key=self._secret, digest_size=16).hexdigest()
        if key not in self._answers:
            training = self.queue.want(session_id(), key, task, text)
            training.watching.discard(session_id())  # this run polls for the result itself
            wait_interruptibly(training.over, PATIENCE)
            self._draw_state(training)
        return self._answers.get(key)

    def _deliver(self, key: str, data: bytes, _sessions: set[str]) -> None:
        self._answers[key] = self._read(data)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)

    def _draw_state(self, training: Training) -> None:
        if training.is_live:
            show_progress(training, self._progress_text, self.queue)
        elif training.error is not None:
            st.error(translate_error(self.in_words(training.error)))
            if isinstance(training.error, _ENDED):  # any other error is the text's own
                self._offer_again()
        elif training.phase is Phase.CANCELLED:
            st.info(_("Cancelled."))
            self._offer_again()

    def in_words(self, error: BpeError) -> BpeError:
        """The error of a process that was ended, worded for this question, not for a training."""
        return self._stopped if isinstance(error, _ENDED) else error

    def _offer_again(self) -> None:
        st.button(_("Try again"), on_click=self.queue.leave, args=(session_id(),))
