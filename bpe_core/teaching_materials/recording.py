"""A recorded run of the textbook's program: which line ran when, with which variables.

The interpreter itself tells (`sys.settrace`), so nothing is scripted: each event is a line of
`bpe_core/textbook.py` that is about to run, or a function that is about to return, with the local
variables as they are then. Unlike a debugger this keeps everything, so that one can step back.

Throughout: a *phase* is one line of the function that was called, with all that it calls.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic, process_time
from types import FrameType
from typing import Any

from bpe_core import textbook

#: Events of a run that are kept; and those among them up to which each line is one.
MOST_EVENTS, MOST_LINE_EVENTS = 6_000, 4_000
#: Items of a list or a dictionary that are kept.
MOST_ITEMS = 40
#: Seconds of the process's own time after which a run is ended; and seconds by the clock, for a
#: machine that is busy with others.
MOST_SECONDS, LONGEST_WAIT = 10.0, 30.0
#: Lines that one base token of the corpus makes run in a step, at most.
LINES_PER_TOKEN = 9
_FILE = textbook.__file__

Plain = Any


class _EnoughError(Exception):
    """There are as many events as are kept."""


@dataclass(frozen=True)
class Event:
    """A line that is about to run, or a function that is about to return.

    `depth` is 0 for the function that was called; `is_new` says that a call has just begun.
    `changed` are the variables that are not as they were at the last event of this call: each by
    its place in `Run.values`.
    """

    line: int
    depth: int
    function: str
    is_new: bool
    is_return: bool
    changed: dict[str, int]


@dataclass
class Run:
    """The record of a run.

    `values` are the values that variables had, each once, as JSON can hold them (see `plain`).
    `by_line` is the number of events from which on there are phases only; None where all lines are
    there. `is_whole` says whether the run came to its end; `result` is the place of what it gave.
    """

    events: list[Event] = field(default_factory=list)
    values: list[Plain] = field(default_factory=list)
    by_line: int | None = None
    is_whole: bool = True
    result: int | None = None

    def to_plain(self) -> dict[str, Plain]:
        """For JSON: events as short lists, functions by their places in a list of names."""
        names = list(dict.fromkeys(event.function for event in self.events))
        return {
            "functions": names,
            "events": [
                [e.line, e.depth, names.index(e.function), e.is_new + 2 * e.is_return, e.changed]
                for e in self.events
            ],
            "values": self.values,
            "by_line": self.by_line,
            "is_whole": self.is_whole,
            "result": self.result,
        }


def plain(value: object) -> Plain:
    """A value as JSON can hold it: numbers as they are, the rest under the name of its type.

    Of a list, a tuple or a dictionary the first 40 items, and how many there are.

    >>> plain([1, (0, 2)])
    {'list': [1, {'tuple': [0, 2], 'of': 2}], 'of': 2}
    >>> plain({0: "a"})
    {'dict': [[0, {'text': 'a'}]], 'of': 1}
    """
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, bytes):
        return {"bytes": list(value)}
    if isinstance(value, list | tuple):
        items = [plain(item) for item in value[:MOST_ITEMS]]
        return {type(value).__name__: items, "of": len(value)}
    if isinstance(value, dict):
        pairs = islice(value.items(), MOST_ITEMS)
        return {"dict": [[plain(key), plain(item)] for key, item in pairs], "of": len(value)}
    return {"other": getattr(value, "__name__", type(value).__name__)}


def record(
    function: Callable[..., object],
    *args: object,
    line_events: int = MOST_LINE_EVENTS,
    on_phase: Callable[[Mapping[str, object]], None] | None = None,
) -> Run:
    """Call one of the textbook's functions, and record how it runs.

    `on_phase` is called with the variables of that function before each of its lines.

    >>> run = record(textbook.merge_pair, [0, 0, 1], (0, 0), 2)
    >>> run.values[run.result], {event.function for event in run.events}
    ({'list': [2, 1], 'of': 2}, {'merge_pair'})
    """
    recorder = _Recorder(line_events, on_phase)
    before = sys.gettrace()
    sys.settrace(recorder.called)
    try:
        result = function(*args)
    except _EnoughError:
        recorder.run.is_whole = False
    else:
        recorder.run.result = recorder.place_of(result)
    finally:
        sys.settrace(before)
    return recorder.run


class _Recorder:
    """Hears of each call and line. What it returns to the interpreter hears of the call's lines."""

    def __init__(
        self, line_events: int, on_phase: Callable[[Mapping[str, object]], None] | None
    ) -> None:
        self.run = Run()
        self._line_events = line_events
        self._on_phase = on_phase
        self._end, self._latest = process_time() + MOST_SECONDS, monotonic() + LONGEST_WAIT
        self._places: dict[str, int] = {}
        self._stack: list[FrameType] = []
        self._known: dict[FrameType, dict[str, int]] = {}
        self._lists: dict[int, tuple[list[object], int, int]] = {}

    def place_of(self, value: object) -> int:
        """The place of a value among those that are kept.

        A list that is as long as before is as it was: the program appends, and changes no item.
        """
        if not isinstance(value, list):
            return self._place_of_new(value)
        known = self._lists.get(id(value))
        if known is None or known[1] != len(value):
            known = self._lists[id(value)] = (value, len(value), self._place_of_new(value))
        return known[2]

    def _place_of_new(self, value: object) -> int:
        spelled = plain(value)
        name = json.dumps(spelled)
        if name not in self._places:
            self._places[name] = len(self.run.values)
            self.run.values.append(spelled)
        return self._places[name]

    def called(self, frame: FrameType, event: str, arg: object) -> Any:
        """A function begins: its lines are followed, unless only phases are."""
        if frame.f_code.co_filename != _FILE or (self._stack and self.run.by_line is not None):
            return None
        self._stack.append(frame)
        self._known[frame] = {}
        return self._step

    def _step(self, frame: FrameType, event: str, arg: object) -> Any:
        if event in ("line", "return"):
            self._note(frame, is_return=event == "return")
        if event == "return":
            self._stack.pop()
            del self._known[frame]
        return self._step

    def _note(self, frame: FrameType, *, is_return: bool) -> None:
        run, depth = self.run, len(self._stack) - 1
        is_late = process_time() > self._end or monotonic() > self._latest
        if is_late or len(run.events) >= MOST_EVENTS:
            raise _EnoughError
        if depth == 0 and run.by_line is None and self._has_no_room(frame):
            run.by_line = len(run.events)
        if depth == 0 and self._on_phase is not None:
            self._on_phase(frame.f_locals)
        known, is_new = self._known[frame], not self._known[frame]
        now = {
            name: self.place_of(value)
            for name, value in frame.f_locals.items()
            if not name.startswith(".")
        }
        changed = {name: place for name, place in now.items() if known.get(name) != place}
        known.update(changed)
        name = frame.f_code.co_name
        run.events.append(Event(frame.f_lineno, depth, name, is_new, is_return, changed))

    def _has_no_room(self, frame: FrameType) -> bool:
        """Whether the lines that the next phase can take are too many to be kept."""
        held = frame.f_locals
        words = [word for word, _ in held["corpus"]] if "corpus" in held else [held.get("word", ())]
        tokens = sum(map(len, words)) + len(held.get("counts", ()))
        return len(self.run.events) + LINES_PER_TOKEN * tokens > self._line_events
