"""Look up the trace of a requested training, train it here, or queue it for a worker."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.train import AnyTrace
from bpe_core.worker.handover import unpack
from bpe_core.worker.job import Job
from bpe_core.worker.process import start_worker
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest
from server.settings import MEGABYTE, settings
from server.stores.bounded import Presence
from server.stores.traces import TraceStore
from server.streamlit_internals.reruns import draw_page
from server.streamlit_internals.sessions import is_connected, session_id
from server.workers.jobs import JobQueue, Training
from server.workers.processes import ReadyWorker

#: A worker is stopped, whatever it does, after this many times a training's time limit.
LIMIT_FACTOR = 2.5

T = TypeVar("T", bound=AnyTrace)
#: The stores for everybody and for each session's own traces.
SAMPLES = TraceStore()
OWN_TEXTS = TraceStore(most_bytes=settings().trace_megabytes * MEGABYTE)


def _store(key: str) -> TraceStore:
    return OWN_TEXTS if key.startswith(OWN) else SAMPLES


def _deliver(key: str, data: bytes, sessions: set[str]) -> None:
    _store(key).put(key, unpack(data), sessions if key.startswith(OWN) else None)


def draw_watching_pages(training: Training) -> None:
    """Redraw the pages that show this training's progress; they check only now and then."""
    for session in list(training.watching):
        draw_page(session, partial(training.is_watched_by, session))


READY = ReadyWorker(partial(start_worker, "-m", "bpe_core.worker.job"))
QUEUE = JobQueue(
    _deliver,
    start=READY.take,
    tell_over=draw_watching_pages,
    is_alive=is_connected,
    workers=settings().workers,
    # The worker's own limit comes first; this one is for a worker that spins.
    time_limit=LIMIT_FACTOR * settings().training_seconds,
)
PRESENCE = Presence(is_connected)


def find(request: TrainingRequest) -> AnyTrace | None:
    """The trace with these settings if the store holds it."""
    return _store(request.key).get(request.key, _owner(request))


def trace_by_key(key: str) -> AnyTrace | None:
    """The trace with this key if a store holds it."""
    return _store(key).get(key)


def merges_by_key(key: str) -> Trace | None:
    """The same, only for a training by merges."""
    trace = trace_by_key(key)
    return trace if isinstance(trace, Trace) else None


def shown_trace(key: str, kind: type[T]) -> T:
    """The trace of a part that reruns alone; if no store holds it now, all is drawn again."""
    trace = trace_by_key(key)
    if not isinstance(trace, kind):
        st.rerun()
    return trace


def piece_by_key(key: str, number: int, make: Callable[[AnyTrace, int], bytes]) -> bytes | None:
    """One piece of the walk over a trace, gzipped; None if no store holds the trace.

    `make` is called for a piece that nobody has requested before.
    """
    return _store(key).piece(key, number, make)


def train_here(request: TrainingRequest) -> AnyTrace:
    """Train now, in this thread, for small trainings. Raises a `BpeError`."""
    return _store(request.key).get_or_train(request.key, request.train, _owner(request))


def _owner(request: TrainingRequest) -> str | None:
    return session_id() if request.is_own else None


def ask(request: TrainingRequest) -> Training:
    """This session's place in the queue, for the training of these settings."""
    specification, text = request.source()
    job = Job(
        specification,
        time_limit=float(settings().training_seconds),
        memory_limit=settings().training_memory_megabytes * MEGABYTE,
    )
    return QUEUE.want(session_id(), request.key, job, text)


def sweep() -> None:
    """Drop everything that belongs to sessions that have ended."""
    QUEUE.sweep()
    OWN_TEXTS.forget(PRESENCE.is_gone)
