"""A recorded run of the textbook's program: `python -m bpe_core.teaching_materials.recording`.

It says which line ran when, with which variables.
The interpreter itself tells (`sys.settrace`), so nothing is scripted: each event is a line of
`bpe_core/textbook.py` that is about to run, or a function that is about to return, with the local
variables as they are then. Unlike a debugger this keeps everything, so that one can step back.

This runs in a process of its own, which speaks as `bpe_core.worker.job` does. The corpus is made as
a training makes it; then the textbook's program runs on it, and what it did is the answer, as JSON.

Throughout: a *phase* is one line of the function that was called, with all that it calls.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, pairwise
from types import FrameType
from typing import Any, Literal, get_args

import numpy as np

from bpe_core import textbook
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.train import train
from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Corpus, Token, plain_token
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

#: Events of a run that are kept; and those among them up to which each line is one.
MOST_EVENTS, MOST_LINE_EVENTS = 6_000, 4_000
#: Items of a list or a dictionary that are kept.
MOST_ITEMS = 40
#: Tokens and pairs that the phases of a run look at before it is ended: some ten seconds of work.
MOST_TOKENS = 20_000_000
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
        self._looked_at = 0
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
        tokens = _tokens_of(frame) if depth == 0 else 0
        lines = LINES_PER_TOKEN * tokens  # that the next phase can take: too many are not kept
        if depth == 0 and run.by_line is None and len(run.events) + lines > self._line_events:
            run.by_line = len(run.events)
        if run.by_line is not None:
            self._looked_at += tokens
        if self._looked_at > MOST_TOKENS or len(run.events) >= MOST_EVENTS:
            raise _EnoughError
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


def _tokens_of(frame: FrameType) -> int:
    """How many tokens and pairs a phase looks at, at most."""
    held = frame.f_locals
    words = [word for word, _ in held["corpus"]] if "corpus" in held else [held.get("word", ())]
    return sum(map(len, words)) + len(held.get("counts", ()))


ProgramPart = Literal["train", "encode", "decode"]
PARTS: tuple[ProgramPart, ...] = get_args(ProgramPart)
#: The textbook's function has no types.
encode: Callable[..., list[int]] = textbook.encode
#: Merges that are trained at most: a slow program is looked at.
MOST_MERGES = 200
#: Characters of a word that is encoded.
LONGEST_WORD = 40


class RecordingStoppedError(BpeError):
    """A run that took too long, or too much memory."""

    template = (
        "The run was stopped because it had not finished after {seconds} seconds or used too much "
        "memory. Use a shorter text or fewer merges."
    )


@dataclass(frozen=True)
class RecordingJob(Task):
    """A task to record `part` of the program, on the text that follows.

    `word` is encoded or decoded; what the corpus has no token for is left out of it.

    >>> RecordingJob.from_line(RecordingJob("encode", word="hugs").to_line()).word
    'hugs'
    """

    part: ProgramPart = "train"
    specification: TrainingSpecification = field(default_factory=TrainingSpecification)
    word: str = ""

    def answer(self, text: str, report: Report) -> list[Part]:
        """The recorded run, as JSON. Raises a `BpeError`."""
        report.stage("count")
        progress = partial(report.now_and_then, "train")
        run, vocabulary = recorded(
            self.part, self.specification, text, self.word, progress=progress
        )
        tokens = list(map(plain_token, vocabulary))
        return [json.dumps({"run": run.to_plain(), "tokens": tokens}).encode()]


def recorded(
    part: ProgramPart,
    specification: TrainingSpecification,
    text: str,
    word: str = "",
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Run, list[Token]]:
    """Run a part of the program on a text: what was recorded, and the vocabulary at the end.

    To encode or decode, the merges come from the package's own trainer, which learns the same ones
    a hundred times faster. `progress` is told how many merges have been learned, and of how many.

    Raises a `BpeError`.

    >>> run, vocabulary = recorded("train", TrainingSpecification(num_merges=1), "hug 10\\npug 5")
    >>> run.values[run.result], vocabulary[-1]
    ({'dict': [[{'tuple': [3, 0], 'of': 2}, 4]], 'of': 1}, 'ug')
    """
    corpus = specification.corpus_of(text)
    trace = train(corpus, specification)
    assert isinstance(trace, Trace)
    # The textbook's program knows no minimum frequency: it is asked for the merges that there are.
    merges = min(len(trace), MOST_MERGES)
    if part == "train":
        vocabulary = list(corpus.base_vocabulary)
        prefer = preference(specification.tie_break, vocabulary)

        def hear(held: Mapping[str, Any]) -> None:
            if progress is not None and "merges" in held:
                progress(len(held["merges"]), merges)

        run = record(textbook.train, spelled(corpus), vocabulary, merges, prefer, on_phase=hear)
        return run, vocabulary
    vocabulary = list(trace.vocabulary_at(merges))[trace.first_base_id :]
    pairs = map(tuple, trace.base_merges[:merges, :2].tolist())
    learned = {pair: len(corpus.base_vocabulary) + i for i, pair in enumerate(pairs)}
    ids = spell(word[:LONGEST_WORD], corpus)
    if part == "encode":
        return record(textbook.encode, ids, learned), vocabulary
    return record(textbook.decode, encode(ids, learned), vocabulary), vocabulary


def spelled(corpus: Corpus) -> list[tuple[list[int], int]]:
    """The corpus as the textbook has it: words as lists of ids, with their counts."""
    units, starts = corpus.units.tolist(), corpus.starts.tolist()
    words = (units[start:end] for start, end in pairwise(starts))
    return list(zip(words, corpus.counts.tolist(), strict=True))


def spell(word: str, corpus: Corpus) -> list[int]:
    """The ids of a word's units, and of its marker; units that the corpus lacks are left out."""
    places = {token: i for i, token in enumerate(corpus.base_vocabulary)}
    units: list[Token] = [*word]
    if corpus.unit == "byte":
        units = [bytes([value]) for value in word.encode("utf-8", "surrogatepass")]
    ids = [places[unit] for unit in units if unit in places]
    return ids if corpus.marker_id is None else [*ids, corpus.marker_id]


def preference(rule: str, vocabulary: list[Token]) -> Callable[[tuple[int, int]], int] | None:
    """The tie rule as the textbook takes it: the largest number wins; None for the first seen."""
    tie_rule = find_tie_rule(rule)
    if not tie_rule.python_key:
        return None

    def prefer(pair: tuple[int, int]) -> int:
        left, right = (np.array([token_id]) for token_id in pair)
        return -int(tie_rule.ranks(left, right, np.zeros(1, np.int64), lambda: vocabulary)[0])

    return prefer


if __name__ == "__main__":
    work(RecordingJob.from_line)
