"""A diagnosis in a process of its own, and as a record: `python -m bpe_core.diagnosis.job`.

It uses the protocol of `bpe_core.worker.job`: the job and the corpus come in on stdin, progress
and the record of the diagnosis go out on stdout. So the server's queue runs it like a training.

A record has plain values, for JSON: to a grader, or from a worker to a page. Bytes are written as
GPT-2's printable characters where the unit is the byte, and as text where it is the character.
Unlike pickled objects a record is safe to read from anywhere.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from bpe_core.diagnosis.diagnosis import Diagnosis, PairEvidence, WordShare, diagnose
from bpe_core.diagnosis.words import Merge
from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.byte_alphabet import BYTE_OF, printed
from bpe_core.text.corpus import Unit
from bpe_core.text.reading import read_counts
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

Record = dict[str, Any]


def write_token(token: bytes, unit: Unit) -> str:
    """A token as a record holds it.

    >>> write_token(b" h", "byte"), write_token("é".encode(), "char")
    ('Ġh', 'é')
    """
    return printed(token) if unit == "byte" else token.decode("utf-8", "surrogateescape")


def read_token(text: str, unit: Unit) -> bytes:
    """The token that a record holds.

    >>> read_token("Ġh", "byte"), read_token(write_token(b"\\xe5", "char"), "char")
    (b' h', b'\\xe5')
    """
    if unit == "byte":
        return bytes(map(BYTE_OF.__getitem__, text))
    return text.encode("utf-8", "surrogateescape")


def as_record(diagnosis: Diagnosis, unit: Unit) -> Record:
    """A whole diagnosis as a record.

    `explanations` are names, or `one + other` where two mistakes together explain the list.
    """

    def write(merge: Merge) -> list[str]:
        return [write_token(part, unit) for part in merge]

    record = asdict(diagnosis) | {"is_complete": diagnosis.is_complete}
    for name in ("explanations", "closest"):
        record[name] = [" + ".join(names) for names in record[name]]
    for name in ("tied", "expected_merges", "found_merges"):
        record[name] = [write(merge) for merge in record[name]]
    for name in ("expected", "found"):
        if pair := record[name]:
            record[name] = {"pair": write((pair.pop("left"), pair.pop("right"))), **pair}
    return record


def from_record(record: Record, unit: Unit) -> Diagnosis:
    """The diagnosis that a record holds.

    >>> from bpe_core.diagnosis import TrainingSpecification, diagnose
    >>> counts = {"hug": 30, "pug": 5} | {f"{n}ug": 1 for n in range(30)}
    >>> right = TrainingSpecification(num_merges=2)
    >>> for merges in ("h u", "u g", "u g\\nh ug\\np ug"):  # another one, too few, too many
    ...     found = diagnose(counts, right, merges)
    ...     print(found.equal, from_record(as_record(found, "char"), "char") == found)
    False True
    False True
    False True
    """

    def read(merge: list[str]) -> Merge:
        return read_token(merge[0], unit), read_token(merge[1], unit)

    held = {name: value for name, value in record.items() if name != "is_complete"}
    for name in ("explanations", "closest"):
        held[name] = tuple(tuple(names.split(" + ")) for names in held[name])
    for name in ("tied", "expected_merges", "found_merges"):
        held[name] = tuple(map(read, held[name]))
    for name in ("expected", "found"):
        if pair := held[name]:
            words = tuple(WordShare(**share) for share in pair["words"])
            held[name] = PairEvidence(*read(pair["pair"]), pair["count"], words, pair["word_total"])
    return Diagnosis(**held)


#: Seconds that the search for mistakes may compute.
SEARCH_LIMIT = 12.0


class DiagnosisStoppedError(BpeError):
    """A check that took too long, or too much memory."""

    template = (
        "This check was stopped because it had not finished after {seconds} seconds or used too "
        "much memory. Use a shorter text, or submit fewer merges."
    )


@dataclass(frozen=True)
class DiagnosisJob(Task):
    """A list of merges to check against the merges asked for, on the text that follows.

    `seconds` is the most that the search for mistakes may compute.

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
        is_table, unit = specification.is_table(text), specification.unit
        source = read_counts(text, specification.delimiter) if is_table else text
        found = diagnose(
            source, specification, self.merges, seconds=self.seconds, progress=report.now_and_then
        )
        return [json.dumps(as_record(found, unit) | {"unit": unit}).encode()]


if __name__ == "__main__":
    work(DiagnosisJob.from_line)
