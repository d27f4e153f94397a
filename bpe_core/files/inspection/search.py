"""Tokens found by text, bytes, id or pattern, and those never given for their own text, and why.

A visitor's own pattern can take for ever, which is one of the reasons why this runs in a process
that is killed when its time is up.

Source of the idea: Land and Bartolo, 2024, "Fishing for Magikarp". Each ordinary token whose
content is whole characters is encoded as a text of its own. Where that gives any other tokens, and
the file marks where words begin or end, it is encoded beside neighbours, too
(`ModelFile.surroundings`): if it then comes out for exactly its own characters, it can be reached.
All others are *unreachable*.

Tokens that are parts of characters have no text of their own: they are *parts*. Some of these no
text can ever have, as their bytes do not occur in UTF-8, or because their own bytes are merged to
other tokens: those are listed apart. Special tokens are neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from time import thread_time
from typing import Any, Literal, NamedTuple, TypedDict

from bpe_core.files.errors import MOST_ROWS, QuestionError
from bpe_core.files.inspection.tokens import (
    Question,
    TokenView,
    check_length,
    classes,
    field,
    is_ordinary,
    text_list,
    view,
)
from bpe_core.files.model_file import ModelFile
from bpe_core.text.byte_alphabet import INSIDE_UTF8
from bpe_core.worker.own_pattern import PatternStoppedError, compiled

Reason = Literal[
    "added-token", "normalized", "cut", "same-text", "byte", "no-merge", "merges", "likelier",
    "longer", "not-whole", "no-utf8",
]  # fmt: skip
_BATCH = 2_000
#: Unreachable tokens that are listed.
MOST_LISTED = 50


class UnreachableToken(NamedTuple):
    """A token that is not reached: its row, why, and the ids that come out instead."""

    row: int
    reason: Reason
    instead: tuple[int, ...]


class Unreachable(NamedTuple):
    """All of a file: tokens with a text of their own, and parts of characters."""

    tokens: tuple[UnreachableToken, ...]
    parts: tuple[UnreachableToken, ...]


class UnreachableTokenView(TypedDict):
    """A token that is not reached, why, and the tokens that come out instead."""

    token: TokenView
    reason: Reason
    instead: list[TokenView]


class UnreachablePage(TypedDict):
    """How many tokens of each reason there are, and the first ones.

    `parts` are those that are parts of characters.
    """

    reasons: dict[Reason, int]
    parts: dict[Reason, int]
    total: int
    found: list[UnreachableTokenView]


@lru_cache(maxsize=1)
def unreachable(model: ModelFile) -> Unreachable:
    """All tokens that are not reached. Takes as long as it takes to encode all tokens once."""
    table = model.table
    own = [row for row in range(len(table)) if is_ordinary(table.kinds[row]) and table.texts[row]]
    failed = list(_not_alone(model, own))
    left = _not_beside(model, [row for row, _ in failed])
    tokens = tuple(
        UnreachableToken(row, reason_for(model, row, ids), ids)
        for row, ids in failed
        if row in left
    )
    parts = tuple(_parts(model))
    return Unreachable(tokens, parts)


def _not_alone(model: ModelFile, rows: list[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Rows whose text alone becomes something else, and what."""
    table = model.table
    for begin in range(0, len(rows), _BATCH):
        batch = rows[begin : begin + _BATCH]
        encoded = model.encode_all([table.texts[row] or "" for row in batch])
        for row, ids in zip(batch, encoded, strict=True):
            if ids != [table.ids[row]]:
                yield row, tuple(ids)


def _not_beside(model: ModelFile, rows: list[int]) -> set[int]:
    """The rows that do not come out for their own characters beside any neighbour, either."""
    lost = [row for row in rows if model.cuts_alike and _never_continues(model, row)]
    left = sorted({*rows} - {*lost})
    for before, after in model.surroundings():
        if not left:
            break
        left = [row for row in left if not _comes_out(model, row, before, after)]
    return {*lost, *left}


def _comes_out(model: ModelFile, row: int, before: str, after: str) -> bool:
    text = model.table.texts[row] or ""
    token_id, start, end = model.table.ids[row], len(before), len(before) + len(text)
    whole = before + text + after
    for piece in model.pieces(whole):
        # A space that is marked on a token may or may not belong to its place.
        covered = whole[piece.start : piece.end].strip() == whole[start:end].strip()
        if piece.token_id == token_id and covered and piece.start >= start and piece.end <= end:
            return True
    return False


def _parts(model: ModelFile) -> Iterator[UnreachableToken]:
    """Parts of characters that no text has."""
    table = model.table
    rules = model.rules
    for row, text in enumerate(table.texts):
        content = table.contents[row]
        if text is not None or not content or not is_ordinary(table.kinds[row]):
            continue
        if not INSIDE_UTF8.fullmatch(content):
            yield UnreachableToken(row, "no-utf8", ())
        elif rules is not None and table.kinds[row] == "normal":
            ids = tuple(model.encode_word(table.spellings[row]))
            if ids != (table.ids[row],):
                yield UnreachableToken(row, _merge_reason(model, row), ids)


def reason_for(model: ModelFile, row: int, ids: tuple[int, ...]) -> Reason:
    """Why the text of a token becomes `ids`."""
    table = model.table
    text, own = table.texts[row] or "", table.ids[row]
    if table.kinds[row] == "byte":
        return "byte"
    kinds = {table.kinds[table.places[i]] for i in ids if i in table.places and i != own}
    if kinds & {"added", "special"}:
        return "added-token"
    normal = model.normalize(text)
    if not _still_has(model, row, normal):
        return "normalized"
    if _never_continues(model, row):
        return "cut"
    contents = [table.contents[table.places[i]] for i in ids if i in table.places]
    if own not in ids and table.contents[row] in contents:
        return "same-text"
    if len([word for word in model.cut(normal) if word.strip()]) > 1:
        return "cut"
    return _model_reason(model, row)


def _never_continues(model: ModelFile, row: int) -> bool:
    """Whether a token that only continues a word is always cut off from the word before it."""
    prefix = getattr(model, "prefix", "")
    if not prefix or not model.table.spellings[row].startswith(prefix):
        return False
    return len(model.cut(model.normalize("a" + (model.table.texts[row] or "")))) > 1


def _still_has(model: ModelFile, row: int, normal: str) -> bool:
    """Whether a normalized text still has a token's own text, however spaces are written."""
    text = model.table.texts[row] or ""
    space = getattr(model, "space", "") or "▁"
    bare = text.replace(" ", "")
    return bare in normal.replace(" ", "").replace(space, "") or not bare


def _model_reason(model: ModelFile, row: int) -> Reason:
    if model.algorithm == "unigram":
        return "likelier"
    if model.algorithm == "bpe":
        return _merge_reason(model, row)
    return "longer" if model.algorithm == "wordpiece" else "cut"


def _merge_reason(model: ModelFile, row: int) -> Reason:
    """`no-merge` where the file has no rule for the token, else `merges`."""
    rules = model.rules
    listed = rules is None or not model.merge_count or rules.origin(model.table.ids[row])
    return "merges" if listed else "no-merge"


def _unreachable_view(model: ModelFile, token: UnreachableToken) -> UnreachableTokenView:
    places = model.table.places
    instead = [view(model, places[i]) for i in token.instead[:20] if i in places]
    return {"token": view(model, token.row), "reason": token.reason, "instead": instead}


def unreachable_page(model: ModelFile) -> UnreachablePage:
    """The tokens that are not reached, counted by reason, and the first of them."""
    found = unreachable(model)
    everything = (*found.tokens, *found.parts)
    return {
        "reasons": dict(Counter(each.reason for each in found.tokens).most_common()),
        "parts": dict(Counter(each.reason for each in found.parts).most_common()),
        "total": len(everything),
        "found": [_unreachable_view(model, each) for each in everything[:MOST_LISTED]],
    }


def unreachable_ids(model: ModelFile) -> dict[str, dict[str, list[int]]]:
    """All ids by reason: of tokens with a text of their own, and of parts of characters."""
    groups: dict[str, dict[str, list[int]]] = {"tokens": {}, "parts": {}}
    for name, tokens in unreachable(model)._asdict().items():
        for each in tokens:
            groups[name].setdefault(each.reason, []).append(model.table.ids[each.row])
    return groups


#: Seconds that matching a pattern against all tokens may compute, which is what `regex` counts.
MATCH_LIMIT = 5.0

Test = Callable[[int], bool]


class FoundTokens(TypedDict):
    """How many tokens were found, and those that were asked for."""

    total: int
    tokens: list[TokenView]


def search(model: ModelFile, query: Question) -> FoundTokens:
    """The tokens that fit. Raises `QuestionError`, `PatternError`.

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


def _tests(model: ModelFile, query: Question) -> list[Test]:
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


def _range(query: Question, name: str) -> tuple[int, int]:
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
    texts, end = model.table.texts, thread_time() + MATCH_LIMIT

    def fits(row: int) -> bool:
        text = texts[row]
        if text is None:
            return False
        try:
            return pattern.search(text, timeout=max(0.001, end - thread_time())) is not None
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
