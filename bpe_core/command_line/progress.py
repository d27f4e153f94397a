"""Training progress on standard error: one line that changes, or a line now and then."""

from __future__ import annotations

import sys
from time import monotonic

from bpe_core.algorithms.limits import StopReason

SECONDS_ON_A_TERMINAL, SECONDS_IN_A_LOG = 0.2, 5.0
#: Why a training stopped.
REASONS: dict[StopReason, str] = {
    "num_merges": "the requested number was reached",
    "vocab_size": "the vocabulary has the requested size",
    "min_frequency": "no pair reaches the minimum frequency",
    "nothing_left": "nothing is left to learn",
    "token_length": "the next token would be too long",
    "time_limit": "the time limit was reached",
}


class ProgressLine:
    """Shows how many files have been counted, and how many `steps` are done: merges or rounds."""

    def __init__(self, steps: str, *, is_quiet: bool) -> None:
        self._steps = steps
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._patience = SECONDS_ON_A_TERMINAL if self._is_terminal else SECONDS_IN_A_LOG
        self._next = monotonic() + self._patience

    def files(self, done: int, total: int) -> None:
        """Show how many files have been counted."""
        self._now_and_then(f"counted {done:,} of {total:,} files")

    def steps(self, done: int, total: int | None) -> None:
        """Show how many steps are done."""
        of_all = "" if total is None else f" of {total:,}"
        self._now_and_then(f"{self._steps}: {done:,}{of_all}")

    def end(self, done: int, stopped_because: StopReason) -> None:
        """Show that the training has ended, and why."""
        self._say(f"{self._steps}: {done:,}; stopped: {REASONS[stopped_because]}")
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
