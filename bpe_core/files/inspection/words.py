"""Replay the encoding of one word, rank by rank, list a token's ancestors, draw a lattice.

Ids at the end are those that the file's own library gives; where a replay does not come to them, a
`NotShownError` says so. Unlike `bpe_core.encoding` this knows rules as files have them.

A Unigram file has a lattice. Scores are natural logarithms. An unknown character is an edge of its
own, of the lowest score less ten, as in both libraries. What the libraries add for the pieces that
a user defined is not drawn: where it matters, the best way here is not the library's, and `is_same`
says so.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import accumulate, chain, groupby
from typing import NamedTuple, TypedDict

from bpe_core.algorithms.unigram.lattice import UNKNOWN_PENALTY, Edge, Lattice
from bpe_core.files.errors import MOST_WORD, NotShownError
from bpe_core.files.inspection.tokens import (
    TokenView,
    check_length,
    check_texts,
    view,
    views,
)
from bpe_core.files.merge_rules import NO_TOKEN, MergeRules, Origin, Part, ReplayStep, replay
from bpe_core.files.model_file import ModelFile, Word, as_text

#: How many tokens of a tree of ancestors are given.
MOST_ANCESTORS = 400
_CHUNK = re.compile(r"▁*[^▁]+|▁+")


class SpelledWord(NamedTuple):
    """A word of a text as its units spell it, the library's ids, and the place of its first token
    among all tokens of the text."""

    spelling: str
    ids: tuple[int, ...]
    first: int


class WordList(TypedDict):
    """The words of a text: each one's ids, and the place of its first token; and these tokens."""

    words: list[list[int]]
    firsts: list[int]
    tokens: dict[str, TokenView]


class ReadyView(TypedDict):
    """A rule that fits two neighbours, the left one at `place`: its rank, the id and spelling of
    what it makes, and whether it is applied in this step."""

    place: int
    rank: int
    id: int
    spelling: str
    chosen: bool


class StepView(TypedDict):
    """A word on its way: ids (-1 for a unit that is not a token) and spellings of its parts."""

    ids: list[int]
    spellings: list[str]
    ready: list[ReadyView]


class Replay(TypedDict):
    """A word from its units to its tokens. `word` is its text, `ids` are the library's."""

    word: str
    steps: list[StepView]
    ids: list[int]
    tokens: dict[str, TokenView]


class Ancestor(TypedDict):
    """A token in a tree: by which rule (its rank) it was made, of which two; None for a unit.

    `left` and `right` are places in the list that has the whole tree.
    """

    id: int
    spelling: str
    rank: int | None
    left: int | None
    right: int | None


class Variant(TypedDict):
    """A token's text in other surroundings, and what it becomes there."""

    name: str
    text: str
    ids: list[int]


class Life(TypedDict):
    """All about one token. `tree` begins with the token itself; it is empty where the file has no
    merges, and `is_reached` says whether the token's own units are merged to it."""

    token: TokenView
    tree: list[Ancestor]
    is_reached: bool
    variants: list[Variant]
    tokens: dict[str, TokenView]


def words_of(model: ModelFile, text: str) -> list[SpelledWord]:
    """The words of a text that can be replayed, with the library's ids; added tokens left out.

    A file that does not cut a text at all joins words only within themselves, mostly: then they
    are cut before ▁, if that comes to the same ids. Raises `NotShownError` for no word at all.
    """
    check_length(len(text))
    check_texts([text])
    found: list[SpelledWord] = []
    first = 0
    for word in model.words(text):
        if not word.is_added:
            found += _chunks(model, word, text, first)
        first += len(word.ids)
    if not found:
        raise NotShownError("no-word")
    return found


def _chunks(model: ModelFile, word: Word, text: str, first: int) -> list[SpelledWord]:
    spelled = model.spell_word(word, text)
    chunks = _CHUNK.findall(spelled)
    if len(chunks) > 1 and model.encodes_words:
        each = [tuple(model.encode_word(chunk)) for chunk in chunks]
        if tuple(chain(*each)) == word.ids:
            firsts = accumulate(map(len, each[:-1]), initial=first)
            return [SpelledWord(*one) for one in zip(chunks, each, firsts, strict=True)]
    return [SpelledWord(spelled, word.ids, first)]


def word_list(model: ModelFile, text: str) -> WordList:
    """The words of a text. Raises `NotShownError`, `QuestionError`."""
    words = words_of(model, text)
    return {
        "words": [list(word.ids) for word in words],
        "firsts": [word.first for word in words],
        "tokens": views(model, {i for word in words for i in word.ids}),
    }


def chosen_word(model: ModelFile, text: str, chosen: int) -> SpelledWord:
    """The word of that number, or of the nearest one. Raises `NotShownError`."""
    words = words_of(model, text)
    return words[max(0, min(chosen, len(words) - 1))]


def replay_word(model: ModelFile, text: str, chosen: int = 0) -> Replay:
    """One word of a text, rule by rule. Raises `NotShownError`, `QuestionError`."""
    rules = model.rules
    if rules is None:
        raise NotShownError("without-merges")
    word = chosen_word(model, text, chosen)
    check_length(len(word.spelling), MOST_WORD)
    steps = replay(units(model, word.spelling), rules)
    if not _same(steps[-1], word.ids, model):
        raise NotShownError("not-shown")
    named = {part.token_id for step in steps for part in step.parts}
    named |= {each.part.token_id for step in steps for each in step.ready}
    return {
        "word": readable(model, word),
        "steps": [_step(step) for step in steps],
        "ids": list(word.ids),
        "tokens": views(model, named | set(word.ids)),
    }


def readable(model: ModelFile, word: SpelledWord) -> str:
    """A word as text; its spelling where its tokens are no text, or only stand for unknown text."""
    table = model.table
    rows = [table.places[i] for i in word.ids if i != NO_TOKEN]
    if len(rows) < len(word.ids) or any(table.kinds[row] == "unknown" for row in rows):
        return word.spelling
    return as_text(b"".join(table.contents[row] for row in rows)) or word.spelling


def _same(last: ReplayStep, ids: tuple[int, ...], model: ModelFile) -> bool:
    """Whether a replay ends in the library's ids; units that are not tokens are its unknown one."""
    unknown = {
        i for i, kind in zip(model.table.ids, model.table.kinds, strict=True) if kind == "unknown"
    }
    only = next(iter(unknown)) if len(unknown) == 1 else NO_TOKEN
    ended = (part.token_id for part in last.parts if part.spelling != "</w>")
    filled = [only if token_id == NO_TOKEN else token_id for token_id in ended]
    return _without_runs(filled, unknown) == _without_runs(ids, unknown)


def _without_runs(ids: Iterable[int], unknown: Container[int]) -> list[int]:
    """Ids with one in place of each run of an unknown one.

    >>> _without_runs([7, 0, 0, 7, 7], {0})
    [7, 0, 7, 7]
    """
    runs = ((i, list(run)) for i, run in groupby(ids))
    return [token_id for i, run in runs for token_id in (run[:1] if i in unknown else run)]


def units(model: ModelFile, word: str) -> list[Part]:
    """The units of a word with their ids."""
    spelled = model.id_by_spelling
    return [Part(spelled.get(unit, NO_TOKEN), unit) for unit in model.units(word)]


def _step(step: ReplayStep) -> StepView:
    ready = [
        ReadyView(place=place, rank=rank, id=made, spelling=spelling, chosen=i in step.chosen)
        for i, (place, rank, (made, spelling)) in enumerate(step.ready)
    ]
    return {
        "ids": [part.token_id for part in step.parts],
        "spellings": [part.spelling for part in step.parts],
        "ready": ready,
    }


def life(model: ModelFile, token_id: object) -> Life:
    """All about one token. Raises `QuestionError`."""
    row = model.table.row(token_id)
    rules = model.rules
    tree, is_reached = ([], False) if rules is None else ancestors(model, rules, row)
    variants = _variants(model, row)
    ids = {each["id"] for each in tree} | {i for each in variants for i in each["ids"]}
    return {
        "token": view(model, row),
        "tree": tree,
        "is_reached": is_reached,
        "variants": variants,
        "tokens": views(model, ids),
    }


def ancestors(model: ModelFile, rules: MergeRules, row: int) -> tuple[list[Ancestor], bool]:
    """The tree of a token, and whether its own units are merged to it.

    The last merge of its own units is the one that makes it, whatever else the file lists; for
    ranks of tiktoken this is how merges are recovered from tokens. Where other merges come first,
    the first rule in the file is given.
    """
    table, tree, reached = model.table, list[Ancestor](), list[bool]()
    waiting: list[tuple[int, Ancestor | None, str]] = [(table.ids[row], None, "")]
    while waiting and len(tree) < MOST_ANCESTORS:
        token_id, parent, side = waiting.pop(0)
        row = table.row(token_id)
        origin, is_reached = _origin(model, rules, row)
        reached.append(is_reached)
        if parent is not None:
            parent[side] = len(tree)  # type: ignore[literal-required]
        rank, *parts = origin or (None,)
        here = Ancestor(
            id=token_id, spelling=table.spellings[row], rank=rank, left=None, right=None
        )
        tree.append(here)
        waiting += zip(parts, [here] * 2, ("left", "right"), strict=False)
    return tree, reached[0]


def _origin(model: ModelFile, rules: MergeRules, row: int) -> tuple[Origin | None, bool]:
    """The rule that makes a token, if there is one, and whether its own units are merged to it."""
    token_id, parts = model.table.ids[row], units_of_token(model, row)
    if len(parts) <= MOST_WORD:
        steps = replay(parts, rules)
        if len(steps) > 1 and [part.token_id for part in steps[-1].parts] == [token_id]:
            left, right = steps[-2].parts
            return (steps[-2].ready[0].rank, left.token_id, right.token_id), True
    listed = rules.origin(token_id)
    return listed, listed is None and len(parts) == 1


def units_of_token(model: ModelFile, row: int) -> list[Part]:
    """The units of which a token is merged."""
    spelling = model.table.spellings[row]
    if model.table.kinds[row] != "normal":
        return [Part(model.table.ids[row], spelling)]
    spelled = model.id_by_spelling
    return [Part(spelled.get(unit, NO_TOKEN), unit) for unit in model.token_units(spelling)]


def _variants(model: ModelFile, row: int) -> list[Variant]:
    """The token's text alone, with a space before it, capitalised, at the end of the text."""
    text = model.table.texts[row]
    if not text or model.table.kinds[row] not in ("normal", "added"):
        return []
    bare = text.strip() or text
    texts = {
        "alone": text,
        "bare": bare,
        "space": " " + bare,
        "capital": bare[:1].upper() + bare[1:],
        "upper": bare.upper(),
        "lower": bare.lower(),
        "end": "a " + bare,
        "before-stop": bare + ".",
    }
    encoded = model.encode_all(list(texts.values()))
    return [
        {"name": name, "text": each, "ids": ids}
        for (name, each), ids in zip(texts.items(), encoded, strict=True)
    ]


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

    characters: list[str]
    left_out: str
    edges: list[EdgeView]
    ids: list[int]
    is_same: bool
    tokens: dict[str, TokenView]


def lattice(model: ModelFile, text: str, chosen: int = 0) -> LatticeView:
    """The lattice of one word of a text. Raises `NotShownError`, `QuestionError`."""
    if model.algorithm != "unigram":
        raise NotShownError("no-scores")
    word, ids, _ = chosen_word(model, text, chosen)
    drawn = word[:MOST_DRAWN]
    edges = edges_of(model, drawn)
    best = tuple(Lattice(len(drawn), edges).best.token_ids)
    return {
        "characters": list(drawn),
        "left_out": word[MOST_DRAWN:],
        "edges": [
            {"start": e.start, "end": e.end, "id": e.token_id, "score": e.log_probability}
            for e in edges
        ],
        "ids": list(ids),
        "is_same": _without_bytes(model, ids, best),
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

    def known(token_id: int) -> int:
        row = places.get(token_id)
        return NO_TOKEN if row is None or kinds[row] in ("byte", "unknown") else token_id

    one, other = (_without_runs(map(known, way), {NO_TOKEN}) for way in (ids, best))
    return one == other
