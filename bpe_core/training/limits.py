"""What every training checks before it begins, and when it ends.

A training ends at a number of merges, at a size of the vocabulary, or when its time is up; what is
asked for may be impossible, and then it says so before anything is done. Unlike the settings of
one algorithm, such as a tie rule, these are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral, Real
from time import monotonic
from typing import Literal, TypeGuard

from bpe_core.errors import (
    NumberTooSmallError,
    SpecialTokenError,
    StepError,
    TimeLimitError,
    VocabularyTooSmallError,
)
from bpe_core.text.corpus import Corpus

StopReason = Literal[
    "num_merges", "vocab_size", "min_frequency", "nothing_left", "token_length", "time_limit"
]
#: Is told how many steps are done, and of how many (None: not known); may raise to cancel.
ReportSteps = Callable[[int, int | None], None]

#: Bytes of one token in UTF-8, its prefix or marker included.
MOST_TOKEN_BYTES = 4_096
STEPS_PER_LOOK = 16  # steps between two looks at the clock
SECONDS_PER_REPORT = 0.25


def check_special_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """The special tokens as a tuple; `SpecialTokenError` for an empty or repeated one.

    A text alone is one token.

    >>> check_special_tokens(["<pad>", "<eos>"]), check_special_tokens("<s>")
    (('<pad>', '<eos>'), ('<s>',))
    """
    tokens = (tokens,) if isinstance(tokens, str) else tuple(tokens)
    for i, token in enumerate(tokens):
        if not isinstance(token, str) or not token or token in tokens[:i]:
            raise SpecialTokenError(token=token)
    return tuple(tokens)


def check_step(step: object, last: int) -> int:
    """The step if it is a whole number from 0 to `last`, else `StepError`.

    >>> check_step(2, last=3)
    2
    """
    if not is_whole(step) or not 0 <= step <= last:
        raise StepError(step=step, last=last)
    return int(step)


def is_whole(number: object) -> TypeGuard[int]:
    """Whether something is a whole number, Python's own or another, and not a truth value."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def check_number(name: str, value: object, smallest: int) -> None:
    """`NumberTooSmallError` for anything but a whole number of at least `smallest`."""
    if not is_whole(value) or value < smallest:
        raise NumberTooSmallError(name=name, value=value, smallest=smallest)


def find_limit(
    corpus: Corpus, num_merges: int | None, vocab_size: int | None, special: int
) -> tuple[int | None, StopReason]:
    """How many merges at most (None: no limit), and which setting says so.

    `special` is how many special tokens there are. Raises `NumberTooSmallError`,
    `VocabularyTooSmallError`.

    >>> find_limit(Corpus.from_counts({"hug": 1}), None, 10, special=1)
    (6, 'vocab_size')
    """
    if num_merges is not None:
        check_number("num_merges", num_merges, smallest=0)
    if vocab_size is None:
        return num_merges, "num_merges"
    base = len(corpus.base_vocabulary)
    check_number("vocab_size", vocab_size, smallest=1)
    if vocab_size < special + base:
        raise VocabularyTooSmallError(
            vocab_size=vocab_size, base=base, special=special, smallest=special + base
        )
    room = vocab_size - special - base
    if num_merges is not None and num_merges <= room:
        return num_merges, "num_merges"
    return room, "vocab_size"


class Clock:
    """Looks at the time every few steps: reports progress and knows when time has run out."""

    def __init__(
        self, total: int | None, progress: ReportSteps | None, time_limit: float | None
    ) -> None:
        if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
            raise TimeLimitError(value=time_limit)
        now = monotonic()
        self._total = total
        self._progress = progress
        self._end = None if time_limit is None else now + time_limit
        self._next_report = now + SECONDS_PER_REPORT

    def is_over(self, step: int) -> bool:
        """Whether time is up after so many steps; now and then this reports, too."""
        if step == 0 or step % STEPS_PER_LOOK:  # however slow, a few steps are made
            return False
        now = monotonic()
        if now >= self._next_report:
            self.report(step)
            self._next_report = now + SECONDS_PER_REPORT
        return self._end is not None and now >= self._end

    def report(self, step: int) -> None:
        """Tell how many steps are done."""
        if self._progress is not None:
            self._progress(step, self._total)
