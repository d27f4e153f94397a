"""The lattice of one word by the scores of a Unigram file.

Scores are natural logarithms. An unknown character is an edge of its own, of the lowest score less
ten, as in both libraries. What the libraries add for the pieces that a user defined is not
drawn: where it matters, the best way here is not the library's, and `is_same` says so.
"""

from __future__ import annotations

from typing import TypedDict

from bpe_core.algorithms.unigram.lattice import UNKNOWN_PENALTY, Edge, Lattice
from bpe_core.files.errors import NotShownError
from bpe_core.files.inspection.views.tokens import TokenView, printable, views
from bpe_core.files.inspection.views.words import chosen_word
from bpe_core.files.model_file import ModelFile

#: Characters of a word that are drawn.
MOST_DRAWN = 24


class EdgeView(TypedDict):
    """A token from one place between characters to another; -1 is the unknown one's id where the
    file has none."""

    start: int
    end: int
    id: int
    score: float


class LatticeView(TypedDict):
    """A word's lattice: its characters as the file spells them, and every token that fits.

    `ids` are the library's for the whole word, `is_same` says whether the best way through the
    lattice is the same. A word that is too long is drawn to its first characters only. A page
    makes a `bpe_core.algorithms.unigram.Lattice` of `len(characters)` and the edges.
    """

    words: list[str]
    chosen: int
    characters: list[str]
    left_out: str
    edges: list[EdgeView]
    ids: list[int]
    is_same: bool
    tokens: dict[str, TokenView]


def lattice(model: ModelFile, text: str, chosen: int = 0) -> LatticeView:
    """The lattice of one word of a text. Raises `NotShownError`, `QuestionError`."""
    if model.algorithm != "unigram" or model.table.scores is None:
        raise NotShownError("no-scores")
    words, chosen = chosen_word(model, text, chosen)
    word, ids, _ = words[chosen]
    drawn = word[:MOST_DRAWN]
    edges = edges_of(model, drawn)
    best = tuple(Lattice(len(drawn), edges).best.token_ids)
    return {
        "words": [printable(each.spelling) for each in words],
        "chosen": chosen,
        "characters": list(printable(drawn)),
        "left_out": printable(word[MOST_DRAWN:]),
        "edges": [
            {"start": e.start, "end": e.end, "id": e.token_id, "score": e.log_probability}
            for e in edges
        ],
        "ids": list(ids),
        "is_same": len(word) <= MOST_DRAWN and _without_bytes(model, ids, best),
        "tokens": views(model, {*ids, *(edge.token_id for edge in edges)}),
    }


def edges_of(model: ModelFile, word: str) -> list[Edge]:
    """Every token that spells characters of the word, and unknown ones where none spells one."""
    table, spelled = model.table, model.id_by_spelling
    scores = table.scores or []
    usable = [s for s, kind in zip(scores, table.kinds, strict=True) if kind in ("normal", "added")]
    unknown_score = min(usable, default=0.0) - UNKNOWN_PENALTY
    unknown = next((i for i, k in zip(table.ids, table.kinds, strict=True) if k == "unknown"), -1)
    edges = []
    for start in range(len(word)):
        is_known = False
        for end in range(start + 1, len(word) + 1):
            token_id = spelled.get(word[start:end])
            if token_id is None or table.kinds[table.places[token_id]] not in ("normal", "added"):
                continue
            is_known = is_known or end == start + 1
            edges.append(Edge(start, end, token_id, scores[table.places[token_id]]))
        if not is_known:
            edges.append(Edge(start, start + 1, unknown, unknown_score))
    return edges


def _without_bytes(model: ModelFile, ids: tuple[int, ...], best: tuple[int, ...]) -> bool:
    """Whether two ways are the same, where bytes stand for unknown characters."""
    kinds, places = model.table.kinds, model.table.places

    def plain(way: tuple[int, ...]) -> list[int]:
        numbers: list[int] = []
        for token_id in way:
            kind = kinds[places[token_id]] if token_id in places else "unknown"
            number = -1 if kind in ("byte", "unknown") else token_id
            if not (number == -1 and numbers and numbers[-1] == -1):
                numbers.append(number)
        return numbers

    return plain(ids) == plain(best)
