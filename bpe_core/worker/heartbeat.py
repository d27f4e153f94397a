"""Heartbeats of a process that works long, for the process that watches it.

Progress is told where a number of steps is known. Between two such reports there may be seconds of
counting, sorting or table making. So the system is asked to interrupt this process after every
quarter of a second that it has computed, and the interpreter then calls back between two of its own
steps. What works knows nothing of it and pays nothing for it.

Unlike a thread that says so every now and then, this says something about the work itself: a
process that hangs computes nothing and is silent, and so is one in a single call without end. (A
pattern of a visitor's own is another matter: `bpe_core.worker.own_pattern` has its own time limit.)
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Of processor time, between two signs.
SECONDS_BETWEEN_SIGNS = 0.25


@contextmanager
def heartbeat(give: Callable[[], None]) -> Iterator[None]:
    """Let `give` be called again and again while this process computes, in its main thread.

    It may be called between any two steps of the interpreter. Windows has no such timer, and there
    it is never called.

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
