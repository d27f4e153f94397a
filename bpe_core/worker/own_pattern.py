r"""Cutting a text by a pattern that a learner wrote: `python -m bpe_core.worker.own_pattern`.

Words are what the pattern matches, as with GPT-2's; what it does not match is in no word. A
pattern can take for ever, to be compiled (`(a{1000}){1000}`) or to match (`(a+)+b`), and neither
can be stopped from inside with certainty. So unlike the named pre-tokenizers it only ever runs in
a process of its own, which speaks as `bpe_core.worker.job` does; its answer is a list of places.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import ClassVar

import regex

from bpe_core.errors import BpeError
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, limit_seconds, work

#: Characters of a pattern, and the largest number in braces.
LENGTH_LIMIT = 200
REPEAT_LIMIT = 1_000
#: Seconds that a pattern may compute, its process's start included.
TIME_LIMIT = 3
#: Bytes of addresses that its process may take.
MEMORY_LIMIT = 2**29
#: Seconds for matching alone: then the worker can still say what happened.
MATCH_LIMIT = 2.0

_REPEAT = re.compile(r"\{\s*(\d*)\s*,?\s*(\d*)\s*\}")

Span = tuple[int, int]


class PatternError(BpeError):
    """The pattern is too long, repeats something too often, or is no regular expression."""

    template = (
        "The pattern {pattern} cannot be read; the error is at character {position} or before "
        "it. Look for an unmatched bracket, a repeat with nothing before it, a special "
        "character that needs a backslash, or a class whose name does not exist."
    )
    templates: ClassVar = {
        "too-long": "This pattern has {length} characters; the limit is {limit}. Shorten it.",
        "repeat": "This pattern repeats something {repeat} times; at most {limit} times are "
        "allowed. Use a smaller number in the braces, or use + or *.",
        "unclosed": "The pattern {pattern} lacks {missing} at its end.",
        "property": "The pattern {pattern} cannot be read: there is no Unicode property named "
        "{name}.",
    }


#: The bracket that is missing, by what the library says.
_MISSING = {"missing )": ")", "unterminated character set": "]"}
_PROPERTY = re.compile(r"\\[pP]\{\^?([^{}]*)\}?$")


class PatternStoppedError(BpeError):
    """The pattern took too long, or too much memory."""

    template = (
        "This pattern was stopped because it had not finished after {seconds} seconds or used "
        "too much memory. Avoid a repeat inside a repeat, such as (a+)+, or use smaller numbers "
        "in the braces."
    )


def check_pattern(pattern: str) -> None:
    """Raise `PatternError` for a pattern that is not even tried.

    >>> check_pattern("a{99999999}")
    Traceback (most recent call last):
    bpe_core.worker.own_pattern.PatternError: This pattern repeats something 99999999 times; ...
    """
    if len(pattern) > LENGTH_LIMIT:
        raise PatternError("too-long", length=len(pattern), limit=LENGTH_LIMIT)
    for found in _REPEAT.finditer(pattern):
        largest = max(found.groups(), key=lambda digits: (len(digits.lstrip("0")), digits))
        if len(largest.lstrip("0")) > len(str(REPEAT_LIMIT)) or int(largest or 0) > REPEAT_LIMIT:
            raise PatternError("repeat", repeat=largest, limit=REPEAT_LIMIT)


def compiled(pattern: str) -> regex.Pattern[str]:
    r"""Compile a checked pattern. Raises `PatternError`.

    >>> compiled("(?")
    Traceback (most recent call last):
    bpe_core.worker.own_pattern.PatternError: ... the error is at character 2 or before it. ...
    >>> compiled(r"\p{Xyz}+")
    Traceback (most recent call last):
    bpe_core.worker.own_pattern.PatternError: ... there is no Unicode property named Xyz.
    """
    check_pattern(pattern)
    try:
        return regex.compile(pattern)
    except regex.error as error:
        reason, place = getattr(error, "msg", ""), getattr(error, "pos", None) or 0
        # An end that is missing is reported behind the last character.
        said = {"pattern": pattern, "position": min(place + 1, len(pattern))}
        if missing := _MISSING.get(reason):
            raise PatternError("unclosed", **said, missing=missing) from None
        if reason == "unknown property" and (named := _PROPERTY.search(pattern[:place])):
            raise PatternError("property", **said, name=named[1]) from None
        raise PatternError(**said) from None


def cut(pattern: str, text: str) -> list[Span]:
    r"""Where the words occur that the pattern matches; matches of nothing are none.

    To be called in a process that can be killed. Raises `PatternError` and
    `PatternStoppedError`.

    >>> cut(r"\w+", "to be")
    [(0, 2), (3, 5)]
    """
    try:
        found = compiled(pattern).finditer(text, timeout=MATCH_LIMIT)
        return [match.span() for match in found if match.group()]
    except (TimeoutError, RecursionError, OverflowError):
        raise PatternStoppedError(seconds=TIME_LIMIT) from None


@dataclass(frozen=True)
class PatternJob(Task):
    """A pattern for a worker to cut a text by.

    >>> PatternJob.from_line(PatternJob("a+").to_line())
    PatternJob(memory_limit=536870912, pattern='a+')
    """

    pattern: str
    memory_limit: int | None = field(default=MEMORY_LIMIT, kw_only=True)

    def answer(self, text: str, report: Report) -> list[Part]:
        """The places of the words, as JSON."""
        return [json.dumps(cut(self.pattern, text)).encode()]


if __name__ == "__main__":
    limit_seconds(TIME_LIMIT)
    work(PatternJob.from_line)
