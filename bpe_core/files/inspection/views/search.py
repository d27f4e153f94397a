"""Tokens found by text, bytes, id or pattern, filtered and sorted.

A visitor's own pattern can take for ever, which is one of the reasons why this runs in a process
that is killed when its time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from time import monotonic
from typing import Any, Literal, TypedDict

from bpe_core.files.errors import QuestionError
from bpe_core.files.inspection.views.summary import check_texts
from bpe_core.files.inspection.views.tokens import TokenView, classes, is_ordinary, view
from bpe_core.files.inspection.views.unreachable import unreachable
from bpe_core.files.limits import MOST_ROWS, MOST_TEXT
from bpe_core.files.model_file import ModelFile
from bpe_core.worker.own_pattern import PatternStoppedError, compiled

#: Seconds that matching a pattern against all tokens may take.
MATCH_LIMIT = 5.0
SORTS = ("id", "rank", "characters", "bytes", "text")
BY = ("text", "bytes", "id", "pattern")

By = Literal["text", "bytes", "id", "pattern"]


class Search(TypedDict, total=False):
    """A search: `wanted` by `by`; all other fields narrow down the results.

    - `script`: a script's name or class; `pure`: only tokens purely of it
    - `characters`, `ranks`: the smallest and the largest number
    - `unseen_in`: texts; only tokens that occur in none of them once they are encoded
    - `space_before`, `half`, `unreachable`, `special`: yes or no; left out, it does not matter
    - `sort`, `descending`, `offset`, `limit`: which rows of all that are found
    """

    by: By
    wanted: str
    script: str
    characters: tuple[int, int]
    ranks: tuple[int, int]
    unseen_in: list[str]
    space_before: bool
    half: bool
    unreachable: bool
    special: bool
    sort: str
    descending: bool
    offset: int
    limit: int


class FoundTokens(TypedDict):
    """How many tokens were found, and those that were asked for."""

    total: int
    tokens: list[TokenView]


def search(model: ModelFile, query: Search) -> FoundTokens:
    """The tokens that fit. Raises `QuestionError` and the errors of `check_pattern`."""
    rows: Iterable[int] = range(len(model.table))
    for test in _tests(model, query):
        rows = filter(test, rows)
    matches = sorted(rows, key=_sort_key(model, query.get("sort", "id")))
    if query.get("descending"):
        matches.reverse()
    offset = max(0, _whole(query, "offset", 0))
    limit = min(MOST_ROWS, max(0, _whole(query, "limit", 50)))
    shown = matches[offset : offset + limit]
    return {"total": len(matches), "tokens": [view(model, row) for row in shown]}


def _whole(query: Search, name: str, usual: int) -> int:
    value = query.get(name, usual)
    if type(value) is not int:
        raise QuestionError("question", field=name)
    return value


Test = Callable[[int], bool]


def _tests(model: ModelFile, query: Search) -> list[Test]:
    """All that a row has to pass, the quick ones first."""
    table, tests = model.table, list[Test]()
    flags: dict[str, Test] = {
        "special": lambda row: not is_ordinary(table.kinds[row]),
        "space_before": lambda row: table.contents[row].startswith(b" "),
        "half": lambda row: table.texts[row] is None and bool(table.contents[row]),
    }
    for name, test in flags.items():
        if name in query:
            tests.append(_equals(test, bool(query[name])))  # type: ignore[literal-required]
    if script := query.get("script"):
        counted = classes(model)
        tests.append(lambda row: counted[row] == script)
    if "characters" in query:
        low, high = _range(query, "characters")
        tests.append(lambda row: low <= len(table.texts[row] or "") <= high)
    if "ranks" in query:
        first, last = _range(query, "ranks")
        tests.append(lambda row: (rank := table.ranks[row]) is not None and first <= rank <= last)
    if query.get("wanted"):
        tests.append(_wanted(model, str(query["wanted"]), query.get("by", "text")))
    if "unseen_in" in query:
        seen = ids_in_texts(model, _texts(query["unseen_in"]))
        tests.append(lambda row: table.ids[row] not in seen)
    if "unreachable" in query:
        unreached = unreachable(model)
        missed = {each.row for each in (*unreached.tokens, *unreached.parts)}
        tests.append(_equals(missed.__contains__, bool(query["unreachable"])))
    return tests


def _equals(test: Test, wanted: bool) -> Test:
    return lambda row: test(row) == wanted


def _range(query: Search, name: str) -> tuple[int, int]:
    value: Any = query.get(name)
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise QuestionError("question", field=name)
    low, high = value
    if type(low) is not int or type(high) is not int:
        raise QuestionError("question", field=name)
    return low, high


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise QuestionError("question", field="unseen_in")
    return tuple(value)


@lru_cache(maxsize=1)
def ids_in_texts(model: ModelFile, texts: tuple[str, ...]) -> frozenset[int]:
    """The ids into which the texts are encoded. Raises `QuestionError`."""
    length = sum(map(len, texts))
    if length > MOST_TEXT:
        raise QuestionError("text-too-long", length=length, limit=MOST_TEXT)
    check_texts(texts)
    return frozenset(token_id for ids in model.encode_all(texts) for token_id in ids)


def _wanted(model: ModelFile, wanted: str, by: object) -> Test:
    table = model.table
    if by == "text":
        content = wanted.encode("utf-8", "surrogatepass")
        return lambda row: content in table.contents[row] or wanted in table.spellings[row]
    if by == "bytes":
        try:
            data = bytes.fromhex(wanted)
        except ValueError:
            raise QuestionError("question", field="bytes") from None
        return lambda row: data in table.contents[row]
    if by == "id":
        number = wanted.strip()
        if not number.isdecimal() or len(number) > 10:
            raise QuestionError("question", field="id")
        return lambda row: table.ids[row] == int(number)
    if by == "pattern":
        return _by_pattern(model, wanted)
    raise QuestionError("question", field="by")


def _by_pattern(model: ModelFile, wanted: str) -> Test:
    try:
        pattern = compiled(wanted)
    except (RecursionError, OverflowError):
        raise PatternStoppedError(seconds=round(MATCH_LIMIT)) from None
    texts, end = model.table.texts, monotonic() + MATCH_LIMIT

    def fits(row: int) -> bool:
        text = texts[row]
        if text is None:
            return False
        try:
            return pattern.search(text, timeout=max(0.001, end - monotonic())) is not None
        except TimeoutError:
            raise PatternStoppedError(seconds=round(MATCH_LIMIT)) from None

    return fits


def _sort_key(model: ModelFile, sort: object) -> Callable[[int], Any]:
    table = model.table
    ranks, texts, contents = table.ranks, table.texts, table.contents
    keys: dict[object, Callable[[int], Any]] = {
        "id": lambda row: row,
        "rank": lambda row: (-1 if ranks[row] is None else ranks[row], row),
        "characters": lambda row: (len(texts[row] or ""), row),
        "bytes": lambda row: (len(contents[row]), row),
        "text": lambda row: (contents[row], row),
    }
    if sort not in keys:
        raise QuestionError("question", field="sort")
    return keys[sort]
