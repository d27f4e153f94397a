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
| `unreachable-ids` | | `UnreachableIds` |
| `life` | `id` | `Life` |
| `words` | `text` | `WordList` |
| `replay` | `text`, `word` (which word, from 0) | `Replay` |
| `lattice` | `text`, `word` | `LatticeView` |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from bpe_core.files.errors import QuestionError
from bpe_core.files.inspection.views.lattices import lattice
from bpe_core.files.inspection.views.ledger import ledger
from bpe_core.files.inspection.views.search import search
from bpe_core.files.inspection.views.summary import Cost, check_texts, cost, encoded, summary
from bpe_core.files.inspection.views.tokens import landscape
from bpe_core.files.inspection.views.unreachable import (
    Reason,
    UnreachableTokenView,
    unreachable,
    unreachable_token_view,
)
from bpe_core.files.inspection.views.words import life, replay_word, word_list
from bpe_core.files.limits import MOST_ROWS
from bpe_core.files.model_file import ModelFile

Question = Mapping[str, Any]


class UnreachablePage(TypedDict):
    """How many tokens of each reason there are, and those that were asked for.

    `parts` are those that are parts of characters.
    """

    reasons: dict[Reason, int]
    parts: dict[Reason, int]
    total: int
    found: list[UnreachableTokenView]


class UnreachableIds(TypedDict):
    """All ids by reason: of tokens with a text of their own, and of parts of characters."""

    tokens: dict[str, list[int]]
    parts: dict[str, list[int]]


def answer(model: ModelFile, question: Question) -> Any:
    """The answer to one question. Raises `QuestionError` and other `BpeError`s."""
    name = question.get("ask")
    if not isinstance(name, str) or name not in _ANSWERS:
        raise QuestionError("question", field="ask")
    return _ANSWERS[name](model, question)


def _text(question: Question) -> str:
    text = question.get("text")
    if not isinstance(text, str):
        raise QuestionError("question", field="text")
    return text


def _word(question: Question) -> int:
    word = question.get("word", 0)
    if type(word) is not int:
        raise QuestionError("question", field="word")
    return word


def _texts(question: Question) -> list[str]:
    texts = question.get("texts")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise QuestionError("question", field="texts")
    check_texts(texts)
    return texts


def _ids(model: ModelFile, question: Question) -> list[list[int]]:
    return model.encode_all(_texts(question))


def _costs(model: ModelFile, question: Question) -> list[Cost]:
    return [cost(model, ids) for ids in _ids(model, question)]


def _unreachable(model: ModelFile, question: Question) -> UnreachablePage:
    tokens = unreachable(model)
    reason = question.get("reason")
    wanted = [each for each in (*tokens.tokens, *tokens.parts) if reason in (None, each.reason)]
    offset, limit = question.get("offset", 0), question.get("limit", 50)
    if type(offset) is not int or type(limit) is not int:
        raise QuestionError("question", field="offset")
    first = max(0, offset)
    shown = wanted[first : first + max(0, min(MOST_ROWS, limit))]
    return {
        "reasons": dict(Counter(each.reason for each in tokens.tokens).most_common()),
        "parts": dict(Counter(each.reason for each in tokens.parts).most_common()),
        "total": len(wanted),
        "found": [unreachable_token_view(model, each) for each in shown],
    }


def _unreachable_ids(model: ModelFile) -> UnreachableIds:
    tokens, ids = unreachable(model), model.table.ids
    groups: UnreachableIds = {"tokens": {}, "parts": {}}
    for each in tokens.tokens:
        groups["tokens"].setdefault(each.reason, []).append(ids[each.row])
    for each in tokens.parts:
        groups["parts"].setdefault(each.reason, []).append(ids[each.row])
    return groups


_ANSWERS: dict[str, Callable[[ModelFile, Question], Any]] = {
    "summary": lambda model, question: summary(model),
    "landscape": lambda model, question: landscape(model),
    "ids": _ids,
    "costs": _costs,
    "bytes": lambda model, question: ledger(model, _texts(question)),
    "encode": lambda model, question: encoded(model, _text(question)),
    "search": lambda model, question: search(model, question),  # type: ignore[arg-type]
    "unreachable": _unreachable,
    "unreachable-ids": lambda model, question: _unreachable_ids(model),
    "life": lambda model, question: life(model, question.get("id")),
    "words": lambda model, question: word_list(model, _text(question)),
    "replay": lambda model, question: replay_word(model, _text(question), _word(question)),
    "lattice": lambda model, question: lattice(model, _text(question), _word(question)),
}
