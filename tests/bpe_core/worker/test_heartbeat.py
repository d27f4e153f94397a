"""Signs of life during long work, for the process that watches."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from time import process_time, sleep

import numpy as np
import pytest

from bpe_core.errors import EmptyCorpusError
from bpe_core.specification import TrainingSpecification
from bpe_core.worker import job as module
from bpe_core.worker.job import PROGRESS, SECONDS_BETWEEN_SIGNS, TRACE, Job, Report, heartbeat, run
from tests.bpe_core.worker.records import read_records

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no timer")


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign after every millisecond."""
    monkeypatch.setattr(module, "SECONDS_BETWEEN_SIGNS", 0.001)


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


def compute(seconds: float) -> None:
    begun = process_time()
    while process_time() - begun < seconds:
        sorted(range(1000))


def test_what_computes_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_BETWEEN_SIGNS", 0.1)
    signs: list[float] = []
    with heartbeat(lambda: signs.append(process_time())):
        compute(0.45)
    assert len(signs) >= 3


def test_what_waits_gives_none() -> None:
    signs: list[float] = []
    with heartbeat(lambda: signs.append(process_time())):
        sleep(1.2 * SECONDS_BETWEEN_SIGNS)
    assert not signs


def test_a_single_long_call_gives_none(quickly: None) -> None:
    """A call that never ends is recognized by its silence."""
    signs: list[float] = []
    with heartbeat(lambda: signs.append(process_time())):
        signs.clear()
        sum(range(3_000_000))
        given = len(signs)
    assert given <= 2  # before the call and after it


def test_afterwards_there_are_none(quickly: None) -> None:
    signs: list[float] = []
    with heartbeat(lambda: signs.append(process_time())):
        while not signs:  # on a busy machine the system looks at its timers late
            compute(0.001)
    given = len(signs)
    compute(0.05)
    assert len(signs) == given


def test_a_fault_amid_the_work_ends_them_too(quickly: None) -> None:
    signs: list[float] = []
    with pytest.raises(ZeroDivisionError), heartbeat(lambda: signs.append(0.0)):
        raise ZeroDivisionError
    compute(0.01)
    assert not signs


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram", "side-by-side"])
def test_every_stage_of_a_training_gives_signs_of_life(at_calls: None, algorithm: str) -> None:
    """Records stay complete wherever a sign comes, and nothing comes after the trace."""
    stream = BytesIO()
    text = " ".join(f"{i}ug" for i in np.random.default_rng(1).integers(0, 50_000, 8_000))
    job = Job(TrainingSpecification(algorithm=algorithm, num_merges=100))  # type: ignore[arg-type]
    run(BytesIO(job.to_line() + text.encode()), stream, Job.from_line)
    *told, (last, _) = read_records(stream.getvalue())
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


def test_a_record_is_whole_though_a_stream_takes_a_few_bytes_at_a_time() -> None:
    class Sparing(BytesIO):
        def write(self, data: bytes) -> int:  # type: ignore[override]
            return super().write(data[:3])

    stream = Sparing()
    Report(stream).record(TRACE, b"hug ", memoryview(b"pug"), b"")
    assert read_records(stream.getvalue()) == [(TRACE, b"hug pug")]


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
