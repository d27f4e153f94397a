"""The queue of trainings, with processes: real workers, and some that speak like them."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bpe_core import BpeError
from bpe_core.errors import EmptyCorpusError
from bpe_core.specification import TrainingSpecification
from bpe_core.worker.handover import unpack
from bpe_core.worker.job import Job
from bpe_core.worker.process import start_worker
from server.workers.jobs import (
    JobQueue,
    Phase,
    Training,
    WorkerDiedError,
    WorkerSilentError,
    WorkerSlowError,
    close_queues,
)

LONG = Job(TrainingSpecification(pre_tokenizer="none"))
QUICK = Job(TrainingSpecification(num_merges=2))
#: Takes many seconds without a limit; none of these tests waits for it to finish.
LONG_TEXT = random.Random(1).randbytes(250_000).hex()
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how a process is")
PATIENCE = 120  # seconds: a worker needs less than one, but gives way to all other processes


@dataclass
class Delivered:
    """Records the results of a queue, in order."""

    keys: list[str] = field(default_factory=list)
    sessions: list[set[str]] = field(default_factory=list)
    results: list[bytes] = field(default_factory=list)

    def __call__(self, key: str, data: bytes, sessions: set[str]) -> None:
        self.keys.append(key)
        self.sessions.append(sessions)
        self.results.append(data)


MakeQueue = Callable[..., JobQueue]
REAL = partial(start_worker, "-m", "bpe_core.worker.job")
#: A process that speaks as a worker does, and starts much sooner: a long job goes on until it ends.
PRETEND = """
import sys, time

def say(kind, content):
    sys.stdout.buffer.write(kind + len(content).to_bytes(8, "little") + content)
    sys.stdout.buffer.flush()

job, text = sys.stdin.buffer.readline(), sys.stdin.buffer.read()
while b'"pre_tokenizer": "none"' in job:
    say(b"P", b'{"stage": "train", "done": 1, "total": null}')
    time.sleep(0.05)
say(b"T", b"a trace")
"""


@pytest.fixture
def delivered() -> Delivered:
    return Delivered()


@pytest.fixture
def make_queue(delivered: Delivered) -> Iterator[MakeQueue]:
    queues: list[JobQueue] = []

    def make(**options: object) -> JobQueue:
        start = partial(start_worker, "-I", "-S", "-c", PRETEND)
        queues.append(JobQueue(delivered, **{"workers": 1, "start": start, **options}))  # type: ignore[arg-type]
        return queues[-1]

    yield make
    for queue in queues:
        queue.close()
    wait_until(lambda: not training_threads(), "a thread is left over")


def training_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "training"]


def wait_until(true: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(0.01)


def wait_for(training: Training) -> Training:
    assert training.over.wait(PATIENCE)
    return training


def running(training: Training) -> subprocess.Popen[bytes]:
    """The worker's process, once it has the job."""
    wait_until(lambda: training.progress.done > 0, "the training makes no progress")
    assert training.process is not None
    return training.process


def test_a_job_is_done_and_delivered(make_queue: MakeQueue, delivered: Delivered) -> None:
    """Wanted once more, since its result is lost, it is done once more."""
    queue = make_queue(start=REAL)
    training = wait_for(queue.want("ann", "k", QUICK, "hug pug hugs"))
    assert training.phase is Phase.DONE
    assert (delivered.keys, delivered.sessions) == (["k"], [{"ann"}])
    assert len(unpack(delivered.results[0])) == 2
    wait_for(queue.want("ann", "k", QUICK, "hug pug hugs"))
    assert delivered.keys == ["k", "k"]
    wait_until(lambda: not training_threads(), "a thread is left over")


def test_a_job_is_done_even_if_nobody_can_be_told(
    make_queue: MakeQueue, delivered: Delivered
) -> None:
    """The thread goes on to the next job, and signs off after the last one."""

    def tell_over(training: Training) -> None:
        raise AttributeError(training.key)

    queue = make_queue(tell_over=tell_over)
    trainings = [queue.want(name, name, QUICK, "hug pug hugs") for name in ("ann", "bob")]
    assert [wait_for(training).phase for training in trainings] == [Phase.DONE, Phase.DONE]
    assert delivered.keys == ["ann", "bob"]
    wait_until(lambda: not training_threads(), "a thread is left over")
    assert wait_for(queue.want("eve", "eve", QUICK, "hug pug hugs")).phase is Phase.DONE


def test_the_end_of_a_job_is_told_once_its_answer_is_there(make_queue: MakeQueue) -> None:
    """A waiting page is drawn then, so what it draws must be there."""
    told: list[tuple[Phase, bool]] = []
    queue = make_queue(
        tell_over=lambda ended: told.append((ended.phase, ended.is_watched_by("ann")))
    )
    training = queue.want("ann", "k", QUICK, "hug pug hugs")
    training.watching |= {"ann", "bob"}
    wait_for(training)
    wait_until(lambda: bool(told), "nothing was told")
    assert told == [(Phase.DONE, True)]
    assert not training.is_watched_by("bob")  # bob never wanted it
    queue.leave("ann")
    assert not training.is_watched_by("ann")  # ann has received it


def test_no_worker_outlives_the_server(make_queue: MakeQueue) -> None:
    """No matter who made a queue: when the server ends, the workers of all queues end."""
    trainings = [make_queue().want("ann", "long", LONG, LONG_TEXT) for _ in range(2)]
    workers = list(map(running, trainings))
    close_queues()
    for training, worker in zip(trainings, workers, strict=True):
        assert wait_for(training).phase is Phase.CANCELLED
        assert worker.wait(PATIENCE) != 0


def test_a_failed_job_is_not_tried_again_by_itself(make_queue: MakeQueue) -> None:
    """A page that is redrawn shows the error again; trying again is up to the learner."""
    queue = make_queue(start=REAL)
    failed = wait_for(queue.want("ann", "k", QUICK, "   "))
    assert failed.phase is Phase.FAILED
    assert isinstance(failed.error, EmptyCorpusError)
    assert queue.want("ann", "k", QUICK, "   ") is failed
    queue.leave("ann")
    assert queue.want("ann", "k", QUICK, "   ") is not failed


def test_first_come_first_served(make_queue: MakeQueue, delivered: Delivered) -> None:
    queue = make_queue()
    queue.want("first", "long", LONG, LONG_TEXT)
    names = ["b", "c", "d", "e"]
    jobs = [queue.want(name, name, QUICK, "hug pug") for name in names]
    wait_until(lambda: [queue.place_of(job) for job in jobs] == [0, 1, 2, 3], "places")
    queue.cancel("first")
    for job in jobs:
        wait_for(job)
    assert delivered.keys == names


def test_the_newest_job_of_a_session_wins_and_keeps_its_place(
    make_queue: MakeQueue, delivered: Delivered
) -> None:
    queue = make_queue()
    running(queue.want("first", "long", LONG, LONG_TEXT))
    older = queue.want("ann", "old", QUICK, "hug pug")
    other = queue.want("bob", "other", QUICK, "hug pug")
    newer = queue.want("ann", "new", QUICK, "hug pug")
    assert older.phase is Phase.CANCELLED
    assert (queue.place_of(newer), queue.place_of(other)) == (0, 1)
    queue.cancel("first")
    wait_for(newer)
    wait_for(other)
    assert delivered.keys == ["new", "other"]


def test_a_running_job_gives_way_to_a_newer_one(
    make_queue: MakeQueue, delivered: Delivered
) -> None:
    queue = make_queue()
    process = running(queue.want("ann", "long", LONG, LONG_TEXT))
    wait_for(queue.want("ann", "new", QUICK, "hug pug"))
    assert delivered.keys == ["new"]
    assert process.poll() is not None


def test_cancel_ends_the_process(make_queue: MakeQueue) -> None:
    queue = make_queue()
    process = running(queue.want("ann", "long", LONG, LONG_TEXT))
    queue.cancel("ann")
    wait_until(lambda: process.poll() is not None, "the worker goes on")
    mine = queue.want("ann", "long", LONG, LONG_TEXT)
    assert (mine.phase, mine.over.is_set()) == (Phase.CANCELLED, True)
    assert queue.want("ann", "long", LONG, LONG_TEXT) is mine


def test_two_sessions_share_a_job(make_queue: MakeQueue, delivered: Delivered) -> None:
    """The job continues when one of them leaves."""
    queue = make_queue()
    queue.want("first", "long", LONG, LONG_TEXT)
    one, two = (queue.want(name, "k", QUICK, "hug pug") for name in ("ann", "bob"))
    assert one is two
    queue.cancel("ann")
    queue.cancel("first")
    wait_for(two)
    assert delivered.sessions == [{"bob"}]


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
    next_one = queue.want("bob", "next", QUICK, "hug pug")
    os.kill(running(training).pid, getattr(signal, name))
    assert wait_for(training).phase is Phase.FAILED
    assert isinstance(training.error, error)
    wait_for(next_one)
    assert delivered.keys == ["next"]


def test_a_worker_that_cannot_start_is_told(make_queue: MakeQueue) -> None:
    ends = partial(start_worker, "-c", "")
    training = make_queue(start=ends).want("ann", "k", QUICK, "hug " * 99_999)
    assert isinstance(wait_for(training).error, WorkerDiedError)
    training = make_queue(start=lambda: subprocess.Popen(["no-such-program"])).want(
        "ann", "k", QUICK, "hug"
    )
    assert wait_for(training).phase is Phase.FAILED


def test_the_time_limit_stops_a_worker_that_reports_for_ever(make_queue: MakeQueue) -> None:
    program = "import sys\nwhile True: sys.stdout.buffer.write(b'P' + bytes([2, *[0] * 7]) + b'{}')"
    endless = partial(start_worker, "-c", program)
    training = make_queue(start=endless, time_limit=0.6).want("ann", "k", QUICK, "hug")
    error = wait_for(training).error
    assert isinstance(error, WorkerSlowError)
    assert error.fields == {"seconds": 1}


def test_a_session_that_ends_takes_its_jobs_with_it(
    make_queue: MakeQueue, delivered: Delivered
) -> None:
    """The running job ends while it runs, a waiting one before it would start."""
    alive = {"ann", "bob", "cleo"}
    queue = make_queue(is_alive=lambda session: session in alive)
    process = running(queue.want("ann", "long", LONG, LONG_TEXT))
    queue.want("bob", "waiting", QUICK, "hug pug")
    last = queue.want("cleo", "last", QUICK, "hug pug")
    alive -= {"ann", "bob"}
    wait_for(last)
    assert process.poll() is not None
    assert delivered.keys == ["last"]


def test_no_more_workers_than_allowed(make_queue: MakeQueue) -> None:
    queue = make_queue(workers=2)
    jobs = [queue.want(str(i), str(i), LONG, LONG_TEXT) for i in range(4)]
    wait_until(lambda: sum(job.phase is Phase.RUNNING for job in jobs) == 2, "two run")
    assert len(training_threads()) == 2
    assert [queue.place_of(job) for job in jobs[2:]] == [0, 1]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_knows_nothing_but_its_job(
    make_queue: MakeQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The learner's text is neither in its arguments nor in its environment."""
    monkeypatch.setenv("SOME_SECRET", "swordfish")
    process = running(make_queue(start=REAL).want("ann", "long", LONG, LONG_TEXT))
    about = Path(f"/proc/{process.pid}")
    environment = (about / "environ").read_bytes()
    assert b"swordfish" not in environment
    assert LONG_TEXT[:50].encode() not in environment + (about / "cmdline").read_bytes()
    assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
