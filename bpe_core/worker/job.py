"""One training in a process of its own: `python -m bpe_core.worker.job`.

A process can be stopped at any moment, be given less of the machine than others, and run out of
memory without taking anybody with it; a thread can do none of that. Unlike the command line, this
speaks to a program: a job comes by stdin, so that a learner's text appears in no list of processes
and in no log, and records go out by stdout.

The job: one line of JSON (see `Job`), then the text as UTF-8 until the end of the input. The
records: one byte that says what it is, eight bytes of length (little-endian), then

- `P`, progress: JSON, `{"stage": …, "done": …, "total": …}`. The stages are `count`, `train` and
  `tables`; `total` is null where it is not known. It comes as often as there is some, and the same
  again as a sign of life (see `heartbeat`)
- `T`, the trace, as `bpe_core.worker.handover` packs it (or what another `Task` answers); nothing
  comes after it
- `E`, an error in its place: JSON, `{"error": …, "fields": …}`, a `BpeError` by its name

A process that ends without `T` or `E` has died.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from time import monotonic
from typing import BinaryIO, Self

from bpe_core.algorithms.train import AnyTrace, train
from bpe_core.errors import BpeError, restore
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import encode_utf8
from bpe_core.worker.handover import Part, pack

PROGRESS, TRACE, ERROR = b"P", b"T", b"E"
LENGTH_BYTES = 8
NICENESS = 10
#: Of work whose steps follow each other too quickly to be told.
SECONDS_BETWEEN_REPORTS = 0.25
#: Of processor time, between two signs.
SECONDS_BETWEEN_SIGNS = 0.25
#: Different units in one corpus. Unicode has more, but no text: each costs the browser a row.
MOST_UNITS = 40_000


class OutOfMemoryError(BpeError):
    """A training needs more memory than one may take."""

    template = (
        "This training needs more memory than is allowed. Use a shorter text, choose a "
        "pre-tokenization that cuts it into words, or choose fewer merges."
    )


class TooManyUnitsError(BpeError):
    """More different characters than can be shown."""

    template = (
        "This text has {units} different characters; at most {limit} can be shown. Choose bytes "
        "as the unit, or use text in fewer scripts."
    )


class TrainingFailedError(BpeError):
    """A bug: the worker met an error that is no learner's. It is named, its text is not."""

    template = (
        "An error in this app ({name}) stopped the training. Other settings or another "
        "text may work."
    )


@dataclass(frozen=True)
class Task:
    """A task for a worker, to be done with a text. `memory_limit` is in bytes."""

    memory_limit: int | None = field(default=None, kw_only=True)

    def to_line(self) -> bytes:
        """The task as a line of JSON, in ASCII."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """The task that `to_line` wrote."""
        values = json.loads(line)
        if "specification" in values:
            values["specification"] = TrainingSpecification.from_plain(values["specification"])
        return cls(**values)

    def answer(self, text: str, report: Report) -> list[Part]:
        """Do the task and return the answer, in parts. Raises a `BpeError`."""
        raise NotImplementedError


@dataclass(frozen=True)
class Job(Task):
    """A training for a worker. `time_limit` is in seconds of processor time.

    >>> job = Job(TrainingSpecification(num_merges=3), time_limit=60.0)
    >>> Job.from_line(job.to_line()) == job
    True
    """

    specification: TrainingSpecification
    time_limit: float | None = None

    def train(self, text: str, report: Report | None = None) -> AnyTrace:
        """Train in this process. Raises a `BpeError`.

        >>> Job(TrainingSpecification(num_merges=1)).train("hug 10\\npug 5").vocabulary
        ('g', 'h', 'p', 'u', 'ug')
        """
        corpus = self.specification.corpus_of(text)
        if len(corpus.base_vocabulary) > MOST_UNITS:
            raise TooManyUnitsError(units=len(corpus.base_vocabulary), limit=MOST_UNITS)
        progress = partial(report.stage, "train") if report else None
        return train(corpus, self.specification, progress=progress, time_limit=self.time_limit)

    def answer(self, text: str, report: Report) -> list[Part]:
        """Train, and pack the trace."""
        report.stage("count")
        trace = self.train(text, report)
        report.stage("tables", len(trace), len(trace))
        return pack(trace)


class Report:
    """Writes records."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._last_progress = b""
        self._last_stage = ""
        self._next = 0.0
        self._is_writing = False

    def record(self, kind: bytes, *parts: Part) -> None:
        """Write one record. Raises `BrokenPipeError` where nobody reads any more."""
        size = sum(map(len, parts))
        self._is_writing = True
        for part in (kind + size.to_bytes(LENGTH_BYTES, "little"), *parts):
            self._write(part)
        self._stream.flush()
        self._is_writing = False

    def _write(self, part: Part) -> None:
        """Write all of a part. With PYTHONUNBUFFERED, stdout may take less when a signal comes."""
        rest = memoryview(part).cast("B")
        while rest:
            rest = rest[self._stream.write(rest) :]

    def stage(self, name: str, done: int = 0, total: int | None = None) -> None:
        """Tell how far the job is."""
        self._last_progress = json.dumps({"stage": name, "done": done, "total": total}).encode()
        self.record(PROGRESS, self._last_progress)

    def now_and_then(self, name: str, done: int, total: int | None) -> None:
        """Tell how far the job is, unless the same stage was told a moment ago."""
        if name != self._last_stage or monotonic() >= self._next:
            self.stage(name, done, total)
            self._last_stage = name
            self._next = monotonic() + SECONDS_BETWEEN_REPORTS

    def again(self) -> None:
        """Say the last progress again. May be called amid a record, and then says nothing."""
        if self._last_progress and not self._is_writing:
            self.record(PROGRESS, self._last_progress)

    def error(self, error: BpeError) -> None:
        name = type(error).__name__
        values = {"error": name, "code": error.code, "fields": _plain(error.fields)}
        self.record(ERROR, json.dumps(values).encode())


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Values that JSON can hold; a value that it cannot is said as text."""
    plain = (int, float, str, type(None))
    return {name: v if isinstance(v, plain) else str(v) for name, v in values.items()}


def error_of(record: bytes) -> BpeError:
    """The error that a worker reported, as it was raised there.

    >>> error_of(b'{"error": "EmptyCorpusError", "fields": {}}')
    EmptyCorpusError('There is nothing to train on: ...')
    """
    values = json.loads(record)
    known = {cls.__name__: cls for cls in _subclasses(BpeError)}
    cls = known.get(values["error"], TrainingFailedError)
    return restore(cls, values["fields"], values.get("code", ""))


def _subclasses(cls: type[BpeError]) -> list[type[BpeError]]:
    return [cls, *(each for sub in cls.__subclasses__() for each in _subclasses(sub))]


@contextmanager
def heartbeat(give: Callable[[], None]) -> Iterator[None]:
    """Let `give` be called again and again while this process computes, in its main thread.

    Progress is told where a number of steps is known. Between two such reports there may be seconds
    of counting, sorting or table making. So the system is asked to interrupt this process after
    every quarter of a second that it has computed, and the interpreter then calls back between two
    of its own steps. What works knows nothing of it and pays nothing for it. Windows has no such
    timer, and there `give` is never called.

    Unlike a thread that says so every now and then, this says something about the work itself: a
    process that hangs computes nothing and is silent, and so is one in a single call without end.
    (A learner's pattern is another matter: `bpe_core.worker.own_pattern` has its own time limit.)

    >>> signs = []
    >>> with heartbeat(lambda: signs.append("alive")):
    ...     while not signs:
    ...         pass
    >>> signs[0]
    'alive'
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, lambda number, frame: give())
    signal.setitimer(signal.ITIMER_PROF, SECONDS_BETWEEN_SIGNS, SECONDS_BETWEEN_SIGNS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run(stdin: BinaryIO, stdout: BinaryIO, read: Callable[[bytes], Task]) -> None:
    """Do the one job that comes by `stdin`; `read` makes it of its line."""
    report = Report(stdout)
    line = stdin.readline()
    if not line:  # whoever started it for a job to come is gone
        return
    try:
        job = read(line)
        limit_memory(job.memory_limit)
        text = str(stdin.read(), "utf-8", "surrogatepass")
        with heartbeat(report.again):
            answer = job.answer(text, report)
        report.record(TRACE, *answer)
    except BpeError as error:
        report.error(error)
    except MemoryError:
        report.error(OutOfMemoryError())
    except BrokenPipeError:
        pass  # nobody waits for the answer any more
    except Exception as error:  # its text may repeat the learner's: only its name is told
        report.error(TrainingFailedError(name=type(error).__name__))


def limit_memory(size: int | None) -> None:
    """Let this process take at most so many bytes of addresses, where the system can do that."""
    if size is None or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(OSError, ValueError):  # macOS knows the limit and does not take it
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def limit_seconds(seconds: int) -> None:
    """Let this process compute for so long from now, even if nobody is left to stop it."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    end = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (end, hard))


def stand_back() -> None:
    """Let everybody else go first; be the first to go where memory runs out."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(NICENESS)
    if sys.platform == "linux":
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")


def encode_job(job: Task, text: str) -> list[bytes]:
    """Encode a job for a worker: the job's line, then the text."""
    return [job.to_line(), encode_utf8(text)]


def work(read: Callable[[bytes], Task]) -> None:
    """Be a worker: give way to the server, do one job, and end."""
    stand_back()
    run(sys.stdin.buffer, sys.stdout.buffer, read)
    # Nothing is left to be tidied up, and taking apart a large trace takes a while.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    work(Job.from_line)
