r"""Reading a list of merges that somebody's trainer wrote, in whatever form.

Lines of two tokens, GPT-2's printable characters, minbpe's ids, a tokenizer.json, a list of pairs
in Python or JSON, and this program's own tables: all become pairs of bytes. Some lists can be read
in more than one way (is `é` a letter, or GPT-2's sign for the byte E9?), so every possible reading
is returned, and the comparison with the right list decides between them. Unlike
`bpe_core.files.exchange`, which accepts only what can encode, this accepts wrong merges: a token
that no merge makes, or the same merge twice.
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bpe_core.diagnosis.recipe import SENTENCES
from bpe_core.diagnosis.words import Merge
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import MOST_BYTES, MOST_MERGES
from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.formats.minbpe import VERSION as MINBPE
from bpe_core.files.formats.ranks import LEAST_LINES, looks_like_ranks, read_ranks
from bpe_core.files.trace_tables import unguarded
from bpe_core.files.unpack import (
    GZIP,
    ZIP,
    check_document,
    check_is_fetched,
    check_is_tokenizer,
    check_lists_merges,
    gunzip,
    read_json,
    unzip,
)
from bpe_core.text.byte_alphabet import BYTE_OF, is_printed
from bpe_core.text.corpus import as_bytes, encode_utf8
from bpe_core.text.reading import read_text

#: A part of a merge as a file says it: a text, bytes, or an id.
Part = str | bytes | int
#: Two parts and, where the file says it, the id of what they make.
Entry = tuple[Part, Part, int | None]

FIRST_MERGE = 256
#: Special tokens that may have ids before the merges.
MOST_SHIFTED = 4
_ARROW = re.compile(r"\(?(\d{1,9})(?: *[,+] *| +)(\d{1,9})\)? *(?:->|=>|→|=|:) *(\d{1,9})\b")
#: `a + b = ab`, and this program's own lines: `1. a + b -> ab: 20`.
_SUM = re.compile(r"(?:\d+\. )?(.+) \+ (.+) (?:=|->|=>|→) (.+?)(?:: \d+)?")
_LITERAL = r"""b?'(?:[^'\\]|\\.)*+'|b?"(?:[^"\\]|\\.)*+\""""
_TWO_LITERALS = re.compile(rf"[(\[]?\s*({_LITERAL})[\s,]+({_LITERAL})\s*[)\]]?,?")
_ONLY_DATA = re.compile(rf"(?:\s++|[][(){{}},:]|{_LITERAL}|\d{{1,9}}(?!\d))*+", re.DOTALL)
#: How a pickle begins: the oldest protocol is text.
_PICKLE = re.compile(rb"\x80[\x02-\x05]|[]}]q\x00|\([ld]p\d")
#: A pair as Python prints it, in a line that says more: `3. ('h', 'e') -> he`.
_PRINTED_PAIR = re.compile(rf"[(\[]\s*({_LITERAL})\s*,\s*({_LITERAL})\s*[)\]]")
#: `1. h e`: alone, this would be three tokens.
_NUMBERED = re.compile(r"\d+[.:)][ \t](\S+[ \t]\S+)")
#: A first line as GPT-2's and subword-nmt's, or as CLIP's, which has the file's name in it.
_VERSION = re.compile(r'(?:"\S+\.txt)?#version.*')
_NAME = re.compile(r"\s*[A-Za-z_][\w.]*\s*(?::[^=\n]*)?=\s*(?=[\[({])")


class MergesError(BpeError):
    """A list of merges that cannot be read."""

    templates = SENTENCES["MergesError"]


@dataclass(frozen=True)
class Reading:
    """One way to read a list: `form` says how its parts were read."""

    form: str
    merges: tuple[Merge, ...]


def agreement(one: Sequence[object], other: Sequence[object]) -> int:
    """How many entries of two lists agree from the start.

    >>> agreement([5, 12, 7], [5, 12, 8]), agreement([5], [5, 12])
    (2, 1)
    """
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def read_merges(data: bytes | str, base: Sequence[bytes] = ()) -> list[Reading]:
    """All ways in which the list can be read, the likelier ones first.

    `base` holds the tokens that a trainer would start from, by id from 0, if its ids are not
    those of bytes. Raises a `MergesError`, or `NotTextError`.

    >>> [reading.merges for reading in read_merges("h e\\nhe y")]
    [((b'h', b'e'), (b'he', b'y'))]
    >>> [reading.merges for reading in read_merges("(104, 101) -> 256\\n(256, 121) -> 257")]
    [((b'h', b'e'), (b'he', b'y'))]
    >>> [reading.form for reading in read_merges("[(b'h', b'e'), (b'he', b'y')]")]
    ['bytes']
    """
    text = read_list(data) if isinstance(data, bytes) else data
    if len(text) > MOST_BYTES:
        raise MergesError("too-large", size=len(text), limit=MOST_BYTES)
    encoded = encode_utf8(text)
    check_is_tokenizer(encoded)
    check_lists_merges(encoded)
    entries = _entries(text)
    if not entries:
        raise MergesError("no-merges")
    if len(entries) > MOST_MERGES:
        raise MergesError("too-many", merges=len(entries), limit=MOST_MERGES)
    return _readings(entries, base)


def read_list(data: bytes) -> str:
    """A list as text, from an archive, too, such as GPT-2's two files.

    Raises a `MergesError`, `NotTextError`, a `ModelFileError`.

    >>> read_list(b"h e")
    'h e'
    """
    if data.startswith(GZIP):
        data = gunzip(data)
    if data.startswith(ZIP):
        contents = unzip(data)
        data = contents.get("merges.txt") or next(iter(contents.values()))
    if _PICKLE.match(data):
        raise MergesError("pickle")
    check_is_fetched(data)
    check_lists_merges(data)
    return read_text(data)


# From text to entries


def _entries(text: str) -> list[Entry]:
    bare = _NAME.sub("", text, count=1) if _NAME.match(text) else text
    start = bare.lstrip()[:1]
    if start and start in "[{(" and (value := _literal(bare.strip())) is not None:
        return list(_from_value(value))
    if text.startswith(MINBPE):
        return list(_from_minbpe(text))
    if looks_like_ranks(encoded := encode_utf8(text), LEAST_LINES):
        model = read_ranks(encoded, pre_tokenizer="none")
        tokens = [as_bytes(token) for token in model.tokens]
        return [(tokens[left], tokens[right], None) for left, right in model.merges]
    if re.match(r"\ufeff?step,left,right,", text):
        return _from_table(text)
    return list(_from_lines(text))


def _literal(text: str) -> Any:
    """A value in JSON or Python; None where the text is lines that only begin like one."""
    with suppress(ModelFileError):
        return read_json(text)
    if _ONLY_DATA.fullmatch(text):
        with suppress(ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return ast.literal_eval(text)
    if _looks_like_lines(text):
        return None
    raise MergesError("literal")


def _looks_like_lines(text: str) -> bool:
    """Whether the first line alone is a merge, as `(104, 101) -> 256` or `( a` is.

    A comma and nothing below make it a list: `[1.5, 2]`.
    """
    line, *below = text.split("\n", 1)
    parts = line.rstrip("\r").split(" ")
    is_pair = len(parts) == 2 and all(parts) and (bool(below) or not parts[0].endswith(","))
    forms = _ARROW.search(line), _TWO_LITERALS.fullmatch(line.rstrip("\r"))
    printed = _PRINTED_PAIR.match(line)
    says_more = printed is not None and not line[printed.end() :].lstrip().startswith(",")
    return is_pair or says_more or any(forms)


def _from_value(value: Any) -> Iterator[Entry]:
    if isinstance(value, Mapping):
        check_document(value)
        for name in ("model", "merges", "steps"):
            if isinstance(value.get(name), (Mapping, list, tuple)):
                yield from _from_value(value[name])
                return
        if "vocab" in value:
            raise ModelFileError("lists-no-merges", format=shown(value.get("type", "tekken.json")))
        yield from _from_mapping(value)
        return
    if not isinstance(value, (list, tuple)):
        raise MergesError("literal")
    for number, item in enumerate(value, start=1):
        yield _entry(item, number)


def _from_mapping(value: Mapping[Any, Any]) -> Iterator[Entry]:
    """Pairs with the id or rank of what they make, in that order, or with their counts."""
    items = list(value.items())
    numbers = [made for _, made in items if type(made) is int]
    # One token, as a vocab.json has them, is no pair of tokens.
    is_token = (isinstance(key, str) and not {*" \t"} & {*key} for key in value)
    if len(numbers) == len(items) and any(is_token):
        raise ModelFileError("needs-merges")
    if len(numbers) == len(items) and not _fall(numbers):
        items.sort(key=lambda item: item[1])
    has_ids = all(type(made) is int and made >= FIRST_MERGE for _, made in items)
    for number, (pair, made) in enumerate(items, start=1):
        left, right, _ = _entry(pair, number)
        yield left, right, made if has_ids else None


def _fall(numbers: Sequence[int]) -> bool:
    """Whether these are the counts of merges, which fall, and not their ranks.

    >>> _fall([20, 16, 15]), _fall([0, 1, 2]), _fall([1, 0])
    (True, False, False)
    """
    is_ranked = sorted(numbers) == [*range(len(numbers))]
    return not is_ranked and all(one >= other for one, other in pairwise(numbers))


def _entry(item: Any, number: int) -> Entry:
    """A merge from one item of a list, maybe with what its tokens make or how often they occur."""
    match item:
        case str():
            return _from_line(item, number, " " if " " in item else "\t")
        case {"left": left, "right": right}:
            item = [left, right]
        case {"pair": pair}:
            item = pair
    match item:
        case [[_, _] as pair, third] if not isinstance(third, (list, tuple)):
            is_id = type(third) is int and third >= FIRST_MERGE
            return *_parts(pair, number), third if is_id else None
        case [int(), int(), int()] if bool not in map(type, item):
            return *_parts(item[:2], number), item[2]
        case [(str() | bytes()) as left, right, third] if type(left) is type(right):
            is_more = type(third) is int or third == left + right  # type: ignore[operator]
            item = item[:2] if is_more else item
    return *_parts(item, number), None


def _parts(item: Any, number: int) -> tuple[Part, Part]:
    match item:
        case [left, right]:
            return _part(left, number), _part(right, number)
    raise MergesError("line", entry=number, content=shown(item))


def _part(part: Any, number: int) -> Part:
    if isinstance(part, list) and part and all(type(b) is int and 0 <= b < 256 for b in part):
        return bytes(part)
    if (isinstance(part, (str, bytes)) and part) or type(part) is int:
        return part
    raise MergesError("line", entry=number, content=shown(part))


def _from_minbpe(text: str) -> Iterator[Entry]:
    """The merges of minbpe's `.model`; its third line says how many special tokens come first.

    >>> list(_from_minbpe("minbpe v1\\n\\nmany\\n"))
    Traceback (most recent call last):
    bpe_core.diagnosis.merges_file.MergesError: Entry 3 is not a merge: many. ...
    """
    lines = text.splitlines()
    special = lines[2].strip() if len(lines) > 2 else ""
    if not re.fullmatch(r"[0-9]{1,6}", special):
        raise MergesError("line", entry=3, content=shown(special))
    for number, line in enumerate(lines[3 + int(special) :], 1):
        if ids := re.fullmatch(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*", line):
            yield int(ids[1]), int(ids[2]), None
        elif line.strip():
            raise MergesError("line", entry=number, content=shown(line))


def _from_table(text: str) -> list[Entry]:
    """This program's own table of steps."""
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff"), newline=""))
    return [(unguarded(row["left"] or ""), unguarded(row["right"] or ""), None) for row in rows]


def _from_lines(text: str) -> Iterator[Entry]:
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if _VERSION.fullmatch(lines[0]):
        lines[0] = ""
    written = [line for line in lines if line]
    numbered = [found[1] for line in written if (found := _NUMBERED.fullmatch(line))]
    if len(numbered) == len(written):
        lines = written = numbered
    # A tab separates the tokens if it can do so in every line; else it is part of a token.
    separator = "\t" if all(re.fullmatch(r"[^\t]+\t[^\t]+", line) for line in written) else " "
    printed = [_PRINTED_PAIR.findall(line) for line in written]
    if all(len(pairs) == 1 for pairs in printed):
        lines = [" ".join(pair) for ((*pair,),) in printed]
    elif thirds := _with_third_column(written):
        yield from thirds
        return
    for number, line in enumerate(lines, start=1):
        if line:
            yield _from_line(line, number, separator)


def _with_third_column(lines: list[str]) -> list[Entry]:
    """The merges of lines with what they make, or with a count as fastBPE writes it.

    >>> _with_third_column(["h e he", "he y hey"]), _with_third_column(["104 101 256"])
    ([('h', 'e', None), ('he', 'y', None)], [(104, 101, 256)])
    >>> _with_third_column(["h e 12", "he y 7"]), _with_third_column(["h e y"])
    ([('h', 'e', None), ('he', 'y', None)], [])
    """
    rows = [re.split("[ \t]", line) for line in lines]
    if not rows or not all(len(row) == 3 and all(row) for row in rows):
        return []
    if all(re.fullmatch("[0-9]{1,9}", part) for row in rows for part in row):
        ids = [(int(left), int(right), int(made)) for left, right, made in rows]
        first = ids[0][2]
        if first >= FIRST_MERGE and [made for _, _, made in ids] == [
            *range(first, first + len(ids))
        ]:
            return [*ids]
    makes = all(left + right == made for left, right, made in rows)
    counts = all(re.fullmatch("[0-9]{1,18}", third) for _, _, third in rows)
    return [(left, right, None) for left, right, _ in rows] if makes or counts else []


def _from_line(line: str, number: int, separator: str = " ") -> Entry:
    """A merge from one line of text."""
    if matched := _ARROW.search(line):
        numbers = [int(digits) for digits in matched.groups()]
        return numbers[0], numbers[1], numbers[2]
    if matched := _TWO_LITERALS.fullmatch(line.strip()):
        left_part, right_part = (ast.literal_eval(part) for part in matched.groups())
        return *_parts((left_part, right_part), number), None
    if (matched := _SUM.fullmatch(line)) and matched[1] + matched[2] == matched[3]:
        return matched[1], matched[2], None
    if matched := re.fullmatch(r"\(?(\d{1,9}), ?(\d{1,9})\)?,?", line.strip()):
        return int(matched[1]), int(matched[2]), None
    left, right = line.partition("\t")[::2] if separator == "\t" else _split_at_space(line)
    if not left or not right:
        raise MergesError("line", entry=number, content=shown(line))
    return left, right, None


def _split_at_space(line: str) -> tuple[str, str]:
    """The two tokens of a line, which may begin with spaces; empty texts if that is unclear.

    >>> _split_at_space("h e"), _split_at_space("  t"), _split_at_space(" a  b")
    (('h', 'e'), (' ', 't'), (' a', ' b'))
    >>> _split_at_space("a b c")
    ('', '')
    """
    places = [i for i, c in enumerate(line) if c == " " and 0 < i < len(line) - 1]
    first = [i for i in places if line[i - 1] != " "] or places[:1]
    return (line[: first[0]], line[first[0] + 1 :]) if len(first) == 1 else ("", "")


# From entries to bytes


def _readings(entries: list[Entry], base: Sequence[bytes]) -> list[Reading]:
    parts = [part for left, right, _ in entries for part in (left, right)]
    if any(isinstance(part, int) for part in parts):
        return _id_readings(entries, base)
    texts = [part for part in parts if isinstance(part, str)]
    forms: dict[tuple[Merge, ...], str] = {}
    if texts and all(map(is_printed, texts)):
        as_printed = _converted(entries, lambda text: bytes(map(BYTE_OF.__getitem__, text)))
        forms[as_printed] = "printable"
    forms.setdefault(_converted(entries, encode_utf8), "text" if texts else "bytes")
    readings = [Reading(form, merges) for merges, form in forms.items()]
    if texts and all(re.fullmatch(r"[0-9]{1,9}", text) for text in texts):
        with_ids: list[Entry] = [(int(a), int(b), None) for a, b, _ in entries]
        with suppress(MergesError):
            return [*_id_readings(with_ids, base), *readings]
    return readings


def _converted(entries: list[Entry], convert: Callable[[str], bytes]) -> tuple[Merge, ...]:
    """The merges, their texts as bytes."""

    def as_bytes(part: Part) -> bytes:
        return part if isinstance(part, bytes) else convert(str(part))

    return tuple((as_bytes(left), as_bytes(right)) for left, right, _ in entries)


def _id_readings(entries: list[Entry], base: Sequence[bytes]) -> list[Reading]:
    """The merges given by ids; bytes have their values as ids, unless special tokens come first."""
    plain = [bytes((value,)) for value in range(FIRST_MERGE)]
    starts = [(plain, FIRST_MERGE), *([(list(base), len(base))] if base else [])]
    made = entries[0][2]
    shifts = range(1, MOST_SHIFTED + 1) if made is None else (made - FIRST_MERGE,)
    for shift in filter(None, shifts):
        after = [b""] * min(max(shift, 0), MOST_SHIFTED) + plain  # their ids are moved up, too
        starts += [(tokens, FIRST_MERGE + shift) for tokens in (plain, after)]
    found: dict[tuple[Merge, ...], None] = {}
    errors: list[MergesError] = []
    for tokens, first in starts:
        try:
            found[_by_id(entries, tokens, first)] = None
        except MergesError as error:
            if error.code != "id":
                raise
            errors.append(error)
    if not found:
        raise errors[0]
    return [Reading("ids", merges) for merges in found]


def _by_id(entries: list[Entry], base: Sequence[bytes], first: int) -> tuple[Merge, ...]:
    tokens = {number: token for number, token in enumerate(base) if token}
    merges: list[Merge] = []
    size = 0
    for number, (left, right, made) in enumerate(entries):
        for part in (left, right):
            if part not in tokens:
                raise MergesError("id", entry=number + 1, token_id=shown(part))
        merge = tokens[left], tokens[right]  # type: ignore[index]
        merges.append(merge)
        size += len(merge[0]) + len(merge[1])
        if size > MOST_BYTES:
            raise MergesError("too-large", size=size, limit=MOST_BYTES)
        tokens[first + number if made is None else made] = merge[0] + merge[1]
    return tuple(merges)
