"""Start worker processes, and keep one started in reserve for the next job.

Python needs a third of a second to start with NumPy and our own modules, which is as long as
training on a megabyte takes. So a `ReadyWorker` keeps one process that has imported everything and
waits for its job. Each process still does one job and ends, which frees all memory that it used.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

Process = subprocess.Popen[bytes]
#: Returns a process that reads its job from its input.
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
    environment = {name: os.environ[name] for name in needed if name in os.environ}
    return environment | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}


def end_worker(process: Process) -> None:
    """Kill a worker, whatever it is doing, and close its streams."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


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
