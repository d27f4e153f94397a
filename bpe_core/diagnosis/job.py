"""A diagnosis in a process of its own: `python -m bpe_core.diagnosis.job`.

It uses the protocol of `bpe_core.worker.job`: the job and the corpus come in on stdin, progress
and the record of the diagnosis go out on stdout. So the server's queue runs it like a training.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from time import monotonic
from typing import Any

from bpe_core.diagnosis.diagnosis import diagnose
from bpe_core.diagnosis.record import as_record
from bpe_core.specification import TrainingSpecification
from bpe_core.text.reading import read_counts
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, work

#: Seconds that the search for mistakes may take.
SEARCH_LIMIT = 12.0
SECONDS_BETWEEN_REPORTS = 0.25


@dataclass(frozen=True)
class DiagnosisJob:
    """A list of merges to check against the merges asked for, on the text that follows.

    `seconds` is the most time that the search for mistakes may take.

    >>> DiagnosisJob.from_line(DiagnosisJob("h u").to_line()).specification.unit
    'char'
    """

    merges: str
    specification: TrainingSpecification = field(default_factory=TrainingSpecification)
    seconds: float = SEARCH_LIMIT
    memory_limit: int | None = None

    def to_line(self) -> bytes:
        """The job as a line of JSON, in ASCII."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> DiagnosisJob:
        settings: dict[str, Any] = json.loads(line)
        return cls(
            **settings
            | {"specification": TrainingSpecification.from_plain(settings["specification"])}
        )

    def answer(self, text: str, report: Report) -> list[Part]:
        """The record of the diagnosis with its `unit`, as JSON. Raises a `BpeError`."""
        report.stage("count")
        specification = self.specification
        source = (
            read_counts(text, specification.delimiter) if specification.is_table(text) else text
        )
        told = _Now(report)
        found = diagnose(
            source, specification, self.merges, seconds=self.seconds, progress=told.stage
        )
        return [
            json.dumps(as_record(found, specification.unit) | {"unit": specification.unit}).encode()
        ]


class _Now:
    """Reports a new stage at once, and otherwise now and then: attempts follow too quickly."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._stage = ""
        self._next = 0.0

    def stage(self, name: str, done: int, total: int | None) -> None:
        if name != self._stage or monotonic() >= self._next:
            self._report.stage(name, done, total)
            self._stage = name
            self._next = monotonic() + SECONDS_BETWEEN_REPORTS


if __name__ == "__main__":
    work(DiagnosisJob.from_line)
