"""Summarize a file, and encode a text with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, TypeVar

from bpe_core.files.errors import QuestionError
from bpe_core.files.inspection.views.tokens import TokenView, printable, views
from bpe_core.files.limits import MOST_TEXT
from bpe_core.files.model_file import ModelFile, Piece

T = TypeVar("T")

#: Special tokens that are named in a summary; some files have thousands of places kept free.
MOST_SPECIAL = 2_000


class Summary(TypedDict):
    """A file in short. `size` counts all tokens; `kinds` how many there are of each kind."""

    kind: str
    algorithm: str
    library: str
    size: int
    normalizers: list[dict[str, Any]]
    cuts: list[dict[str, Any]]
    special: list[dict[str, Any]]
    special_total: int
    kinds: dict[str, int]
    merges: int
    shows: list[str]
    notes: list[dict[str, str]]


class Cost(TypedDict):
    """How many tokens a text takes, and how many of them are unknown: what these were is lost."""

    tokens: int
    unknown: int


class Encoded(TypedDict):
    """A text in a vocabulary. `text` is what the places of its pieces speak of; `tokens` has each
    token once, by its id as text."""

    text: str
    pieces: list[Piece]
    tokens: dict[str, TokenView]


def summary(model: ModelFile) -> Summary:
    """The file in short."""
    table = model.table
    special = [row for row in range(len(table)) if table.kinds[row] not in ("normal", "byte")]
    return {
        "kind": model.kind,
        "algorithm": model.algorithm,
        "library": model.library,
        "size": model.size,
        "normalizers": model.normalizers,
        "cuts": model.cuts,
        "special": [
            {
                "id": table.ids[row],
                "spelling": printable(table.spellings[row]),
                "kind": table.kinds[row],
            }
            for row in special[:MOST_SPECIAL]
        ],
        "special_total": len(special),
        "kinds": dict(Counter(table.kinds)),
        "merges": model.merge_count,
        "shows": shows(model),
        "notes": [note._asdict() for note in model.notes],
    }


def shows(model: ModelFile) -> list[str]:
    """Which ways of encoding a word can be drawn: `replay` and `ancestors`, or `lattice`."""
    if model.algorithm == "unigram":
        return ["lattice"]
    return ["replay", "ancestors"] if model.algorithm == "bpe" else []


def field(question: Mapping[str, Any], name: str, kind: type[T], usual: T | None = None) -> T:
    """A field of a question. Raises `QuestionError` if it is not of that kind."""
    value = question.get(name, usual)
    if type(value) is not kind:
        raise QuestionError("question", field=name)
    return value


def text_list(question: Mapping[str, Any], name: str) -> list[str]:
    """A field that has texts, all of which UTF-8 can write. Raises `QuestionError`."""
    texts = field(question, name, list)
    if not all(isinstance(text, str) for text in texts):
        raise QuestionError("question", field=name)
    check_texts(texts)
    return texts


def check_length(length: int, limit: int = MOST_TEXT) -> None:
    """Raise `QuestionError` for too many characters."""
    if length > limit:
        raise QuestionError("text-too-long", length=length, limit=limit)


def check_texts(texts: Sequence[str]) -> None:
    """Raise `QuestionError` for a text that no UTF-8 can write."""
    for number, text in enumerate(texts, start=1):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise QuestionError("half-character", number=number, place=error.start + 1) from None


def cost(model: ModelFile, ids: Sequence[int]) -> Cost:
    """Count the tokens of a text, and the unknown ones among them, from its ids."""
    kinds, places = model.table.kinds, model.table.places
    unknown = sum(i in places and kinds[places[i]] == "unknown" for i in ids)
    return {"tokens": len(ids), "unknown": unknown}


def encoded(model: ModelFile, text: str) -> Encoded:
    """A text with the places of its tokens. Raises `QuestionError`."""
    check_length(len(text))
    check_texts([text])
    pieces = model.pieces(text)
    return {
        "text": model.placed_text(text),
        "pieces": pieces,
        "tokens": views(model, {piece.token_id for piece in pieces}),
    }
