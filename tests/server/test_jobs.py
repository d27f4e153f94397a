"""The queue of trainings: beside a naive one, whose workers the test drives, and with processes."""

import io
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bpe_core import BpeError
from bpe_core.errors import EmptyCorpusError
from bpe_core.specification import TrainingSpecification
from bpe_core.worker.handover import unpack
from bpe_core.worker.job import TRACE, Job, Report, TrainingFailedError, encode_job
from bpe_core.worker.process import read_record, start_worker
from server.workers import jobs as module
from server.workers.jobs import (
    SECONDS_PER_SWEEP,
    JobProgress,
    JobQueue,
    Phase,
    Training,
    WorkerDiedError,
    WorkerSilentError,
    WorkerSlowError,
    close_queues,
)
from tests.examples import examples

LONG = Job(TrainingSpecification(pre_tokenizer="none"))
QUICK = Job(TrainingSpecification(num_merges=2))
#: Takes many seconds without a limit; none of these tests waits for it to finish.
LONG_TEXT = random.Random(1).randbytes(250_000).hex()
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how a process is")
PATIENCE = 120  # seconds: a worker needs less than one, but gives way to all other processes


def training_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "training"]


def wait_until(true: Callable[[], bool], otherwise: str, pause: float = 0.01) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(pause)


class Worker:
    """A worker as the queue sees its process. It starts, and reports, when the test says so."""

    def __init__(self, last_words: bytes) -> None:
        self.given: list[bytes] = []
        self.said = b""
        self.awaited = 0  # bytes
        self.heard = 0  # records
        self.is_over = self.has_ended = self.is_watched = False
        self.reason: str | None = None
        self.stdin = SimpleNamespace(writelines=self.given.extend, close=self.read_job)
        self.stdout = SimpleNamespace(read=self.read, close=lambda: None)
        self._last_words = last_words  # are on their way when it is killed
        self._changed = threading.Condition()

    def read(self, size: int) -> bytes:
        with self._changed:
            self.awaited = size
            self._changed.wait_for(lambda: not self.is_awaited())
            self.awaited = 0
            answer, self.said = self.said[:size], self.said[size:]
            return answer

    def is_awaited(self) -> bool:
        """Whether the queue waits for it, and it says nothing."""
        return self.awaited > len(self.said) and not self.is_over

    def say(self, said: bytes, *, is_all: bool = False) -> None:
        with self._changed:
            self.said += said
            self.is_over = self.is_over or is_all
            self._changed.notify_all()

    def read_job(self) -> None:
        self.say(b"", is_all=not self.given)  # without a job, the server is gone

    def kill(self) -> None:
        if not self.is_over:
            self.say(self._last_words, is_all=True)

    def wait(self) -> None:
        self.has_ended = True

    def watch(self, limit: float) -> "Worker":
        assert limit == LIMIT
        self.is_watched = True
        return self

    def note_report(self) -> None:
        self.heard += 1

    def stop(self) -> None:
        self.is_watched = False


def record_of(write: Callable[..., None], *about: object) -> bytes:
    """A record, as a worker writes it."""
    stream = io.BytesIO()
    write(Report(stream), *about)
    return stream.getvalue()


SESSIONS, KEYS = ["ann", "bob", "cy", "dee"], "xyz"
LIMIT = 99.7
ANSWER, DAMAGED = (record_of(Report.record, TRACE, data) for data in (b"a", b"?"))
LIVE = {Phase.WAITING, Phase.RUNNING}
Shown = tuple[type[BpeError], dict[str, object]]
#: How a worker can end: what it says last, why it was ended, and the error that a page shows.
ENDS: list[tuple[bytes, str | None, Shown | None]] = [
    (ANSWER, None, None),
    (DAMAGED, None, (TrainingFailedError, {"name": "ZeroDivisionError"})),
    (record_of(Report.error, EmptyCorpusError()), None, (EmptyCorpusError, {})),
    (b"", None, (WorkerDiedError, {})),
    (ANSWER[:-1], None, (WorkerDiedError, {})),
    (b"", "slow", (WorkerSlowError, {"seconds": 100})),
    (b"", "silent", (WorkerSilentError, {})),
]


@dataclass(eq=False)
class Wanted:
    """A job of the naive queue; `real` is that of the other one, once somebody has it."""

    key: str
    sessions: set[str] = field(default_factory=set)
    phase: Phase = Phase.WAITING
    real: Training | None = None
    error: Shown | None = None
    progress: JobProgress = field(default_factory=JobProgress)
    watching: set[str] = field(default_factory=set)
    has_worker: bool = False
    reports: int = 0
    begun: float = 0.0
    swept: float = 0.0

    @property
    def text(self) -> str:
        return f"hug {self.key}"

    @property
    def worker(self) -> Worker:
        assert self.real
        assert isinstance(self.real.process, Worker)
        return self.real.process


class Queues(RuleBasedStateMachine):
    """Anybody wants anything at any time, and workers do anything. A naive queue runs beside it.

    Nothing happens by itself: the test holds the clock, and waits after each act until every thread
    of the queue waits for its worker.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.alive = set(SESSIONS)
        self.workers: list[Worker] = []
        self.seen: list[tuple[object, ...]] = []
        self.expected: list[tuple[object, ...]] = []
        self.all: list[Wanted] = []
        self.place: dict[str, Wanted] = {}
        self.line: list[Wanted] = []
        self.running: list[Wanted] = []
        self.ending: list[Wanted] = []  # their threads will learn about it
        log = logging.Handler()
        log.emit = lambda record: self.seen.append((record.getMessage(),))  # type: ignore[method-assign]
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(module, "monotonic", lambda: self.now)
        self.patch.setattr(module, "Watch", Worker.watch)
        self.patch.setattr(module.LOGGER, "handlers", [log])
        module.LOGGER.setLevel(logging.INFO)

    @initialize(
        most=st.sampled_from([1, 1, 2]), words=st.sampled_from([b"", ANSWER]), hears=st.booleans()
    )
    def opens(self, most: int, words: bytes, hears: bool) -> None:
        self.most, self.last_words, self.hears = most, words, hears
        self.queue = JobQueue(
            self.deliver,
            start=self.start,  # type: ignore[arg-type]
            tell_over=self.tell_over,
            is_alive=lambda session: session in self.alive,
            workers=most,
            time_limit=LIMIT,
        )

    def teardown(self) -> None:
        """When the server ends, the workers of all queues end."""
        try:
            close_queues()
            for session in [*self.place]:
                self.give_up(session)
            self.workers_start(fails=False)
            self.it_is_as_the_naive_one()
            assert not training_threads()
        finally:
            for worker in self.workers:
                worker.say(b"", is_all=True)
            wait_until(lambda: not training_threads(), "a thread is left over")
            module.LOGGER.setLevel(logging.NOTSET)
            self.patch.undo()

    # What the queue is given

    def start(self) -> Worker:
        self.workers.append(worker := Worker(self.last_words))
        if worker.read(1) == b"!":
            raise OSError
        return worker

    def deliver(self, key: str, data: bytes, sessions: set[str]) -> None:
        if data == b"?":
            raise ZeroDivisionError
        watched = sum(worker.is_watched for worker in self.workers)
        self.seen.append(("delivered", key, data, watched, *sorted(sessions)))

    def tell_over(self, job: Training) -> None:
        self.seen.append(("over", job.key, job.phase, job.over.is_set()))
        if not self.hears:
            raise AttributeError

    # What the naive queue does

    def give_up(self, session: str) -> int | None:
        """Take the session's place; return where in the line it was."""
        mine = self.place.pop(session, None)
        if mine is None:
            return None
        mine.sessions.discard(session)
        if mine.sessions or mine.phase not in LIVE:
            return None
        mine.phase = Phase.CANCELLED
        if mine in self.line:
            index = self.line.index(mine)
            self.line.remove(mine)
            return index
        if mine.has_worker:
            self.end(mine, "done" if self.last_words else "WorkerDiedError")
        return None

    def end(self, job: Wanted, outcome: str, error: Shown | None = None) -> None:
        if job.phase is not Phase.CANCELLED:
            job.phase, job.error = Phase.FAILED if error else Phase.DONE, error
        seconds = self.now - job.begun
        self.expected.append((f"training {outcome} in={len(job.text)} s={seconds:.1f}",))
        self.expected.append(("over", job.key, job.phase, True))
        if not self.hears:
            self.expected.append(("fault AttributeError",))
        self.ending.append(job)

    def forget_those_gone(self) -> None:
        for session in self.place.keys() - self.alive:
            self.give_up(session)

    def settle(self) -> None:
        """Each free thread forgets who is gone, and takes the next job."""
        while self.ending or (self.line and len(self.running) < self.most):
            if self.ending:
                self.running.remove(self.ending.pop())
            self.forget_those_gone()
            if self.line:
                self.running.append(taken := self.line.pop(0))
                taken.phase, taken.begun = Phase.RUNNING, self.now
        wait_until(self.is_at_rest, "a thread neither ends nor waits for a worker", 0.0002)

    def is_at_rest(self) -> bool:
        return len(training_threads()) == sum(worker.is_awaited() for worker in self.workers)

    # What happens

    @rule(session=st.sampled_from(SESSIONS), key=st.sampled_from(KEYS), watches=st.booleans())
    def want(self, session: str, key: str, watches: bool) -> None:
        self.alive.add(session)
        mine = self.place.get(session)
        if not mine or mine.key != key or mine.phase is Phase.DONE:
            index = self.give_up(session)
            live = [each for each in (*self.running, *self.line) if each.phase in LIVE]
            mine = next((each for each in live if each.key == key), None)
            if mine is None:
                self.all.append(mine := Wanted(key))
                self.line.insert(len(self.line) if index is None else index, mine)
            mine.sessions.add(session)
            self.place[session] = mine
        real = self.queue.want(session, key, QUICK, mine.text)
        assert real is (mine.real or real)
        mine.real = real
        if watches:
            real.watching.add(session)
            mine.watching.add(session)
        self.settle()

    @precondition(lambda self: self.place)
    @rule(session=st.sampled_from(SESSIONS), cancels=st.booleans())
    def leave_or_cancel(self, session: str, cancels: bool) -> None:
        """A cancelled job stays cancelled for those who look again."""
        (self.queue.cancel if cancels else self.queue.leave)(session)
        mine = self.place.get(session)
        if not cancels or (mine and mine.phase in LIVE):
            self.give_up(session)
        if cancels and mine and session not in self.place:
            self.place[session] = Wanted(mine.key, {session}, Phase.CANCELLED)
            self.all.append(self.place[session])
        self.settle()

    @precondition(lambda self: self.place)
    @rule(session=st.sampled_from(SESSIONS), seconds=st.sampled_from([0.4, 1.1]))
    def close_tab(self, session: str, seconds: float) -> None:
        self.alive.discard(session)
        self.now += seconds

    def sweep(self) -> None:
        self.queue.sweep()
        self.forget_those_gone()
        self.settle()

    @precondition(lambda self: not all(job.has_worker for job in self.running))
    @rule(fails=st.sampled_from([False, False, False, True]))
    def workers_start(self, fails: bool) -> None:
        """All that shall, or none can. One whose job was cancelled meanwhile is given none.

        Those gone are forgotten first: two threads that start would forget them in any order.
        """
        self.sweep()
        for worker in [each for each in self.workers if each.awaited == 1]:
            worker.say(b"!" if fails else b".")
        for job in [each for each in self.running if not each.has_worker]:
            if fails:
                self.expected.append(("fault OSError",))
                self.end(job, "TrainingFailedError", (TrainingFailedError, {"name": "OSError"}))
            elif job.phase is Phase.CANCELLED:
                self.end(job, "WorkerDiedError")
            else:
                job.has_worker, job.swept = True, self.now
        self.settle()

    def working(self) -> list[Wanted]:
        return [job for job in self.running if job.has_worker]

    @precondition(lambda self: self.working())
    @rule(which=st.integers(0, 1), done=st.integers(1, 9))
    def report(self, which: int, done: int) -> None:
        """Now and then, the thread looks for sessions that have ended."""
        job = self.working()[which % len(self.working())]
        job.worker.say(record_of(Report.stage, "train", done, 9))
        job.progress = JobProgress("train", done, 9)
        job.reports += 1
        if self.now - job.swept > SECONDS_PER_SWEEP:
            job.swept = self.now
            self.forget_those_gone()
        self.settle()

    @precondition(lambda self: self.working())
    @rule(end=st.sampled_from([*ENDS, *ENDS[:1] * len(ENDS)]))
    def worker_ends(self, end: tuple[bytes, str | None, Shown | None]) -> None:
        job = self.working()[0]
        said, job.worker.reason, error = end
        if said == ANSWER:
            others = len(self.working()) - 1
            self.expected.append(("delivered", job.key, b"a", others, *sorted(job.sessions)))
        if said == DAMAGED:
            self.expected.append(("fault ZeroDivisionError",))
        job.worker.say(said, is_all=not read_record(io.BytesIO(said))[0])
        self.end(job, error[0].__name__ if error else "done", error)
        self.settle()

    @invariant()
    def it_is_as_the_naive_one(self) -> None:
        for mine in self.all:
            if (real := mine.real) is None:
                continue
            assert (real.phase, real.sessions) == (mine.phase, mine.sessions)
            assert real.is_live is (mine.phase in LIVE) is not real.over.is_set()
            assert (real.error and (type(real.error), real.error.fields)) == mine.error
            assert real.progress == mine.progress
            watching = {session for session in SESSIONS if real.is_watched_by(session)}
            assert watching == mine.watching & mine.sessions
            place = self.line.index(mine) if mine in self.line else 0
            assert self.queue.place_of(real) == place
            assert real.text == (mine.text if real.is_live and not mine.has_worker else None)
            if mine in self.running and mine.has_worker:
                assert mine.worker.given == encode_job(QUICK, mine.text)
                assert (mine.worker.heard, mine.worker.is_watched) == (mine.reports, True)
            else:
                assert real.process is None
        assert Counter(self.seen) == Counter(self.expected)
        for worker in self.workers:
            assert worker.is_awaited() or not worker.given or worker.has_ended
            assert not (worker.has_ended and worker.is_watched)


TestQueues = Queues.TestCase
TestQueues.settings = examples(2_000)


Delivered = list[tuple[str, bytes, set[str]]]
MakeQueue = Callable[..., JobQueue]
REAL = partial(start_worker, "-m", "bpe_core.worker.job")


@pytest.fixture
def delivered() -> Delivered:
    return []


@pytest.fixture
def make_queue(delivered: Delivered) -> Iterator[MakeQueue]:
    """Makes a queue of one worker, whose process is a real one unless the test says otherwise."""
    queues: list[JobQueue] = []

    def make(**options: Any) -> JobQueue:
        deliver = lambda *given: delivered.append(given)  # noqa: E731
        queues.append(JobQueue(deliver, **{"workers": 1, "start": REAL, **options}))
        return queues[-1]

    yield make
    for queue in queues:
        queue.close()
    wait_until(lambda: not training_threads(), "a thread is left over")


def wait_for(training: Training) -> Training:
    assert training.over.wait(PATIENCE)
    return training


def running(training: Training) -> subprocess.Popen[bytes]:
    """The worker's process, once it has the job."""
    wait_until(lambda: training.progress.done > 0, "the training makes no progress")
    assert training.process is not None
    return training.process


@pytest.mark.parametrize(
    ("name", "error"),
    [
        pytest.param(
            "SIGKILL",
            WorkerDiedError,
            marks=pytest.mark.skipif(
                not hasattr(signal, "SIGKILL"), reason="Windows has no kill -9"
            ),
        ),
        pytest.param("SIGSTOP", WorkerSilentError, marks=LINUX),
    ],
    ids=["killed", "hangs"],
)
def test_a_worker_that_is_killed_or_hangs_is_told(
    make_queue: MakeQueue, delivered: Delivered, name: str, error: type[BpeError]
) -> None:
    """A worker stopped from outside can no longer report anything; the next job still runs."""
    queue = make_queue()
    training = queue.want("ann", "long", LONG, LONG_TEXT)
    next_one = queue.want("bob", "next", QUICK, "hug pug hugs")
    os.kill(running(training).pid, getattr(signal, name))
    assert isinstance(wait_for(training).error, error)
    wait_for(next_one)
    ((key, trace, sessions),) = delivered
    assert (key, len(unpack(trace)), sessions) == ("next", 2, {"bob"})


def test_a_worker_that_ends_before_it_has_read_its_job_is_told(make_queue: MakeQueue) -> None:
    ends = partial(start_worker, "-c", "")
    training = make_queue(start=ends).want("ann", "k", QUICK, "hug " * 99_999)
    assert isinstance(wait_for(training).error, WorkerDiedError)


def test_the_time_limit_stops_a_worker_that_reports_for_ever(make_queue: MakeQueue) -> None:
    program = "import sys\nwhile True: sys.stdout.buffer.write(b'P' + bytes([2, *[0] * 7]) + b'{}')"
    endless = partial(start_worker, "-c", program)
    training = make_queue(start=endless, time_limit=0.6).want("ann", "k", QUICK, "hug")
    assert isinstance(wait_for(training).error, WorkerSlowError)


def test_a_job_that_nobody_wants_any_more_ends_its_process(make_queue: MakeQueue) -> None:
    queue = make_queue()
    process = running(queue.want("ann", "long", LONG, LONG_TEXT))
    queue.cancel("ann")
    assert process.wait(PATIENCE) != 0


@LINUX
def test_a_worker_knows_nothing_but_its_job(
    make_queue: MakeQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The learner's text is neither in its arguments nor in its environment."""
    monkeypatch.setenv("SOME_SECRET", "swordfish")
    process = running(make_queue().want("ann", "long", LONG, LONG_TEXT))
    about = Path(f"/proc/{process.pid}")
    environment = (about / "environ").read_bytes()
    assert b"swordfish" not in environment
    assert LONG_TEXT[:50].encode() not in environment + (about / "cmdline").read_bytes()
    assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
