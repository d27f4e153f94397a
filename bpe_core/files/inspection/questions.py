"""The questions that can be asked of an opened file, by name, each answered in plain values.

A question is a record with `ask`, its name, and its own fields; the answer is what the function
of `views` says that has the same shape as a `TypedDict` there. This is what travels between a
page and the process that has a file open.

| `ask` | fields | answer |
| --- | --- | --- |
| `summary` | | `Summary` |
| `landscape` | | `Landscape` |
| `ids` | `texts` | a list of ids for each text |
| `costs` | `texts` | a `Cost` for each text |
| `bytes` | `texts` | `Ledger` |
| `encode` | `text` | `Encoded` |
| `search` | those of `Search` | `FoundTokens` |
| `unreachable` | `reason`, `offset`, `limit` (all may be left out) | `UnreachablePage` |
| `unreachable-ids` | | all ids by reason: of `tokens` with a text of their own, and of `parts` |
| `life` | `id` | `Life` |
| `words` | `text` | `WordList` |
| `replay` | `text`, `word` (which word, from 0) | `Replay` |
| `lattice` | `text`, `word` | `LatticeView` |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bpe_core.files.errors import QuestionError
from bpe_core.files.inspection.views.lattices import lattice
from bpe_core.files.inspection.views.ledger import ledger
from bpe_core.files.inspection.views.search import search
from bpe_core.files.inspection.views.summary import cost, encoded, field, summary, text_list
from bpe_core.files.inspection.views.tokens import landscape
from bpe_core.files.inspection.views.unreachable import unreachable_ids, unreachable_page
from bpe_core.files.inspection.views.words import life, replay_word, word_list
from bpe_core.files.model_file import ModelFile

Question = Mapping[str, Any]


def answer(model: ModelFile, question: Question) -> Any:
    """The answer to one question. Raises `QuestionError` and other `BpeError`s."""
    name = question.get("ask")
    if not isinstance(name, str) or name not in _ANSWERS:
        raise QuestionError("question", field="ask")
    return _ANSWERS[name](model, question)


def _text(question: Question) -> str:
    return field(question, "text", str)


def _ids(model: ModelFile, question: Question) -> list[list[int]]:
    return model.encode_all(text_list(question, "texts"))


_ANSWERS: dict[str, Callable[[ModelFile, Question], Any]] = {
    "summary": lambda model, asked: summary(model),
    "landscape": lambda model, asked: landscape(model),
    "ids": _ids,
    "costs": lambda model, asked: [cost(model, ids) for ids in _ids(model, asked)],
    "bytes": lambda model, asked: ledger(model, text_list(asked, "texts")),
    "encode": lambda model, asked: encoded(model, _text(asked)),
    "search": search,
    "unreachable": unreachable_page,
    "unreachable-ids": lambda model, asked: unreachable_ids(model),
    "life": lambda model, asked: life(model, asked.get("id")),
    "words": lambda model, asked: word_list(model, _text(asked)),
    "replay": lambda model, asked: replay_word(model, _text(asked), field(asked, "word", int, 0)),
    "lattice": lambda model, asked: lattice(model, _text(asked), field(asked, "word", int, 0)),
}
