"""A diagnosis as a page meets it: asked for, on its way, and answered.

A process of its own compares what was handed in with the right training; the processes are a queue
beside that of the trainings. Nobody's code is run: a list of merges is all that is read.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from functools import partial

import streamlit as st

from bpe_core.diagnosis.diagnosis import Diagnosis
from bpe_core.diagnosis.errors import DiagnosisStoppedError
from bpe_core.diagnosis.job import DiagnosisJob
from bpe_core.diagnosis.record import from_record
from bpe_core.errors import BpeError
from bpe_core.text.corpus import Unit
from bpe_core.worker.job import OutOfMemoryError
from pages.components.training.training_progress import show_progress
from pages.lessons.your_own_bpe.hand_in import HandedIn
from pages.session.asked_training import AskedTraining
from pages.session.language import _, format_number, translate_error
from pages.session.traces import draw_watching_pages
from server.jobs import (
    JobProgress,
    JobQueue,
    Phase,
    Training,
    WallLimitError,
    WorkerDiedError,
    WorkerSilentError,
)
from server.ready_worker import start_worker
from server.settings import MEGABYTE, settings
from server.streamlit_internals.sessions import is_connected, session_id

#: Diagnoses that are kept for another look; that of 8,000 merges takes some 3 MB.
MOST_RESULTS = 32
#: Seconds that a diagnosis may take in all.
WALL_LIMIT = 90
#: Seconds that a page waits before it shows progress: a small diagnosis is there by then.
PATIENCE = 0.9

_SECRET = secrets.token_bytes(32)
_results: OrderedDict[str, Diagnosis] = OrderedDict()
_UNITS: dict[str, Unit] = {"c": "char", "b": "byte"}


def _deliver(key: str, data: bytes, _sessions: set[str]) -> None:
    _results[key] = from_record(json.loads(data), _UNITS[key[0]])
    while len(_results) > MOST_RESULTS:
        _results.popitem(last=False)


QUEUE = JobQueue(
    _deliver,
    is_alive=is_connected,
    workers=1,
    wall_limit=WALL_LIMIT,
    start=partial(start_worker, "-m", "bpe_core.diagnosis.job"),
    tell_over=draw_watching_pages,
)


def diagnosed(asked: AskedTraining, handed: HandedIn) -> Diagnosis | None:
    """How the merges compare with those that are asked for; None while that is not known.

    Then the progress with a button to cancel, or what happened, has been drawn.
    """
    key = _key(asked, handed)
    if key not in _results:
        specification, text = asked.source()
        memory = settings().training_memory_megabytes * MEGABYTE
        job = DiagnosisJob(handed.text, specification, memory_limit=memory)
        task = QUEUE.want(session_id(), key, job, text)
        task.over.wait(PATIENCE)
        _say_how_far(task)
    return _results.get(key)


def _key(asked: AskedTraining, handed: HandedIn) -> str:
    """A name that nobody can guess; its first letter is that of the unit."""
    said = json.dumps([asked.key, handed.digest]).encode()
    return asked.specification.unit[0] + hashlib.blake2b(said, key=_SECRET).hexdigest()


def _say_how_far(task: Training) -> None:
    if task.is_live:
        show_progress(task, _told, QUEUE)
    elif task.error is not None:
        st.error(translate_error(in_words(task.error)))
        _offer_again()
    elif task.phase is Phase.CANCELLED:
        st.info(_("The check was cancelled."))
        _offer_again()


def _offer_again() -> None:
    st.button(_("Check again"), on_click=QUEUE.leave, args=(session_id(),))


def in_words(error: BpeError) -> BpeError:
    """The error of a process that was ended, said of a check and not of a training."""
    ended = WallLimitError | WorkerDiedError | WorkerSilentError | OutOfMemoryError
    return DiagnosisStoppedError(seconds=WALL_LIMIT) if isinstance(error, ended) else error


def _told(progress: JobProgress) -> str:
    """What is being done."""
    if progress.stage == "count":
        return _("Checking: counting the words and pairs of the text.")
    total = format_number(progress.total or 0)
    done = format_number(progress.done)
    if progress.stage == "train":
        template = _("Checking: {done} of {total} merges learned for comparison.")
        return template.format(done=done, total=total)
    template = _("Looking for an explanation: {done} of {total} kinds of trainers tried.")
    return template.format(done=done, total=total)
