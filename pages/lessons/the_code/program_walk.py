"""The program as it runs: a component that steps through a run, which a worker process records.

Each line and each name is explained in the learner's language. Lines are looked up by their text: a
test fails if a line of the program has no explanation here.
"""

import ast
import inspect
from collections.abc import Callable, Iterator

from bpe_core import textbook
from bpe_core.teaching_materials.recording import ProgramPart, RecordingJob, RecordingStoppedError
from pages.components.component import STEPPER, component, one_object, to_json
from pages.components.library_code import in_readers_language
from pages.components.training import WorkerAnswers
from pages.lessons.the_code import LESSON, MOST_EVENTS, STRIDES
from pages.session.language import _, current_language
from pages.session.session_state import component_value
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress


def explained_lines(source: str) -> dict[int, str]:
    """The meaning of each executable line, by its line number (from 1)."""
    lines, meanings = source.splitlines(), dict(LESSON.table("lines"))
    return {number: meanings[lines[number - 1].strip()] for number in running_lines(source)}


def running_lines(source: str) -> list[int]:
    """The numbers of the lines inside functions on which a statement or a condition begins.

    >>> running_lines('def f():\\n    "What it does."\\n    return 1\\n')
    [3]
    """
    return sorted(set(_statements(ast.parse(source))))


def _statements(tree: ast.Module) -> Iterator[int]:
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            for statement in function.body[1:]:  # the first one is the docstring
                for node in ast.walk(statement):
                    if isinstance(node, ast.stmt):
                        yield node.lineno


SOURCE = inspect.getsource(textbook)

_component = component(
    "lessons/the_code/program_walk.js", STEPPER, "lessons/the_code/program_walk.css"
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
        "names": LESSON.words("names"),
        "lang": current_language(),
    }


def _is_head(line: str) -> bool:
    return line.startswith("def ") or line.strip() == "else:"


TIME_LIMIT = 60
#: How many recorded runs are kept; each takes at most about 2 MB.
MOST_CACHED = 48


def recorded(request: TrainingRequest, part: ProgramPart, word: str) -> bytes | None:
    """The run of a part of the program, as JSON; None until it is available."""
    specification, text = request.source()
    job = RecordingJob(part, specification, word)
    return ANSWERS.ask([request.key, part, word], job, text)


def _progress_text(progress: JobProgress) -> str:
    return _("The program is running, and its lines are being recorded.")


ANSWERS: WorkerAnswers[bytes] = WorkerAnswers(
    "bpe_core.teaching_materials.recording",
    bytes,
    _progress_text,
    RecordingStoppedError(seconds=TIME_LIMIT),
    most=MOST_CACHED,
    time_limit=TIME_LIMIT,
)
