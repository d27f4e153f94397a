"""The worker process: one job in, records out."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.errors import EmptyCorpusError
from bpe_core.specification import ALGORITHMS, Algorithm, TrainingSpecification
from bpe_core.text.reading import CountsError
from bpe_core.worker import job as module
from bpe_core.worker.handover import Part, unpack
from bpe_core.worker.job import (
    ERROR,
    PROGRESS,
    SECONDS_BETWEEN_SIGNS,
    TRACE,
    Job,
    OutOfMemoryError,
    Report,
    Task,
    encode_job,
    error_of,
    heartbeat,
    run,
)
from bpe_core.worker.process import read_record


def written(job: Job, text: str) -> list[tuple[bytes, bytes]]:
    """The records of a job that is done in this process."""
    stream = BytesIO()
    run(BytesIO(b"".join(encode_job(job, text))), stream, Job.from_line)
    return read_records(stream.getvalue())


def random_letters(size: int) -> str:
    return "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=size))


def test_progress_comes_before_the_trace() -> None:
    """From a real process."""
    job = Job(TrainingSpecification(num_merges=2))
    told = records("bpe_core.worker.job", job, "hug pug hugs")
    assert [kind for kind, _ in told] == [PROGRESS] * 3 + [TRACE]
    stages = [("count", 0, None), ("train", 2, 2), ("tables", 2, 2)]
    assert [tuple(json.loads(record).values()) for _, record in told[:3]] == stages
    assert [merge.token for merge in unpack(told[-1][1]).merges] == ["ug", "hug"]


def test_half_characters_arrive() -> None:
    trace = unpack(written(Job(TrainingSpecification(num_merges=1)), "\ud800a \ud800a")[-1][1])
    assert trace.merges[0].token == "\ud800a"


def test_an_error_arrives_as_it_was_raised() -> None:
    job, text = Job(TrainingSpecification(source="table")), "hug ten"
    with pytest.raises(CountsError) as raised:
        job.train(text)
    kind, record = written(job, text)[-1]
    told = error_of(record)
    assert (kind, type(told)) == (ERROR, CountsError)
    assert (told.fields, str(told)) == (raised.value.fields, str(raised.value))


class Faulty(Task):
    def answer(self, text: str, report: Report) -> list[Part]:
        raise ValueError(text)


def test_of_a_fault_of_ours_its_name_is_told_and_no_text_of_a_learners() -> None:
    stream = BytesIO()
    run(BytesIO(b"".join(encode_job(Faulty(), "a secret"))), stream, Faulty.from_line)
    assert b"ValueError" in stream.getvalue()
    assert b"secret" not in stream.getvalue()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_time_limit_gives_the_trace_so_far(algorithm: Algorithm) -> None:
    specification = TrainingSpecification(algorithm=algorithm, num_merges=100)
    text = "\f".join([random_letters(900)] * 2)
    trace = unpack(written(Job(specification, time_limit=1e-9), text)[-1][1])
    each = (trace.bpe, trace.wordpiece, trace.unigram) if isinstance(trace, SideBySide) else [trace]
    assert [one.stopped_because for one in each] == ["time_limit"] * len(each)
    assert algorithm == "unigram" or len(trace) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit on addresses")
def test_too_little_memory_is_an_error_and_no_crash() -> None:
    text = random_letters(2_000_000)
    job = Job(TrainingSpecification(pre_tokenizer="none"), memory_limit=300_000_000)
    kind, record = records("bpe_core.worker.job", job, text)[-1]
    assert (kind, type(error_of(record))) == (ERROR, OutOfMemoryError)


#: Allows a hundred seconds, prints what the system was told, allows none, and goes on.
COMPUTES_ON = """import resource
from bpe_core.worker.job import limit_seconds
limit_seconds(100)
print(resource.getrlimit(resource.RLIMIT_CPU)[0], flush=True)
limit_seconds(0)
while True: pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there the clock alone stops it")
def test_a_process_that_computes_on_is_ended() -> None:
    """It ends after a number of seconds of its own computing, however busy the machine is."""
    ended = subprocess.run(
        [sys.executable, "-c", COMPUTES_ON], cwd=ROOT, capture_output=True, check=False
    )
    assert ended.returncode == -signal.SIGXCPU
    assert 100 <= int(ended.stdout) <= 110


timed = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no timer")


@pytest.fixture
def at_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign at every hundredth call of a function, however fast the machine is."""

    @contextmanager
    def heartbeat(give: Callable[[], None]) -> Iterator[None]:
        calls = count()
        sys.setprofile(lambda *_: None if next(calls) % 100 else give())
        try:
            yield
        finally:
            sys.setprofile(None)

    monkeypatch.setattr("bpe_core.worker.job.heartbeat", heartbeat)


@timed
def test_what_waits_gives_none() -> None:
    """The system is asked to measure processor time, and not that of the clock."""
    with heartbeat(lambda: None):
        _, between = signal.getitimer(signal.ITIMER_PROF)
    assert between == pytest.approx(SECONDS_BETWEEN_SIGNS, abs=0.02)


@timed
@pytest.mark.parametrize("fault", [None, ZeroDivisionError])
def test_afterwards_there_are_none_even_if_the_work_failed(fault: type[Exception] | None) -> None:
    before = signal.getsignal(signal.SIGPROF)
    with suppress(ZeroDivisionError), heartbeat(lambda: None):
        if fault:
            raise fault
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram", "side-by-side"])
def test_every_stage_of_a_training_gives_signs_of_life(at_calls: None, algorithm: str) -> None:
    """Records stay complete wherever a sign comes, and nothing comes after the trace."""
    text = " ".join(f"{i}ug" for i in np.random.default_rng(1).integers(0, 50_000, 8_000))
    job = Job(TrainingSpecification(algorithm=algorithm, num_merges=100))  # type: ignore[arg-type]
    *told, (last, _) = written(job, text)
    assert last == TRACE
    assert {kind for kind, _ in told} == {PROGRESS}
    said = [record.decode() for _, record in told]
    for stage in ("count", "train", "tables"):
        assert any(stage in each for each in said)
    assert len(said) > len(set(said))


def test_a_sign_of_life_is_the_last_progress_again() -> None:
    stream = BytesIO()
    report = Report(stream)
    report.again()
    assert stream.getvalue() == b""
    report.stage("count")
    once = stream.getvalue()
    report.again()
    assert stream.getvalue() == 2 * once


def test_a_stage_is_told_at_once_and_then_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = BytesIO()
    report = Report(stream)
    for now, name in (
        (0, "search"),
        (0.2, "search"),
        (0.2, "train"),
        (0.4, "train"),
        (0.5, "train"),
    ):
        monkeypatch.setattr(module, "monotonic", lambda now=now: now)
        report.now_and_then(name, round(now * 10), 9)
    told = [json.loads(record) for _, record in read_records(stream.getvalue())]
    assert [(each["stage"], each["done"]) for each in told] == [
        ("search", 0),
        ("train", 2),
        ("train", 5),
    ]


def test_a_record_is_whole_though_a_stream_takes_a_few_bytes_at_a_time() -> None:
    class Sparing(BytesIO):
        def write(self, data: bytes) -> int:  # type: ignore[override]
            return super().write(data[:3])

    stream = Sparing()
    Report(stream).record(TRACE, b"hug ", memoryview(b"pug"), b"")
    assert read_records(stream.getvalue()) == [(TRACE, b"hug pug")]


def test_a_record_that_was_cut_off_is_none() -> None:
    """A worker may die amid one; what it said before counts."""
    stream = BytesIO()
    Report(stream).record(PROGRESS, b"hug")
    Report(stream).record(TRACE, b"pug")
    data = stream.getvalue()
    whole = len(data) // 2
    for size in range(len(data)):
        assert read_records(data[:size], cut_off=True) == [(PROGRESS, b"hug")][: size // whole]


def test_amid_a_record_it_says_nothing() -> None:
    """The timer may interrupt anything, and half a record is useless."""

    class Interrupted(BytesIO):
        def write(self, data: bytes) -> int:  # type: ignore[override]
            report.again()
            return super().write(data)

    stream = Interrupted()
    report = Report(stream)
    report.stage("count")
    report.stage("train", 1, 2)
    report.error(EmptyCorpusError())
    assert [kind for kind, _ in read_records(stream.getvalue())] == [b"P", b"P", b"E"]


ROOT = Path(__file__).resolve().parents[3]


def records(module: str, job: Any, text: str) -> list[tuple[bytes, bytes]]:
    """The kind and the content of each record of a real process."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=b"".join(encode_job(job, text)),
        capture_output=True,
        check=True,
        cwd=ROOT,
        timeout=120,
    )
    assert not done.stderr
    return read_records(done.stdout)


def read_records(data: bytes, *, cut_off: bool = False) -> list[tuple[bytes, bytes]]:
    """The kind and the content of each record; unless cut off, they fill the data exactly."""
    stream, found = BytesIO(data), []
    while (record := read_record(stream))[0]:
        found.append(record)
    assert cut_off or sum(9 + len(content) for _, content in found) == len(data)
    return found
