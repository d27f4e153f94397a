"""Check the settings of any training before it begins, and tell when it ends.

A training ends at a number of merges, at a vocabulary size, or when its time is up. If the
requested settings are impossible, an error says so before any work is done. Unlike the settings of
one algorithm, such as a tie rule, these are the same for all algorithms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real
from time import monotonic, thread_time
from typing import Literal

from bpe_core.errors import (
    BpeError,
    NotCorpusTypeError,
    NumberTooSmallError,
    SpecialTokenError,
    SpecialTokensTypeError,
    StepError,
    TimeLimitError,
    VocabularyTooSmallError,
)
from bpe_core.text.corpus import Corpus, is_whole

StopReason = Literal[
    "num_merges", "vocab_size", "min_frequency", "nothing_left", "token_length", "time_limit"
]
#: Called with the steps done and the total (None: not known); may raise an exception to cancel.
ReportSteps = Callable[[int, int | None], None]

#: The most bytes of one token in UTF-8, including its prefix or marker.
MOST_TOKEN_BYTES = 4_096
STEPS_PER_LOOK = 16  # steps between two looks at the clock
SECONDS_PER_REPORT = 0.25


def check_special_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the special tokens as a tuple; `SpecialTokenError` for an empty or repeated one.

    A single string is refused with `SpecialTokensTypeError`: it could be read as its characters.

    >>> check_special_tokens(["<pad>", "<eos>"])
    ('<pad>', '<eos>')
    >>> check_special_tokens(b"<pad>")
    Traceback (most recent call last):
    bpe_core.errors.SpecialTokensTypeError: ...
    """
    if isinstance(tokens, (str, bytes)):
        raise SpecialTokensTypeError(tokens=tokens)
    tokens = tuple(tokens)
    for i, token in enumerate(tokens):
        if not isinstance(token, str) or not token or token in tokens[:i]:
            raise SpecialTokenError(token=token)
    return tuple(tokens)


def check_step(step: object, last: int) -> int:
    """Return the step if it is a whole number from 0 to `last`, else raise `StepError`.

    >>> check_step(2, last=3)
    2
    """
    if not is_whole(step) or not 0 <= step <= last:
        raise StepError(step=step, last=last)
    return int(step)


def check_number(name: str, value: object, smallest: int) -> None:
    """Raise `NumberTooSmallError` for anything but a whole number of at least `smallest`."""
    if not is_whole(value) or value < smallest:
        raise NumberTooSmallError(name=name, value=value, smallest=smallest)


def find_limit(
    corpus: Corpus, num_merges: int | None, vocab_size: int | None, special: int
) -> tuple[int | None, StopReason]:
    """The maximum number of merges (None: no limit), and the setting that it comes from.

    `special` is the number of special tokens. Raises `NumberTooSmallError`,
    `VocabularyTooSmallError`.

    >>> find_limit(Corpus.from_counts({"hug": 1}), None, 10, special=1)
    (6, 'vocab_size')
    """
    if num_merges is not None:
        check_number("num_merges", num_merges, smallest=0)
    if vocab_size is None:
        return num_merges, "num_merges"
    room = check_room(corpus, vocab_size, special)
    if num_merges is not None and num_merges <= room:
        return num_merges, "num_merges"
    return room, "vocab_size"


def check_room(
    corpus: Corpus, vocab_size: int, special: int, error: type[BpeError] = VocabularyTooSmallError
) -> int:
    """How many tokens a vocabulary has room for beside special and base ones; an error if none."""
    check_number("vocab_size", vocab_size, smallest=1)
    base = len(corpus.base_vocabulary)
    smallest = special + base
    if vocab_size < smallest:
        raise error(vocab_size=vocab_size, base=base, special=special, smallest=smallest)
    return vocab_size - smallest


class Clock:
    """A clock that reports progress, of a `total` if that is known, and knows when time is up.

    `time_limit` is in seconds that this thread computes: on a busy machine, a training comes as far
    as on an idle one. `limited_by` is the setting that the total comes from.
    """

    def __init__(
        self,
        total: int | None,
        progress: ReportSteps | None,
        time_limit: float | None,
        limited_by: StopReason = "num_merges",
    ) -> None:
        if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
            raise TimeLimitError(value=time_limit)
        self.total, self.limited_by = total, limited_by
        self._progress = progress
        self._end = None if time_limit is None else thread_time() + time_limit
        self._next_report = monotonic() + SECONDS_PER_REPORT

    def is_over(self, step: int) -> bool:
        """Whether time is up after `step` steps; now and then this also reports progress."""
        if step == 0 or step % STEPS_PER_LOOK:  # a few steps are always made, however slow
            return False
        if monotonic() >= self._next_report:
            self.report(step)
            self._next_report = monotonic() + SECONDS_PER_REPORT
        return self.is_late()

    def run(self, step: Callable[[], StopReason | None], done: int = 0) -> StopReason:
        """Make steps up to the total, or until one returns why it could not be made; return why."""
        stopped: StopReason | None = None
        while done != self.total and stopped is None:
            stopped = "time_limit" if self.is_over(done) else step()
            done += stopped is None
        self.report(done)
        return stopped or self.limited_by

    def is_late(self) -> bool:
        """Whether time is up."""
        return self._end is not None and thread_time() >= self._end

    def report(self, step: int) -> None:
        """Report how many steps are done."""
        if self._progress is not None:
            self._progress(step, self.total)


def begin(
    corpus: Corpus,
    num_merges: int | None,
    vocab_size: int | None,
    min_frequency: int,
    special_tokens: Sequence[str],
    progress: ReportSteps | None,
    time_limit: float | None,
) -> tuple[tuple[str, ...], Clock]:
    """Check the settings of a training by merges; return the special tokens and its clock."""
    check_corpus(corpus)
    special = check_special_tokens(special_tokens)
    check_number("min_frequency", min_frequency, smallest=1)
    limit, limited_by = find_limit(corpus, num_merges, vocab_size, len(special))
    return special, Clock(limit, progress, time_limit, limited_by)


def check_corpus(corpus: object) -> None:
    """Raise `NotCorpusTypeError` unless this is a corpus.

    >>> check_corpus("hug pug")
    Traceback (most recent call last):
    bpe_core.errors.NotCorpusTypeError: ...
    """
    if not isinstance(corpus, Corpus):
        raise NotCorpusTypeError(kind=type(corpus).__name__)
