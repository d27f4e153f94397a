"""The worker that is kept ready, with real processes."""

import io
from collections.abc import Iterator
from functools import partial

import pytest

from bpe_core.worker.job import Job, run
from bpe_core.worker.process import Process, end_worker, start_worker
from server.workers.processes import ReadyWorker

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
    start.started[0].kill()
    start.started[0].wait()
    assert ready.take() is start.started[1]
    ready.close()


def test_nothing_is_kept_ready_after_the_end(start: Starter) -> None:
    ready = ReadyWorker(start)
    ready.close()
    ready.prepare()
    assert not start.started


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
