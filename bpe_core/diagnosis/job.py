"""A diagnosis in a process of its own: `python -m bpe_core.diagnosis.job`.

It uses the protocol of `bpe_core.worker.job`: the job and the corpus come in on stdin, progress
and the record of the diagnosis go out on stdout. So the server's queue runs it like a training.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from bpe_core.diagnosis.diagnosis import diagnose
from bpe_core.diagnosis.record import as_record
from bpe_core.specification import TrainingSpecification
from bpe_core.text.reading import read_counts
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

#: Seconds that the search for mistakes may take.
SEARCH_LIMIT = 12.0


@dataclass(frozen=True)
class DiagnosisJob(Task):
    """A list of merges to check against the merges asked for, on the text that follows.

    `seconds` is the most time that the search for mistakes may take.

    >>> DiagnosisJob.from_line(DiagnosisJob("h u").to_line()).specification.unit
    'char'
    """

    merges: str
    specification: TrainingSpecification = field(default_factory=TrainingSpecification)
    seconds: float = SEARCH_LIMIT

    def answer(self, text: str, report: Report) -> list[Part]:
        """The record of the diagnosis with its `unit`, as JSON. Raises a `BpeError`."""
        report.stage("count")
        specification = self.specification
        source = (
            read_counts(text, specification.delimiter) if specification.is_table(text) else text
        )
        found = diagnose(
            source, specification, self.merges, seconds=self.seconds, progress=report.now_and_then
        )
        return [
            json.dumps(as_record(found, specification.unit) | {"unit": specification.unit}).encode()
        ]


if __name__ == "__main__":
    work(DiagnosisJob.from_line)
