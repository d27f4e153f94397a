"""Worker processes: started when there is a job, or a moment before.

A Python with NumPy and our own modules needs a third of a second to start, which is as long as a
training of a megabyte. So a `ReadyWorker` keeps one process that has imported everything and waits
for its job. Each still does one job and ends: what a training leaves in memory goes with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Process = subprocess.Popen[bytes]
#: Gives a process that reads its job from its input.
StartWorker = Callable[[], Process]


def start_worker(*arguments: str) -> Process:
    """A new process of this Python with these arguments, its input and output open to us."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=worker_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # a traceback could repeat the learner's text
    )


def worker_environment() -> dict[str, str]:
    """Only what a Python needs to start, and one thread for its arithmetic."""
    needed = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
    kept = {name: os.environ[name] for name in needed if name in os.environ}
    return kept | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}


def end_worker(process: Process) -> None:
    """Kill a worker, whatever it does, and let go of what it held open."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


class ReadyWorker:
    """One process that is kept ready, and another as soon as it is taken."""

    def __init__(self, start: StartWorker) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._is_closed = False

    def prepare(self) -> None:
        """Have one ready, if none is."""
        with self._lock:
            if self._process is None and not self._is_closed:
                with suppress(OSError):  # no process to be had now: the next job says so
                    self._process = self._start()

    def take(self) -> Process:
        """The one that is ready, or a new one if it has died; then the next is prepared.

        Raises an OSError where no process can be started.
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
        """End the one that is ready; no other is started from now on."""
        with self._lock:
            self._is_closed = True
            ready, self._process = self._process, None
        if ready is not None:
            end_worker(ready)
