"""One token as it is shown, and what a whole vocabulary looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypedDict

from bpe_core.files.inspection.views.scripts import class_of, is_main_han, is_pure
from bpe_core.files.model_file import ModelFile, TokenKind

#: Stretches into which a vocabulary is cut by rank, for a chart.
STRETCHES = 20


class TokenView(TypedDict):
    """A token. `text` is None for part of a character, or where a token stands for no text;
    `bytes` are in hexadecimal. `script` is a script's name, or one of the classes of `scripts`."""

    id: int
    spelling: str
    text: str | None
    bytes: str
    kind: TokenKind
    rank: int | None
    score: float | None
    script: str
    space_before: bool


class ScriptRow(TypedDict):
    """How many tokens a script has, how many of them purely; for Han also those of the main block
    of Chinese characters alone."""

    script: str
    tokens: int
    pure: int
    main_block: int | None


class Landscape(TypedDict):
    """A vocabulary from afar. Special tokens are left out everywhere.

    - `lengths`: how many tokens have so many characters, and bytes
    - `by_rank`: for each twentieth of the tokens, by rank, how many each script has
    - `half_characters`: tokens that are not whole characters
    """

    scripts: list[ScriptRow]
    characters: list[tuple[int, int]]
    bytes: list[tuple[int, int]]
    by_rank: list[dict[str, int]]
    space_before: int
    half_characters: int
    longest: list[TokenView]


@lru_cache(maxsize=1)
def classes(model: ModelFile) -> list[str]:
    """For each row of the table what its token is counted as."""
    return [class_of(text) for text in model.table.texts]


def is_ordinary(kind: TokenKind) -> bool:
    """Whether texts are cut into such tokens."""
    return kind in ("normal", "byte", "added")


def view(model: ModelFile, row: int) -> TokenView:
    """The token in a row of the table."""
    table = model.table
    content, text = table.contents[row], table.texts[row]
    return {
        "id": table.ids[row],
        "spelling": printable(table.spellings[row]),
        "text": text,
        "bytes": content.hex(),
        "kind": table.kinds[row],
        "rank": table.ranks[row],
        "score": table.scores[row] if table.scores else None,
        "script": class_of(text),
        "space_before": content.startswith(b" "),
    }


def views(model: ModelFile, ids: Iterable[int]) -> dict[str, TokenView]:
    """Each token once, by its id as text; an id that the file does not list has none."""
    places = model.table.places
    return {str(i): view(model, places[i]) for i in sorted({*ids}) if i in places}


def printable(spelling: str) -> str:
    """A spelling that JSON can hold: half a character, which some files have, becomes U+FFFD."""
    return spelling.encode("utf-8", "replace").decode() if not spelling.isascii() else spelling


def landscape(model: ModelFile) -> Landscape:
    """The vocabulary from afar; some tenths of a second for 100,000 tokens."""
    table, counted = model.table, classes(model)
    rows = [row for row in range(len(table)) if is_ordinary(table.kinds[row])]
    characters: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    for row in rows:
        text = table.texts[row]
        if text is not None:
            characters[len(text)] += 1
        sizes[len(table.contents[row])] += 1
    longest = sorted(rows, key=lambda row: (-len(table.contents[row]), row))[:50]
    return {
        "scripts": _script_rows(model, rows, counted),
        "characters": sorted(characters.items()),
        "bytes": sorted(sizes.items()),
        "by_rank": _by_rank(model, rows, counted),
        "space_before": sum(table.contents[row].startswith(b" ") for row in rows),
        "half_characters": sum(table.texts[row] is None for row in rows),
        "longest": [view(model, row) for row in longest],
    }


def _script_rows(model: ModelFile, rows: list[int], counted: list[str]) -> list[ScriptRow]:
    tokens: Counter[str] = Counter()
    pure: Counter[str] = Counter()
    main = 0
    for row in rows:
        script, text = counted[row], model.table.texts[row]
        tokens[script] += 1
        if text is not None and is_pure(text, script):
            pure[script] += 1
            main += script == "Han" and is_main_han(text)
    return [
        {
            "script": script,
            "tokens": count,
            "pure": pure[script],
            "main_block": main if script == "Han" else None,
        }
        for script, count in tokens.most_common()
    ]


def _by_rank(model: ModelFile, rows: list[int], counted: list[str]) -> list[dict[str, int]]:
    ranks = model.table.ranks
    order = sorted(rows, key=lambda row: (-1 if ranks[row] is None else ranks[row], row))
    stretches = []
    for number in range(STRETCHES):
        first = number * len(order) // STRETCHES
        last = (number + 1) * len(order) // STRETCHES
        stretches.append(dict(Counter(counted[row] for row in order[first:last]).most_common()))
    return stretches
