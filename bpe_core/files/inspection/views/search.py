"""Tokens found by text, bytes, id or pattern, filtered and sorted.

A visitor's own pattern can take for ever, which is one of the reasons why this runs in a process
that is killed when its time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from time import monotonic
from typing import Any, TypedDict

from bpe_core.files.errors import QuestionError
from bpe_core.files.inspection.views.summary import check_length, field, text_list
from bpe_core.files.inspection.views.tokens import TokenView, classes, is_ordinary, view
from bpe_core.files.inspection.views.unreachable import unreachable
from bpe_core.files.limits import MOST_ROWS
from bpe_core.files.model_file import ModelFile
from bpe_core.worker.own_pattern import PatternStoppedError, compiled

#: Seconds that matching a pattern against all tokens may take.
MATCH_LIMIT = 5.0

Query = Mapping[str, Any]
Test = Callable[[int], bool]


class FoundTokens(TypedDict):
    """How many tokens were found, and those that were asked for."""

    total: int
    tokens: list[TokenView]


def search(model: ModelFile, query: Query) -> FoundTokens:
    """The tokens that fit. Raises `QuestionError` and the errors of `check_pattern`.

    A search is `wanted` by `by` (`text`, `bytes`, `id` or `pattern`); all other fields narrow down
    the results:

    - `script`: a script's name or class
    - `characters`, `ranks`: the smallest and the largest number
    - `unseen_in`: texts; only tokens that occur in none of them once they are encoded
    - `space_before`, `half`, `unreachable`, `special`: yes or no; left out, it does not matter
    - `sort` (`id`, `rank`, `characters`, `bytes` or `text`), `descending`, `offset`, `limit`: which
      rows of all that are found
    """
    rows: Iterable[int] = range(len(model.table))
    for test in _tests(model, query):
        rows = filter(test, rows)
    matches = sorted(rows, key=_sort_key(model, query.get("sort", "id")))
    if query.get("descending"):
        matches.reverse()
    offset = max(0, field(query, "offset", int, 0))
    limit = min(MOST_ROWS, max(0, field(query, "limit", int, 50)))
    shown = matches[offset : offset + limit]
    return {"total": len(matches), "tokens": [view(model, row) for row in shown]}


def _tests(model: ModelFile, query: Query) -> list[Test]:
    """All that a row has to pass, the quick ones first."""
    table, tests = model.table, list[Test]()
    flags: dict[str, Test] = {
        "special": lambda row: not is_ordinary(table.kinds[row]),
        "space_before": lambda row: table.contents[row].startswith(b" "),
        "half": lambda row: table.texts[row] is None and bool(table.contents[row]),
    }
    tests += [_equals(test, bool(query[name])) for name, test in flags.items() if name in query]
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
        seen = ids_in_texts(model, tuple(text_list(query, "unseen_in")))
        tests.append(lambda row: table.ids[row] not in seen)
    if "unreachable" in query:
        unreached = unreachable(model)
        missed = {each.row for each in (*unreached.tokens, *unreached.parts)}
        tests.append(_equals(missed.__contains__, bool(query["unreachable"])))
    return tests


def _equals(test: Test, wanted: bool) -> Test:
    return lambda row: test(row) == wanted


def _range(query: Query, name: str) -> tuple[int, int]:
    match query.get(name):
        case [int(low), int(high)]:
            return low, high
    raise QuestionError("question", field=name)


@lru_cache(maxsize=1)
def ids_in_texts(model: ModelFile, texts: tuple[str, ...]) -> frozenset[int]:
    """The ids into which the texts are encoded. Raises `QuestionError`."""
    check_length(sum(map(len, texts)))
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
