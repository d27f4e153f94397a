"""Request a recorded run of the program from a worker process."""

from bpe_core.teaching_materials.job import ProgramPart, RecordingJob, RecordingStoppedError
from pages.components.training.worker_answers import WorkerAnswers, memory_limit
from pages.session.language import _
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress

WALL_LIMIT = 60
#: How many recorded runs are kept; each takes at most about 2 MB.
MOST_CACHED = 48


def recorded(request: TrainingRequest, part: ProgramPart, word: str) -> bytes | None:
    """The run of a part of the program, as JSON; None until it is available."""
    specification, text = request.source()
    job = RecordingJob(part, specification, word, memory_limit=memory_limit())
    return ANSWERS.ask([request.key, part, word], job, text)


def _progress_text(progress: JobProgress) -> str:
    return _("The program is running, and its lines are being recorded.")


ANSWERS: WorkerAnswers[bytes] = WorkerAnswers(
    "bpe_core.teaching_materials.job",
    bytes,
    _progress_text,
    RecordingStoppedError(seconds=WALL_LIMIT),
    most=MOST_CACHED,
    wall_limit=WALL_LIMIT,
)
