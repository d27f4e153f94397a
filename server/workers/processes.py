"""Worker processes: keep one started in reserve, and end those that hang or compute for too long.

Python needs a third of a second to start with NumPy and our own modules, which is as long as
training on a megabyte takes. So a `ReadyWorker` keeps one process that has imported everything and
waits for its job. Each process still does one job and ends, which frees all memory that it used.

A worker reports its progress, and gives a sign of life after every quarter of a second that it has
computed (`bpe_core.worker.job`). Between two of these it may be in one long call, or get
no processor time, so silence alone does not mean that something is wrong. That is why silence is
measured in the worker's own time, which the system knows:

- It *waits* while it sleeps or is stopped and gets no processor time. A worker has nothing to wait
  for, so after two seconds of waiting it counts as hanging.
- It *computes* as long as it gets processor time. Legitimate single calls, on the longest text,
  take up to one and a half seconds (5 MB of one character), and three times as long on a slow
  machine. Beyond five seconds it counts as spinning.

A worker that wants to run and gets no turn, or that waits for the disk, does neither, so a busy
machine ends nobody's training. A loop of many short calls is not silent; the time limit ends it,
which is measured in the worker's own time as well. Where the system reports nothing (only Linux
does), only the time limit ends a worker, and the clock measures it.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Literal, NamedTuple

from bpe_core.worker.process import Process, end_worker

#: Returns a process that reads its job from its input.
StartWorker = Callable[[], Process]


class ReadyWorker:
    """One process that is kept ready. As soon as it is taken, another is prepared."""

    def __init__(self, start: StartWorker) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._is_closed = False

    def prepare(self) -> None:
        """Start a process if none is ready."""
        with self._lock:
            if self._process is None and not self._is_closed:
                with suppress(OSError):  # no process can be started: the next job reports that
                    self._process = self._start()

    def take(self) -> Process:
        """Return the ready process, or a new one if it has died; then prepare the next.

        Raises an OSError if no process can be started.
        """
        with self._lock:
            ready, self._process = self._process, None
        if ready is not None and ready.poll() is not None:
            end_worker(ready)
            ready = None
        process = ready or self._start()
        self.prepare()
        return process

    def close(self) -> None:
        """End the ready process; no other is started from now on."""
        with self._lock:
            self._is_closed = True
            ready, self._process = self._process, None
        if ready is not None:
            end_worker(ready)


SECONDS_BETWEEN_LOOKS = 0.2
#: Seconds that a worker may wait, and that it may compute in silence.
LONGEST_WAIT, LONGEST_COMPUTATION = 2.0, 5.0
TICKS_A_SECOND = 100  # of processor time in /proc, on every Linux
WAITS = "STt"  # states: sleeping, stopped, stopped by a debugger

Reason = Literal["silent", "slow"]


class Look(NamedTuple):
    """The system's record of a process: its state (a letter) and processor time in seconds.

    >>> Look.of("7 (a (b) c) S 1 7 7 0 -1 0 0 0 0 0 150 50 0 0 30 10 1 0")
    Look(state='S', computed=2.0)
    """

    state: str
    computed: float

    @classmethod
    def of(cls, stat: str) -> Look:
        fields = stat.rpartition(")")[2].split()
        return cls(fields[0], (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND)


def look_at(pid: int) -> Look | None:
    """The process now; None if the system doesn't say."""
    try:
        return Look.of(Path(f"/proc/{pid}/stat").read_text("utf-8", "replace"))
    except OSError:
        return None


class Silence:
    """How long a worker has been silent, in its own time.

    >>> silence = Silence()
    >>> [silence.is_too_long(Look("S", 0.5), seconds) for seconds in (0.0, 1.5, 1.0)]
    [False, False, True]
    >>> silence.end()
    >>> [silence.is_too_long(Look("S", 0.5), seconds) for seconds in (1.0, 1.5)]
    [False, False]
    """

    def __init__(self) -> None:
        self._was_heard = True
        self._heard_at = 0.0  # by the worker's processor time
        self._computed = 0.0
        self._waited = 0.0

    def end(self) -> None:
        """End the silence: the worker has reported something."""
        self._was_heard = True

    def is_too_long(self, look: Look, seconds: float) -> bool:
        """Whether it hangs or spins, given its state now, `seconds` after the previous look."""
        if self._was_heard:
            self._was_heard = False
            self._heard_at, self._waited = look.computed, 0.0
        elif look.computed > self._computed:
            self._waited = 0.0
        elif look.state in WAITS:
            self._waited += seconds
        self._computed = look.computed
        computed = look.computed - self._heard_at
        return self._waited > LONGEST_WAIT or computed > LONGEST_COMPUTATION


class Watch:
    """Ends a worker that is silent for too long, or has computed for `time_limit` seconds.

    `reason` says why the worker was ended; it is None if this object did not end it.
    """

    def __init__(self, process: subprocess.Popen[bytes], time_limit: float) -> None:
        self.reason: Reason | None = None
        self._process = process
        self._time_limit = time_limit
        self._silence = Silence()
        self._over = threading.Event()
        threading.Thread(target=self._look_on, name="watch", daemon=True).start()

    def note_report(self) -> None:
        """Note that the worker has reported something."""
        self._silence.end()

    def stop(self) -> None:
        """Stop watching."""
        self._over.set()

    def _look_on(self) -> None:
        begun = before = monotonic()
        while not self._over.wait(SECONDS_BETWEEN_LOOKS):
            now = monotonic()
            look = look_at(self._process.pid)
            if (look.computed if look else now - begun) >= self._time_limit:
                self.reason = "slow"
            elif look and self._silence.is_too_long(look, now - before):
                self.reason = "silent"
            if self.reason:
                self._process.kill()
                return
            before = now
