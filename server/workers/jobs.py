"""A queue of jobs for worker processes, in which each session has one place.

Heavy work in a thread of the server slows every visitor, and can't be stopped. Here each job runs
in its own process (`bpe_core.worker.job`), one for every two processors, first come, first served.
A session has one place: its newest job wins, and the previous one is dropped or stopped. Sessions
that want the same training share one job. Unlike `multiprocessing` this starts nothing but the
worker, and unlike an executor it survives a worker that dies.

Throughout, a *session* is the name of whoever wants a job. A *key* identifies a job's result: two
jobs with the same key give the same result.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from weakref import WeakSet

from bpe_core.errors import BpeError
from bpe_core.worker.job import (
    ERROR,
    PROGRESS,
    TRACE,
    Task,
    TrainingFailedError,
    encode_job,
    error_of,
)
from bpe_core.worker.process import end_worker, read_record
from server.workers.processes import StartWorker, Watch

LOGGER = logging.getLogger("merge_by_merge")
#: Seconds that a worker may compute, whatever it is doing; its own time limit is shorter.
TIME_LIMIT = 150.0
#: Seconds between two checks for sessions that have ended, while a job runs.
SECONDS_PER_SWEEP = 1.0

_QUEUES: WeakSet[JobQueue] = WeakSet()


class WorkerDiedError(BpeError):
    """The worker process ended without an answer: stopped from outside, or out of memory."""

    template = (
        "The training was stopped before it finished: the server ran out of memory, or somebody "
        "stopped it. Train again, or use a shorter text or fewer merges."
    )


class WorkerSlowError(BpeError):
    """The worker was stopped because it computed for too long."""

    template = (
        "This training took longer than the limit of {seconds} seconds, so it was stopped. Use a "
        "shorter text or fewer merges."
    )


class WorkerSilentError(BpeError):
    """The worker was stopped because it hung, or computed without reporting progress."""

    template = (
        "The training stopped making progress, so it was cancelled. Train again, or use a "
        "shorter text or fewer merges."
    )


class Phase(Enum):
    """The state of a job, or of a question to a file (`server.stores.model_files`)."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class JobProgress:
    """How far a running job is: the worker's stages are `count`, `train` and `tables`."""

    stage: str = "count"
    done: int = 0
    total: int | None = None


@dataclass(eq=False)
class Training:
    """One job in the queue, as a page reads it."""

    key: str
    job: Task
    text: str | None  # None once the worker has it
    sessions: set[str] = field(default_factory=set)
    phase: Phase = Phase.WAITING
    progress: JobProgress = field(default_factory=JobProgress)
    error: BpeError | None = None
    begun: float = 0.0  # by the clock of `monotonic`, once it runs
    process: subprocess.Popen[bytes] | None = None
    over: threading.Event = field(default_factory=threading.Event)
    watching: set[str] = field(default_factory=set)  # sessions whose pages show its progress

    def __post_init__(self) -> None:
        self.size = len(self.text or "")

    @property
    def is_live(self) -> bool:
        return self.phase in (Phase.WAITING, Phase.RUNNING)

    def is_watched_by(self, session: str) -> bool:
        """Whether the session wants this job and its page shows the progress."""
        return session in self.watching and session in self.sessions


#: Receives a trace's bytes, with the key and the sessions that want it, before the job is done.
Deliver = Callable[[str, bytes, set[str]], None]
IsAlive = Callable[[str], bool]


def close_queues() -> None:
    """Stop every job of every queue, so that no worker outlives the server."""
    for queue in list(_QUEUES):
        queue.close()


class JobQueue:
    """The queue. Its threads live only while there is work: one for each running worker.

    `start` returns a worker process; `tell_over` is called with each job that has run to its end.
    """

    def __init__(
        self,
        deliver: Deliver,
        *,
        start: StartWorker,
        tell_over: Callable[[Training], None] = lambda training: None,
        is_alive: IsAlive = lambda session: True,
        workers: int | None = None,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        self._deliver = deliver
        self._is_alive = is_alive
        self._workers = workers or max(1, (os.cpu_count() or 1) // 2)
        self._time_limit = time_limit
        self._start = start
        self._tell_over = tell_over
        self._lock = threading.RLock()
        self._places: dict[str, Training] = {}  # the newest job of each session, over or not
        self._waiting: list[Training] = []
        self._running: list[Training] = []
        self._threads = 0
        _QUEUES.add(self)

    def want(self, session: str, key: str, job: Task, text: str) -> Training:
        """The job for `key`, which now has this session's place: an existing job, or a new one.

        The session's previous job is dropped, unless others want it too, and a new job takes over
        its place in the queue. A job that has failed or was cancelled is returned as it is: call
        `leave` first to try again.
        """
        with self._lock:
            mine = self._places.get(session)
            if mine and mine.key == key and mine.phase is not Phase.DONE:
                return mine
            index = self._give_up(session)
            live = (training for training in self._live() if training.key == key)
            training = next(live, None)
            if training is None:
                training = Training(key, job, text)
                self._waiting.insert(len(self._waiting) if index is None else index, training)
            training.sessions.add(session)
            self._places[session] = training
            self._start_threads()
            return training

    def place_of(self, training: Training) -> int:
        """How many jobs are ahead of this one, not counting running ones; 0 for the first."""
        with self._lock:
            return self._waiting.index(training) if training in self._waiting else 0

    def cancel(self, session: str) -> None:
        """Stop the session's job, unless others want it too. Its place remembers the cancelling."""
        with self._lock:
            mine = self._places.get(session)
            if mine is None or not mine.is_live:
                return
            self._give_up(session)
            cancelled = Training(mine.key, mine.job, None, {session}, Phase.CANCELLED)
            cancelled.over.set()
            self._places[session] = cancelled

    def leave(self, session: str) -> None:
        """Forget the session, and stop its job if nobody else wants it."""
        with self._lock:
            self._give_up(session)

    def sweep(self) -> None:
        """Forget sessions that have ended."""
        with self._lock:
            for session in [name for name in self._places if not self._is_alive(name)]:
                self._give_up(session)

    def close(self) -> None:
        """Stop every job of this queue."""
        with self._lock:
            for session in list(self._places):
                self._give_up(session)

    def _live(self) -> list[Training]:
        return [training for training in (*self._running, *self._waiting) if training.is_live]

    def _give_up(self, session: str) -> int | None:
        """Take the session's place away; return the freed position in the queue, if any."""
        mine = self._places.pop(session, None)
        if mine is None:
            return None
        mine.sessions.discard(session)
        if mine.sessions or not mine.is_live:
            return None
        index = self._waiting.index(mine) if mine in self._waiting else None
        if index is not None:
            del self._waiting[index]
        _end(mine, Phase.CANCELLED)
        if mine.process is not None:
            mine.process.kill()
        return index

    # Worker threads

    def _start_threads(self) -> None:
        while self._threads < min(self._workers, len(self._running) + len(self._waiting)):
            self._threads += 1
            threading.Thread(target=self._work, name="training", daemon=True).start()

    def _work(self) -> None:
        while (training := self._take()) is not None:
            try:
                error = self._run(training)
            except Exception as fault:  # one bug must not stop the queue
                LOGGER.error("fault %s", type(fault).__name__)
                error = TrainingFailedError(name=type(fault).__name__)
            self._finish(training, error)
            try:
                self._tell_over(training)
            except Exception as fault:  # nor change how the job ended
                LOGGER.error("fault %s", type(fault).__name__)

    def _take(self) -> Training | None:
        """The next job; None if there is none, in which case the calling thread is signed off."""
        self.sweep()
        with self._lock:
            if not self._waiting:
                self._threads -= 1
                return None
            training = self._waiting.pop(0)
            training.phase = Phase.RUNNING
            training.begun = monotonic()
            self._running.append(training)
            return training

    def _run(self, training: Training) -> BpeError | None:
        """Start a worker, hand it its job, and read its reports until it ends.

        Returns the error that it ended with, if any.
        """
        process = self._start()
        with self._lock:  # if it has been cancelled meanwhile, the worker gets no job, and ends
            training.process = process
        watch = Watch(process, self._time_limit)
        try:
            _send(process, _encoded(training))
            error = self._read(training, process, watch)
        finally:
            watch.stop()
            end_worker(process)
        return self._why_it_died(watch) if isinstance(error, WorkerDiedError) else error

    def _why_it_died(self, watch: Watch) -> BpeError:
        if watch.reason == "slow":
            return WorkerSlowError(seconds=round(self._time_limit))
        return WorkerSilentError() if watch.reason == "silent" else WorkerDiedError()

    def _read(
        self, training: Training, process: subprocess.Popen[bytes], watch: Watch
    ) -> BpeError | None:
        """Read the worker's records; return the error that it ended with, or None."""
        assert process.stdout is not None
        swept = monotonic()
        while True:
            kind, record = read_record(process.stdout)
            watch.note_report()
            if kind == PROGRESS:
                training.progress = JobProgress(**json.loads(record))
            elif kind == TRACE:
                watch.stop()
                with self._lock:
                    sessions = set(training.sessions)
                if sessions:  # all may have left while the trace came
                    self._deliver(training.key, record, sessions)
                return None
            elif kind == ERROR:
                return error_of(record)
            else:
                return WorkerDiedError()
            if monotonic() - swept > SECONDS_PER_SWEEP:
                self.sweep()
                swept = monotonic()

    def _finish(self, training: Training, error: BpeError | None) -> None:
        outcome = type(error).__name__ if error else "done"
        seconds = monotonic() - training.begun
        LOGGER.info("training %s in=%d s=%.1f", outcome, training.size, seconds)
        with self._lock:
            if training in self._running:
                self._running.remove(training)
            if training.phase is not Phase.CANCELLED:
                training.error = error
                _end(training, Phase.FAILED if error else Phase.DONE)
            training.process = None


def _end(training: Training, phase: Phase) -> None:
    training.phase = phase
    training.text = None
    training.over.set()


def _encoded(training: Training) -> list[bytes]:
    """The worker's input; nothing if the job has been cancelled in the meantime."""
    text, training.text = training.text, None
    return [] if text is None else encode_job(training.job, text)


def _send(process: subprocess.Popen[bytes], job: list[bytes]) -> None:
    assert process.stdin is not None
    # If the worker dies meanwhile, reading from it will reveal that.
    with suppress(BrokenPipeError):
        process.stdin.writelines(job)
        process.stdin.close()
