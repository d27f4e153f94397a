"""The program as it runs: a component that steps through a run, which a worker process records.

Each line and each name is explained in the learner's language. Lines are looked up by their text: a
test fails if a line of the program has no explanation here.
"""

import ast
import inspect
from collections.abc import Callable, Iterator

from bpe_core import textbook
from bpe_core.teaching_materials.job import ProgramPart, RecordingJob, RecordingStoppedError
from pages.components.component import component
from pages.components.component.json_bytes import one_object, to_json
from pages.components.library_code import in_readers_language
from pages.components.training.worker_answers import WorkerAnswers, memory_limit
from pages.lessons.the_code import MOST_EVENTS, STRIDES
from pages.session.language import N_, _, current_language, gettext
from pages.session.session_state import component_value
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress

#: Each executable line of the program, without its indentation.
LINES = {
    # count_pairs
    "counts = {}": N_("Count: start with an empty table of pairs."),
    "for word, count in corpus:": N_("Take the next word, and how often it occurs."),
    "for pair in zip(word, word[1:]):": N_("Take the next two adjacent tokens of the word."),
    "counts[pair] = counts.get(pair, 0) + count": N_(
        "The pair occurs here once more, so its count grows by the count of the word."
    ),
    "return counts": N_("All words have been read: the table is ready."),
    # choose_pair
    "highest = max(counts.values())": N_("Choose: find the highest count in the table."),
    "ties = [pair for pair in counts if counts[pair] == highest]": N_(
        "Collect every pair that has it, in the order in which they were met."
    ),
    "return max(ties, key=prefer) if prefer else ties[0]": N_(
        "If there are several, the tie rule decides; with no rule, the pair that was met first."
    ),
    # merge_pair
    "merged, i = [], 0": N_("Merge: begin a new word, and read the old one from its first token."),
    "while i < len(word):": N_("Is there anything left to read in the word?"),
    "if word[i : i + 2] == list(pair):": N_("Do the pair's two tokens begin here?"),
    "merged.append(new)": N_("Yes: the new token takes their place,"),
    "i += 2": N_("and reading moves on past both, so neither can be used again."),
    "merged.append(word[i])": N_("No: the token stays as it is,"),
    "i += 1": N_("and reading goes on with the next one."),
    "return merged": N_("The word has been read to its end."),
    # train
    "merges = {}": N_("Nothing has been learned yet."),
    "while len(merges) < num_merges and (counts := count_pairs(corpus)):": N_(
        "Are merges left to learn? Then count all pairs again, and go on if there are any."
    ),
    "pair = choose_pair(counts, prefer)": N_("Choose the most frequent pair."),
    "merges[pair] = new = len(vocabulary)": N_("Write it down; its token gets the next free id."),
    "vocabulary.append(vocabulary[pair[0]] + vocabulary[pair[1]])": N_(
        "The new token's text is that of its two parts, joined."
    ),
    "corpus = [(merge_pair(word, pair, new), count) for word, count in corpus]": N_(
        "Merge the pair in every word of the corpus."
    ),
    "return merges": N_("Training is over: these are the merges, in order."),
    # encode
    "for pair, new in merges.items():": N_("Take the next merge, in the order of learning."),
    "word = merge_pair(word, pair, new)": N_("Merge it wherever it occurs in the word."),
    "return word": N_("No merge is left: these are the word's tokens."),
    # decode
    "return vocabulary[0][:0].join(vocabulary[token] for token in ids)": N_(
        "Look each id up in the vocabulary, and join the texts."
    ),
}
NAMES = {
    "corpus": N_("each word as a list of ids, with its count"),
    "counts": N_("each pair, and how often it occurs"),
    "word": N_("the ids of the word's tokens"),
    "count": N_("how often the word occurs"),
    "pair": N_("the ids of two adjacent tokens"),
    "highest": N_("the highest count"),
    "ties": N_("the pairs that have it"),
    "prefer": N_("the tie rule"),
    "merged": N_("the new word, as built so far"),
    "i": N_("the place in the word that is being read, counted from 0"),
    "new": N_("the id of the new token"),
    "vocabulary": N_("the text of each token, by its id"),
    "num_merges": N_("how many merges to learn"),
    "merges": N_("each merged pair, and the id of its token"),
    "ids": N_("the ids to be decoded"),
    "token": N_("an id"),
}


def explained_lines(source: str) -> dict[int, str]:
    """The meaning of each executable line, by its line number (from 1)."""
    lines = source.splitlines()
    return {number: gettext(LINES[lines[number - 1].strip()]) for number in running_lines(source)}


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


def explained_names() -> dict[str, str]:
    """Return the meaning of each name."""
    return {name: gettext(meaning) for name, meaning in NAMES.items()}


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
