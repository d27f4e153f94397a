"""Training progress on standard error: one line that changes, or a line now and then."""

from __future__ import annotations

import sys
from time import monotonic

SECONDS_ON_A_TERMINAL, SECONDS_IN_A_LOG = 0.2, 5.0


class ProgressLine:
    """Shows how many files have been counted and how many steps learned."""

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._patience = SECONDS_ON_A_TERMINAL if self._is_terminal else SECONDS_IN_A_LOG
        self._next = monotonic() + self._patience

    def files(self, done: int, total: int) -> None:
        """Show how many files have been counted."""
        self._now_and_then(f"counted {done:,} of {total:,} files")

    def steps(self, done: int, total: int | None) -> None:
        """Show how many merges have been learned."""
        self._now_and_then(f"learned {done:,} merges" + ("" if total is None else f" of {total:,}"))

    def end(self, steps: int, stopped_because: str) -> None:
        """Show that the training has ended, and why."""
        self._say(f"learned {steps:,} steps, stopped by {stopped_because}")
        if self._is_terminal and not self._is_quiet:
            print(file=sys.stderr)

    def _now_and_then(self, line: str) -> None:
        if monotonic() >= self._next:
            self._say(line)
            self._next = monotonic() + self._patience

    def _say(self, line: str) -> None:
        if self._is_quiet:
            return
        if self._is_terminal:
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
