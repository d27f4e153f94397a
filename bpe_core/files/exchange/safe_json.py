"""JSON from a stranger: checked while it is read, and before anything is made of it.

Unlike `json.loads`, this rejects repeated keys, NaN, numbers of hundreds of digits, and anything
nested deeper than a tokenizer needs.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from bpe_core.files.errors import ModelFileError, shown

MOST_LEVELS = 12
MOST_DIGITS = 18
#: Lists and records, and texts: 50,000 merges and their tokens need fewer.
MOST_GROUPS, MOST_TEXTS = 60_000, 200_000
# A string without its end runs to the end of the file: no place is looked at twice.
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)


def read_json(text: str) -> Any:
    """The value of a JSON text.

    Raises `ModelFileError`.

    >>> read_json('{"merges": [["h", "u"]]}')
    {'merges': [['h', 'u']]}
    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This tokenizer file has a twice. ...
    """
    _check_size(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_record,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise ModelFileError("not-json", line=error.lineno, column=error.colno) from None


def _check_size(text: str) -> None:
    """Check only brackets and strings: the values built from them would take 30 times the bytes."""
    depth = groups = texts = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        first = text[match.start()]
        if first == '"':
            texts += 1
        elif first in "[{":
            depth, groups = depth + 1, groups + 1
        else:
            depth -= 1
        if depth > MOST_LEVELS:
            raise ModelFileError("nesting", limit=MOST_LEVELS)
        if groups > MOST_GROUPS or texts > MOST_TEXTS:
            raise ModelFileError("too-many-parts", limit=MOST_TEXTS)


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ModelFileError("repeated-key", key=shown(key))
            seen.add(key)
    return record


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ModelFileError("number", number=shown(digits))
    return int(digits)


def _number(digits: str) -> float:
    if len(digits) > 40 or (number := float(digits)) in (float("inf"), float("-inf")):
        raise ModelFileError("number", number=shown(digits))
    return number


def _no_number(name: str) -> NoReturn:
    raise ModelFileError("number", number=name)
