"""The worker that is kept ready, with real processes."""

import io
import itertools
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from unittest.mock import Mock

import pytest

from bpe_core.worker.job import Job, run
from bpe_core.worker.process import Process, end_worker, start_worker
from server.workers import processes as watch
from server.workers.processes import Look, ReadyWorker, Silence, look_at

TRAINS = partial(start_worker, "-m", "bpe_core.worker.job")
WAITS = partial(start_worker, "-c", "input()")


class Starter:
    """Starts processes that wait, and records them."""

    def __init__(self) -> None:
        self.started: list[Process] = []

    def __call__(self) -> Process:
        self.started.append(WAITS())
        return self.started[-1]


@pytest.fixture
def start() -> Iterator[Starter]:
    starter = Starter()
    yield starter
    for process in starter.started:
        end_worker(process)


def is_over(process: Process) -> bool:
    return process.poll() is not None


def test_one_is_kept_ready_and_another_once_it_is_taken(start: Starter) -> None:
    ready = ReadyWorker(start)
    ready.prepare()
    ready.prepare()
    assert len(start.started) == 1
    assert ready.take() is start.started[0]
    assert len(start.started) == 2
    assert ready.take() is start.started[1]
    ready.close()
    assert is_over(start.started[2])
    assert not is_over(start.started[1])  # whoever took it ends it


def test_one_that_died_meanwhile_is_replaced(start: Starter) -> None:
    ready = ReadyWorker(start)
    ready.prepare()
    dead = start.started[0]
    dead.kill()
    dead.wait()
    assert ready.take() is start.started[1]
    assert dead.stdout is not None
    assert dead.stdout.closed
    ready.close()


def test_nothing_is_kept_ready_after_the_end(start: Starter) -> None:
    ready = ReadyWorker(start)
    ready.close()
    ready.prepare()
    assert not start.started


def test_an_error_that_may_repeat_a_text_comes_into_no_log(capfd: pytest.CaptureFixture) -> None:
    process = start_worker("-c", "raise ValueError('a secret')")
    assert process.wait() == 1
    end_worker(process)
    assert capfd.readouterr() == ("", "")


def test_a_worker_whose_server_is_gone_ends_without_a_word() -> None:
    """It would otherwise wait forever, and has no job to report on."""
    said = io.BytesIO()
    run(io.BytesIO(), said, Job.from_line)
    assert said.getvalue() == b""
    process = TRAINS()
    assert process.stdin is not None
    process.stdin.close()
    process.wait(60)
    end_worker(process)


@dataclass
class Worker:
    """A worker as the system reports it, checked once a second."""

    silence: Silence
    computed: float = 0.0

    def goes_on(self, state: str, computes: float, seconds: int) -> bool:
        """Whether it is left alone after some seconds in a state, computing for a share of them."""
        for _ in range(seconds):
            self.computed += computes
            if self.silence.is_too_long(Look(state, self.computed), 1.0):
                return False
        return True


@pytest.mark.parametrize(
    ("state", "computes", "seconds", "goes_on"),
    [
        *((state, 0.0, 3, True) for state in "STt"),
        *((state, 0.0, 4, False) for state in "STt"),  # it waits for a third second: it hangs
        ("R", 0.0, 60, True),  # on a busy machine, it wants to run, and cannot for a minute
        ("R", 0.02, 60, True),
        ("D", 0.0, 60, True),  # it waits for the disk
        ("R", 1.0, 7, False),  # it computes in silence: it spins
        ("R", 0.9, 5, True),  # three times as long as the longest honest call took
    ],
)
def test_who_may_be_silent_for_how_long(
    state: str, computes: float, seconds: int, goes_on: bool
) -> None:
    assert Worker(Silence()).goes_on(state, computes, seconds) is goes_on


def test_a_pause_between_two_computations_is_no_hanging() -> None:
    worker = Worker(Silence())
    for _ in range(5):
        assert worker.goes_on("S", 0.0, 1)
        assert worker.goes_on("S", 0.1, 1)


def test_a_worker_that_reports_is_left_alone_and_then_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It computes for a second between two looks, and reports before each of the first thirty."""
    looks = 0
    ended, is_watched = threading.Event(), threading.Event()

    def look_at(_pid: int) -> Look:
        nonlocal looks
        looks += 1
        is_watched.wait(60)
        if looks <= 30:
            watched.note_report()
        return Look("R", float(looks))

    monkeypatch.setattr(watch, "look_at", look_at)
    monkeypatch.setattr(watch, "SECONDS_BETWEEN_LOOKS", 0.001)
    watched = watch.Watch(Mock(kill=ended.set), 600.0)
    is_watched.set()
    assert ended.wait(60)
    assert (watched.reason, looks > 30) == ("silent", True)


@pytest.mark.parametrize("is_told", [True, False])
def test_a_worker_is_slow_by_its_own_time_and_by_the_clock_where_that_is_unknown(
    monkeypatch: pytest.MonkeyPatch, *, is_told: bool
) -> None:
    """An hour passes between two looks, in which it computes for a second, and it reports."""
    ended, now = threading.Event(), itertools.count(0.0, 3_600.0)
    computed = itertools.count(1.0)

    def look_at(_pid: int) -> Look | None:
        is_watched.wait(60)
        watched.note_report()
        return Look("R", next(computed)) if is_told else None

    is_watched = threading.Event()
    monkeypatch.setattr(watch, "look_at", look_at)
    monkeypatch.setattr(watch, "monotonic", lambda: next(now))
    monkeypatch.setattr(watch, "SECONDS_BETWEEN_LOOKS", 0.001)
    watched = watch.Watch(Mock(kill=ended.set), 7_200.0 if not is_told else 20.0)
    is_watched.set()
    assert ended.wait(60)
    assert (watched.reason, next(computed)) == ("slow", 21.0 if is_told else 1.0)


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_the_system_tells_how_this_process_is() -> None:
    look = look_at(os.getpid())
    assert look is not None
    assert look.state == "R"
    assert abs(look.computed - sum(os.times()[:2])) < 0.1


def test_nothing_is_known_of_a_process_that_is_gone() -> None:
    assert look_at(99_999_999) is None
