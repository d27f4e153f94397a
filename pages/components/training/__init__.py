"""Training as a page sees it: the trace if there is one, and its progress otherwise.

A small training is done at once. A larger one goes to a worker process; in the meantime the page
shows its progress, checks it twice a second, and stays responsive. When the training is over, the
server redraws the page by itself. Unlike a spinner, which blocks the session until the end, this
can be left by a click on anything.

Other questions are answered by a separate process, too. Unlike trainings, which share a queue and a
store of traces, each kind of question has its own queue with one worker. Its answers are kept for
later use, under keys that nobody can guess.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import streamlit as st

from bpe_core import BpeError
from bpe_core.algorithms.train import AnyTrace
from bpe_core.worker.job import OutOfMemoryError, Task
from bpe_core.worker.process import start_worker
from pages.session import state, traces
from pages.session.language import N_, _, format_number, gettext, translate_error, with_figures
from pages.session.lesson import Lesson
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import SessionValue
from pages.session.traces import draw_watching_pages
from pages.session.training_request import (
    TrainingRequest,
    bpe_request,
    unigram_request,
    wordpiece_request,
)
from server.settings import MEGABYTE, settings
from server.streamlit_internals.reruns import wait_interruptibly
from server.streamlit_internals.sessions import is_connected, session_id
from server.workers.jobs import (
    JobProgress,
    JobQueue,
    Phase,
    Training,
    WorkerDiedError,
    WorkerSilentError,
    WorkerSlowError,
)

#: Seconds that a page waits before it shows progress, because a bar that flashes by is no help.
PATIENCE = 0.5
#: Seconds between two checks of the progress.
SECONDS_PER_LOOK = 0.5

#: The lesson and the training that a page last asked for.
_last_request = SessionValue[tuple[Lesson, str]]("last_asked_training")
#: Whether progress stands in a lesson in place of what is to come: what follows it would move.
progress_drawn = SessionValue[bool]("progress_drawn")
_REQUESTS = {"bpe": bpe_request, "wordpiece": wordpiece_request, "unigram": unigram_request}


class Trained(NamedTuple):
    """A trace, and the key under which the browser finds its pieces."""

    key: str
    trace: AnyTrace


def asks_for_text(request: TrainingRequest) -> bool:
    """Whether the learner's own text is still missing; if so, the page asks for it."""
    if request.lacks_text:  # for a moment also where the tab keeps one, which it then sends
        message = _(
            "Type or paste your text above, or choose another corpus. Links include texts of up to "
            "{limit} characters."
        )
        st.info(message.format(limit=format_number(TEXT_LIMIT)))
    return request.lacks_text


def begin_early() -> None:
    """Let a worker begin with a text that has just arrived, before the page is drawn for it.

    The training has the settings for which this lesson's page last asked. A page that now asks for
    something else takes this training's place in the queue.
    """
    lesson, algorithm = _last_request.get() or (None, "")
    if lesson is not state.lesson() or algorithm not in _REQUESTS:
        return
    request = _REQUESTS[algorithm]()
    if not request.is_small and traces.find(request) is None:
        traces.ask(request)


def trained(request: TrainingRequest) -> Trained | None:
    """Return the trace for these settings.

    Without one, draw a progress bar with "Cancel", or the error with "Train again", and return
    None.
    """
    _last_request.put((state.lesson(), request.specification.algorithm))
    trace = traces.find(request)
    if trace is None and request.is_small:
        try:
            trace = traces.train_here(request)
        except BpeError as error:
            st.error(translate_error(error))
            return None
    if trace is None:
        trace = _ask(request)
    if trace is None:
        return None
    # Whatever the session was waiting for, it has something else now.
    traces.QUEUE.leave(session_id())
    state.remember_shown()
    return Trained(request.key, trace)


def cached_or_trained(request: TrainingRequest) -> Trained | None:
    """Like `trained`, but if the trace is held, the session keeps waiting for another one."""
    trace = traces.find(request)
    return trained(request) if trace is None else Trained(request.key, trace)


def all_trained(wanted: Sequence[TrainingRequest]) -> list[Trained] | None:
    """The traces for all these settings, trained one after another; None while one is missing."""
    results = []
    for request in wanted:
        if (done := cached_or_trained(request)) is None:
            return None
        results.append(done)
    traces.QUEUE.leave(session_id())
    state.remember_shown()
    return results


def _ask(request: TrainingRequest) -> AnyTrace | None:
    """The trace if a worker is quick; otherwise None, and the progress has been drawn."""
    training = traces.ask(request)
    training.watching.discard(session_id())  # this run polls for the result itself
    if training.phase in (Phase.WAITING, Phase.RUNNING):
        wait_interruptibly(training.over, PATIENCE)
    if (trace := traces.find(request)) is not None:
        return trace
    if training.phase is Phase.CANCELLED:
        _offer_again(_("The training was cancelled."))
    elif training.error is not None:
        st.error(translate_error(training.error))
        _offer_again()
    else:
        show_progress(
            training, _TELLERS.get(request.specification.algorithm, partial(_stage, _MERGES))
        )
    return None


@st.fragment(run_every=SECONDS_PER_LOOK)
def show_progress(
    training: Training, describe: Callable[[JobProgress], str], queue: JobQueue = traces.QUEUE
) -> None:
    """Draw the bar and the text of `describe`. Only this runs again, until the training is over."""
    training.watching.add(session_id())  # before the check: from here on its end is reported
    if not training.is_live:
        st.rerun()
    progress_drawn.put(True)
    if training.phase is Phase.WAITING:
        place = format_number(queue.place_of(training) + 1)
        st.progress(
            0.0, _("Waiting for other trainings: yours is number {n} in the queue.", n=place)
        )
    else:
        st.progress(share_of(training.progress), describe(training.progress))
    st.button(
        _("Cancel"),
        key=f"cancel_training {training.key}",
        on_click=queue.cancel,
        args=(session_id(),),
    )


def share_of(progress: JobProgress) -> float:
    """How much of the work is done, from 0 to 1; 0 if that cannot be known."""
    if not progress.total:
        return 0.0
    return min(progress.done / progress.total, 1.0)


#: What is said of a training: the stages of a worker, and `begun`, where their number is not known.
_MERGES = {
    "count": N_("Training: counting the words and pairs of the text."),
    "begun": N_("Training: {done} merges learned."),
    "train": N_("Training: {done} of {total} merges learned."),
    "tables": N_("Training: {done} merges learned. Preparing the steps."),
}
_ROUNDS = {
    "count": N_("Training: counting the words and substrings of the text."),
    "begun": N_("Training: choosing the seed vocabulary."),
    "train": N_("Training: {done} of {total} rounds done."),
    "tables": N_("Training: {done} rounds done. Preparing to show them."),
}


def _stage(said: Mapping[str, str], progress: JobProgress) -> str:
    is_begun = progress.stage == "train" and progress.total is None
    sentence = gettext(said["begun" if is_begun else progress.stage])
    return with_figures(sentence, {"done": progress.done, "total": progress.total or 0})


def _three(progress: JobProgress) -> str:
    percent = round(100 * share_of(progress))
    return _("Training BPE, WordPiece and Unigram: {percent}% done.", percent=percent)


#: How to describe the progress of anything but a training by merges.
_TELLERS: dict[str, Callable[[JobProgress], str]] = {
    "unigram": partial(_stage, _ROUNDS),
    "side-by-side": _three,
}


def _offer_again(message: str = "") -> None:
    """Draw a way back to the previous walk, and a way to start again."""
    if message:
        st.info(message)
    with st.container(horizontal=True):
        st.button(
            _("Train again"),
            key="train_again",
            on_click=traces.QUEUE.leave,
            args=(session_id(),),
        )
        if state.can_go_back():
            st.button(_("Go back to what you saw before"), key="go_back", on_click=state.go_back)


Answer = TypeVar("Answer")
#: Seconds that a page waits for an answer; small tasks are done by then.
PATIENCE_FOR_ANSWERS = 0.9
_ENDED = WorkerSlowError | WorkerDiedError | WorkerSilentError | OutOfMemoryError


class WorkerAnswers(Generic[Answer]):
    """One kind of question.

    - `module` answers it in a process; `read` turns what comes back into the answer
    - `most` answers are kept; a process is ended when it has computed for `time_limit` seconds,
      which the error `stopped` reports
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
        time_limit: int,
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
            time_limit=time_limit,
            start=partial(start_worker, "-m", module),
            tell_over=draw_watching_pages,
        )

    def ask(self, name: list[str], task: Task, text: str) -> Answer | None:
        """The answer to the task with this name; None while it is not there.

        Its process may use as much memory as a training's. Without an answer, this has drawn the
        progress with a button to cancel, or what happened.
        """
        content = json.dumps(name).encode()
        key = hashlib.blake2b(content, key=self._secret, digest_size=16).hexdigest()
        if key not in self._answers:
            task = replace(task, memory_limit=settings().training_memory_megabytes * MEGABYTE)
            training = self.queue.want(session_id(), key, task, text)
            training.watching.discard(session_id())  # this run polls for the result itself
            wait_interruptibly(training.over, PATIENCE_FOR_ANSWERS)
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
