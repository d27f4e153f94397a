"""Keep a worker process started in reserve for the next job.

Python needs a third of a second to start with NumPy and our own modules, which is as long as
training on a megabyte takes. So a `ReadyWorker` keeps one process that has imported everything and
waits for its job. Each process still does one job and ends, which frees all memory that it used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

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
