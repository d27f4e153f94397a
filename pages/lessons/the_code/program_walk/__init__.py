"""The program as it runs: a component that steps through a run, which a worker process records."""

import inspect
from collections.abc import Callable

from bpe_core import textbook
from bpe_core.teaching_materials.job import ProgramPart, RecordingJob, RecordingStoppedError
from pages.components.browser.json_bytes import one_object, to_json
from pages.components.component import component
from pages.components.library_code import in_readers_language
from pages.components.training.worker_answers import WorkerAnswers, memory_limit
from pages.lessons.the_code import MOST_EVENTS, STRIDES
from pages.lessons.the_code.program_walk.explanations import (
    explained_lines,
    explained_names,
    running_lines,
)
from pages.session.language import _, current_language
from pages.session.session_state import component_value
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress

SOURCE = inspect.getsource(textbook)

_component = component(
    "program_walk",
    "lessons/the_code/program_walk/program_walk.js",
    "components/stepper/stepper.css",
    "lessons/the_code/program_walk/program_walk.css",
)


def program_walk(
    recorded: bytes, *, key: str, at: int, stride: str, on_place: Callable[[str, int, str], None]
) -> None:
    """Draw the recorded run that `key` identifies, starting at the event `at`.

    `recorded` is the result of a `RecordingJob`. `on_place` is called with the key of the run
    that the learner is in, the current event, and the stride.
    """

    def report() -> None:
        match component_value("program_walk", "place"):
            case [str(run), int(place), str(by)] if 0 <= place <= MOST_EVENTS and by in STRIDES:
                on_place(run, int(place), by)

    session = {"key": key, "at": at, "stride": stride, **_program()}
    _component(
        key="program_walk", data=one_object(recorded, to_json(session)), on_place_change=report
    )


def _program() -> dict[str, object]:
    """The source code and its explanations."""
    lines = SOURCE.splitlines()
    running = {*running_lines(SOURCE)}
    return {
        "source": in_readers_language(SOURCE).splitlines(),
        "quiet": [
            n for n in range(1, len(lines) + 1) if n not in running and not _is_head(lines[n - 1])
        ],
        "lines": explained_lines(SOURCE),
        "names": explained_names(),
        "lang": current_language(),
    }


def _is_head(line: str) -> bool:
    return line.startswith("def ") or line.strip() == "else:"


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
