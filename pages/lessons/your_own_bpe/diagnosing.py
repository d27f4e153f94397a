"""A diagnosis as a page sees it: requested, in progress, and finished.

A separate process compares what was handed in with the correct training. No submitted code is run:
only a list of merges is read.
"""

import json

from bpe_core.diagnosis.diagnosis import Diagnosis
from bpe_core.diagnosis.job import DiagnosisJob, DiagnosisStoppedError, from_record
from pages.components.training.worker_answers import WorkerAnswers, memory_limit
from pages.lessons.your_own_bpe.hand_in import HandedIn
from pages.session.language import _, format_number
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress

#: The most seconds that a diagnosis may take in total.
WALL_LIMIT = 90
#: How many diagnoses are kept for reuse; one of 8,000 merges takes about 3 MB.
MOST_CACHED = 32


def diagnosed(request: TrainingRequest, handed: HandedIn) -> Diagnosis | None:
    """How the merges compare with those asked for; None until the result is available."""
    specification, text = request.source()
    job = DiagnosisJob(handed.text, specification, memory_limit=memory_limit())
    return ANSWERS.ask([request.key, handed.digest], job, text)


def _read(data: bytes) -> Diagnosis:
    record = json.loads(data)
    return from_record(record, record.pop("unit"))


def _progress_text(progress: JobProgress) -> str:
    """The message that says what is being done."""
    if progress.stage == "count":
        return _("Checking: counting the words and pairs of the text.")
    total = format_number(progress.total or 0)
    done = format_number(progress.done)
    if progress.stage == "train":
        template = _("Checking: {done} of {total} merges learned for comparison.")
        return template.format(done=done, total=total)
    template = _("Looking for an explanation: {done} of {total} kinds of trainers tried.")
    return template.format(done=done, total=total)


ANSWERS = WorkerAnswers(
    "bpe_core.diagnosis.job",
    _read,
    _progress_text,
    DiagnosisStoppedError(seconds=WALL_LIMIT),
    most=MOST_CACHED,
    wall_limit=WALL_LIMIT,
)
