"""minbpe's `.model` file.

Source: Karpathy, minbpe, `base.py`: a version, the pattern, the number of special tokens, one
line each with its id, and one line per merge with the ids of its two parts. Bytes have their own
value as id; merges continue from 256. Unlike in other formats, no token is written out: a line of a
few digits can double the longest token, so all lengths are computed before reading continues.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.files.errors import (
    FormatError,
    ModelFileError,
    shown,
)
from bpe_core.files.exchange.formats import Format
from bpe_core.files.exchange.formats.gpt2 import check_bytes_only
from bpe_core.files.exchange.model import BpeModel, check_count, check_merges, check_writable
from bpe_core.files.exchange.patterns import find_by_pattern, pattern_of
from bpe_core.text.corpus import Token

NAME = ".model"
BEGINNING = "minbpe v"
VERSION = f"{BEGINNING}1"
_NUMBER = re.compile(r"[0-9]{1,9}")
#: How minbpe says "no pre-tokenization".
_NO_PATTERN = ""


def write_minbpe(model: BpeModel) -> bytes:
    """The file. Special tokens get the ids after all others, as minbpe's have.

    Raises `FormatError`.
    """
    check_bytes_only(model, NAME)
    check_writable(model.special_tokens, NAME)
    for token in model.special_tokens:
        if len(token.split()) != 1 or token.split()[0] != token:
            raise FormatError("separator", format=NAME, token=shown(token))
    values = numbers_by_value(model.base, len(model.merges))
    special = [f"{token} {len(values) + i}" for i, token in enumerate(model.special_tokens)]
    merges = [f"{values[left]} {values[right]}" for left, right in model.merges]
    whole = model.pre_tokenizer == "none"
    pattern = _NO_PATTERN if whole else pattern_of(model.pre_tokenizer, NAME)
    head = [VERSION, pattern, str(len(special))]
    return "\n".join([*head, *special, *merges, ""]).encode()


def numbers_by_value(base: tuple[Token, ...], merges: int) -> list[int]:
    """A number for each place: bytes by their value, merges from 256.

    >>> numbers_by_value((b"b", b"a"), 2)
    [98, 97, 256, 257]
    """
    return [*(ord(byte) for byte in base), *range(256, 256 + merges)]


@dataclass(frozen=True)
class Lines:
    """The content of a `.model`, not yet checked: ids may repeat, or refer to nothing."""

    pattern: str
    special: list[tuple[str, int]]
    merges: list[tuple[int, int]]


def read_lines(text: str, check_count: Callable[[int], None]) -> Lines:
    """The lines of a `.model`; `check_count` refuses too many merges before they are read.

    Raises `ModelFileError`.

    >>> read_lines("minbpe v1\\n\\n1\\n<s> 256\\n104 117\\n", check_count)
    Lines(pattern='', special=[('<s>', 256)], merges=[(104, 117)])
    """
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 3:
        raise ModelFileError("not-a-model")
    special_count = lines[2].strip()
    if not _NUMBER.fullmatch(special_count) or int(special_count) > len(lines) - 3:
        raise ModelFileError("line", line=3, content=shown(lines[2]))
    first = 3 + int(special_count)
    check_count(len(lines) - first)
    merges = [_numbers(lines, i) for i in range(first, len(lines))]
    special = [_special_token(lines, i) for i in range(3, first)]
    return Lines(lines[1].strip(), special, merges)


def read_minbpe(text: str) -> BpeModel:
    """The model that a `.model` file describes. Raises a `ModelFileError`.

    >>> read_minbpe("minbpe v1\\n\\n0\\n104 117\\n256 103\\n").tokens[256:]
    [b'hu', b'hug']
    """
    version = text.split("\n", 1)[0].strip()
    if version != VERSION:
        raise ModelFileError("unsupported", field="version", content=shown(version))
    file = read_lines(text, check_count)
    pre_tokenizer = _pre_tokenizer_of(file.pattern)
    base = tuple(bytes([value]) for value in range(256))
    check_merges(base, file.merges)
    return BpeModel(
        base,
        tuple(file.merges),
        unit="byte",
        pre_tokenizer=pre_tokenizer,
        special_tokens=tuple(token for token, _ in file.special),
        order=_order([token_id for _, token_id in file.special], 256 + len(file.merges)),
    )


def _pre_tokenizer_of(pattern: str) -> str:
    if pattern == _NO_PATTERN:
        return "none"
    name = find_by_pattern(pattern)
    if name is None:
        raise ModelFileError("unsupported", field="pattern", content=shown(pattern))
    return name


def _numbers(lines: list[str], index: int) -> tuple[int, int]:
    parts = lines[index].split()
    if len(parts) != 2 or not all(map(_NUMBER.fullmatch, parts)):
        raise ModelFileError("line", line=index + 1, content=shown(lines[index]))
    return int(parts[0]), int(parts[1])


def _special_token(lines: list[str], index: int) -> tuple[str, int]:
    parts = lines[index].split()
    if len(parts) != 2 or not _NUMBER.fullmatch(parts[1]):
        raise ModelFileError("line", line=index + 1, content=shown(lines[index]))
    return parts[0], int(parts[1])


def _order(special: list[int], others: int) -> tuple[int, ...]:
    """The ids of special tokens, then of bytes and merges, whose ids are their places."""
    last = others + len(special) - 1
    for i, token_id in enumerate(special):
        if not others <= token_id <= last or token_id in special[:i]:
            raise ModelFileError("ids", token_id=token_id, last=last)
    return (*special, *range(others))


FORMAT = Format(
    name="minbpe",
    title=NAME,
    label="Tokenizer: .model (minbpe)",
    about="The tokenizer at this step, for minbpe: short and easy to read line by line.",
    file_name="tokenizer.model",
    mime="text/plain",
    write=write_minbpe,
)
