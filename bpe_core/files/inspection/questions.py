"""A tokenizer file in a process of its own: `python -m bpe_core.files.inspection.questions`.

The libraries that read these files can panic over a damaged one, loop, or take gigabytes. So a file
is only ever opened here, where nobody else is harmed and the process can be killed. Unlike
`bpe_core.worker`, which does one job, this keeps the file open and answers as many questions as
come, for opening takes seconds and an answer milliseconds.

By stdin: a line of JSON, `{"memory_limit": …, "pattern": …, "packed": …, "sizes": […]}`, the bytes
that zlib made of the one or two files, as many as `packed` says, and then questions: eight bytes of
length (little-endian), then JSON. By stdout a record for the file (its summary) and for each
question, as `bpe_core.worker` writes them: `T` and the answer as JSON, or `E` and a `BpeError`.
After an error with the file itself the process ends.

A question is a record with `ask`, its name, and its own fields; the answer has the shape of a
`TypedDict` of this package.

| `ask` | fields | answer |
| --- | --- | --- |
| `summary` | | `Summary` |
| `landscape` | | `Landscape` |
| `ids` | `texts` | a list of ids for each text |
| `costs` | `texts` | a `Cost` for each text |
| `bytes` | `texts` | `Ledger` |
| `encode` | `text` | `Encoded` |
| `search` | those of `Search` | `FoundTokens` |
| `unreachable` | | `UnreachablePage` |
| `unreachable-ids` | | all ids by reason: of `tokens` with a text of their own, and of `parts` |
| `life` | `id` | `Life` |
| `words` | `text` | `WordList` |
| `replay` | `text`, `word` (which word, from 0) | `Replay` |
| `lattice` | `text`, `word` | `LatticeView` |
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from bpe_core.errors import BpeError
from bpe_core.files.errors import (
    ASK_LIMIT,
    MEMORY_LIMIT,
    OPEN_LIMIT,
    LibraryStoppedError,
    ModelFileError,
    QuestionError,
    shown_reason,
)
from bpe_core.files.formats import open_file
from bpe_core.files.inspection import ledger, search, tokens, words
from bpe_core.files.inspection.process import PackedFile
from bpe_core.files.model_file import ModelFile
from bpe_core.worker.job import LENGTH_BYTES, TRACE, Report, limit_memory, limit_seconds, stand_back


def answer(model: ModelFile, question: tokens.Question) -> Any:
    """The answer to one question. Raises `QuestionError` and other `BpeError`s."""
    name = question.get("ask")
    if not isinstance(name, str) or name not in _ANSWERS:
        raise QuestionError("question", field="ask")
    return _ANSWERS[name](model, question)


def _text(question: tokens.Question) -> str:
    return tokens.field(question, "text", str)


def _word(question: tokens.Question) -> int:
    return tokens.field(question, "word", int, 0)


def _ids(model: ModelFile, question: tokens.Question) -> list[list[int]]:
    return model.encode_all(tokens.text_list(question, "texts"))


_ANSWERS: dict[str, Callable[[ModelFile, tokens.Question], Any]] = {
    "summary": lambda model, asked: tokens.summary(model),
    "landscape": lambda model, asked: tokens.landscape(model),
    "ids": _ids,
    "costs": lambda model, asked: [tokens.cost(model, ids) for ids in _ids(model, asked)],
    "bytes": lambda model, asked: ledger.ledger(model, tokens.text_list(asked, "texts")),
    "encode": lambda model, asked: tokens.encoded(model, _text(asked)),
    "search": search.search,
    "unreachable": lambda model, asked: search.unreachable_page(model),
    "unreachable-ids": lambda model, asked: search.unreachable_ids(model),
    "life": lambda model, asked: words.life(model, asked.get("id")),
    "words": lambda model, asked: words.word_list(model, _text(asked)),
    "replay": lambda model, asked: words.replay_word(model, _text(asked), _word(asked)),
    "lattice": lambda model, asked: words.lattice(model, _text(asked), _word(asked)),
}


def serve(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Open the file that comes by `stdin`, then answer until nobody asks any more."""
    report = Report(stdout)
    request = json.loads(stdin.readline())
    limit_memory(request["memory_limit"])
    limit_seconds(OPEN_LIMIT)
    model = _guarded(report, lambda: _open(stdin, request))
    if model is None:
        return
    gc.freeze()
    gc.enable()
    _guarded(report, lambda: _send(report, answer(model, {"ask": "summary"})))
    while head := stdin.read(LENGTH_BYTES):
        question = json.loads(stdin.read(int.from_bytes(head, "little")))
        limit_seconds(ASK_LIMIT)
        _guarded(report, lambda asks=question: _send(report, answer(model, asks)))


def _open(stdin: BinaryIO, request: dict[str, Any]) -> ModelFile:
    gc.disable()  # much is made, and nothing thrown away
    packed = PackedFile(stdin.read(request["packed"]), tuple(request["sizes"]))
    return open_file(*packed.files(), pattern=request["pattern"])


def _send(report: Report, value: object) -> None:
    report.record(TRACE, json.dumps(value).encode())


def _guarded(report: Report, work: Any) -> Any:
    """Do `work` and return its result; report its failure and return None."""
    try:
        return work()
    except BpeError as error:
        report.error(error)
    except MemoryError:
        report.error(LibraryStoppedError("died", limit=MEMORY_LIMIT // 1_000_000))
    except (KeyboardInterrupt, SystemExit, BrokenPipeError):
        raise
    except BaseException as error:  # a panic of a library is no Exception
        report.error(_library_error(error))
    return None


def _library_error(error: BaseException) -> ModelFileError:
    """Which library failed, as far as Python can tell: the one in which the error was raised.

    A library in Rust has no frames here, so that its errors seem to come from our module that
    called it, and that names the library. These errors are panics or bare `Exception`s.
    """
    trace, module = error.__traceback__, dict[str, Any]()
    while trace is not None:
        module = trace.tb_frame.f_globals
        trace = trace.tb_next
    if not isinstance(error, Exception) or type(error) is Exception:
        return ModelFileError(
            "refused", library=module.get("LIBRARY", "python"), reason=shown_reason(error)
        )
    package = str(module.get("__name__", "python")).split(".")[0]
    return ModelFileError("refused", library=package, reason=type(error).__name__)


if __name__ == "__main__":
    stand_back()
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
