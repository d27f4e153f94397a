"""minbpe's `.model` file.

Source: Karpathy, minbpe, `base.py` and `regex.py`: a version, the pattern, the number of special
tokens, one line each with its id, and one line per merge with the ids of its two parts. Bytes have
their own value as id; merges continue from 256. Unlike in other formats, no token is written out: a
line of a few digits can double the longest token, so all lengths are computed before reading
continues. Our own tokenizers cut by few patterns; an opened file (`MinbpeFile`) takes any, and two
merges that make the same bytes, as training by minbpe may do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import regex

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.files.bpe_model import BpeModel, Format, check_count, check_merges, check_writable
from bpe_core.files.errors import MOST_TOKEN_BYTES, FormatError, ModelFileError, shown, shown_reason
from bpe_core.files.merge_rules import PairRules
from bpe_core.files.model_file import (
    ModelFile,
    Note,
    Token,
    TokenTable,
    Word,
    check_distinct_ids,
    check_token_count,
    place_bytes,
    spell,
)
from bpe_core.files.patterns import find_by_pattern, pattern_of
from bpe_core.text import corpus
from bpe_core.text.corpus import encode_utf8

NAME = ".model"
BEGINNING = "minbpe v"
VERSION = f"{BEGINNING}1"
_NUMBER = re.compile(r"[0-9]{1,9}")
#: How minbpe says "no pre-tokenization".
_NO_PATTERN = ""
_MOST_TOTAL = 40_000_000

Pairs = list[tuple[int, int]]
#: The content of a `.model`, not yet checked (ids may repeat, or refer to nothing): the pattern,
#: the special tokens with their ids, and the merges.
Lines = tuple[str, list[tuple[str, int]], Pairs]


def read_lines(text: str, check_count: Callable[[int], None]) -> Lines:
    """The lines of a `.model`; `check_count` refuses too many merges before they are read.

    Raises `ModelFileError`.

    >>> read_lines("minbpe v1\\n\\n1\\n<s> 256\\n104 117\\n", check_count)
    ('', [('<s>', 256)], [(104, 117)])
    """
    lines = text.removesuffix("\n").split("\n")
    if (version := lines[0].strip()) != VERSION:
        raise ModelFileError("unsupported", field="version", content=shown(version))
    if len(lines) < 3:
        raise ModelFileError("not-a-model")
    special_count = lines[2].strip()
    if not _NUMBER.fullmatch(special_count) or int(special_count) > len(lines) - 3:
        raise ModelFileError("line", line=3, content=shown(lines[2]))
    first = 3 + int(special_count)
    check_count(len(lines) - first)
    parts = [line.split() for line in lines]
    for number in range(3, len(lines)):
        numbers = parts[number][number < first :]
        if len(parts[number]) != 2 or not all(map(_NUMBER.fullmatch, numbers)):
            raise ModelFileError("line", line=number + 1, content=shown(lines[number]))
    special = [(token, int(token_id)) for token, token_id in parts[3:first]]
    merges = [(int(left), int(right)) for left, right in parts[first:]]
    return lines[1].strip(), special, merges


# Our own tokenizer


def write_minbpe(model: BpeModel) -> bytes:
    """The file. Special tokens get the ids after all others, as minbpe's have.

    Raises `FormatError`.
    """
    model.check_bytes_only(NAME)
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


def numbers_by_value(base: tuple[corpus.Token, ...], merges: int) -> list[int]:
    """A number for each place: bytes by their value, merges from 256.

    >>> numbers_by_value((b"b", b"a"), 2)
    [98, 97, 256, 257]
    """
    return [*(ord(byte) for byte in base), *range(256, 256 + merges)]


def read_minbpe(text: str) -> BpeModel:
    """The model that a `.model` file describes. Raises a `ModelFileError`.

    >>> read_minbpe("minbpe v1\\n\\n0\\n104 117\\n256 103\\n").tokens[256:]
    [b'hu', b'hug']
    """
    pattern, special, merges = read_lines(text, check_count)
    pre_tokenizer = find_by_pattern(pattern) if pattern else "none"
    if pre_tokenizer is None:
        raise ModelFileError("unsupported", field="pattern", content=shown(pattern))
    base = tuple(bytes([value]) for value in range(256))
    check_merges(base, merges)
    return BpeModel(
        base,
        tuple(merges),
        unit="byte",
        pre_tokenizer=pre_tokenizer,
        special_tokens=tuple(token for token, _ in special),
        order=_order([token_id for _, token_id in special], 256 + len(merges)),
    )


def _order(special: list[int], others: int) -> tuple[int, ...]:
    """The ids of special tokens, then of bytes and merges, whose ids are their places."""
    last = others + len(special) - 1
    for i, token_id in enumerate(special):
        if not others <= token_id <= last or token_id in special[:i]:
            raise ModelFileError("ids", token_id=token_id, last=last)
    return (*special, *range(others))


# Any such file


def open_minbpe(text: str) -> MinbpeFile:
    """The tokenizer in a .model. Raises a `ModelFileError`.

    >>> file = open_minbpe("minbpe v1\\n\\\\w+\\n0\\n104 117\\n256 103\\n")
    >>> file.encode("hug, hug")
    [257, 257]
    """
    pattern, special, merges = read_lines(text, check_token_count)
    check_distinct_ids(special)
    return MinbpeFile(_pattern(pattern), special, merges)


def _pattern(text: str) -> Any:
    """The pattern; None where the text is one word. Raises `ModelFileError`."""
    if not text:
        return None
    try:
        pattern = regex.compile(text)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ModelFileError("pattern", reason=shown_reason(error)) from None
    if pattern.groups > 1:
        reason = "it has more than one group, which minbpe cannot use"
        raise ModelFileError("pattern", reason=reason)
    return pattern


def _make_tokens(pairs: Pairs, first: int) -> list[bytes]:
    """The bytes of each id; lengths are added up before anything is joined.

    `first` is the line of the first merge. Raises `ModelFileError`, also for a pair that is there
    twice.
    """
    sizes, seen = [1] * 256, set[tuple[int, int]]()
    total = 0
    for number, pair in enumerate(pairs):
        if max(pair) >= len(sizes):
            raise ModelFileError("merge-order", merge=number + 1, token=shown(max(pair)))
        if pair in seen:
            raise ModelFileError("line", line=first + number, content=shown(f"{pair[0]} {pair[1]}"))
        seen.add(pair)
        sizes.append(sizes[pair[0]] + sizes[pair[1]])
        total += sizes[-1]
        if total > _MOST_TOTAL:
            raise ModelFileError("tokens-too-long", merge=number + 1, limit=_MOST_TOTAL)
        if sizes[-1] > MOST_TOKEN_BYTES:
            raise ModelFileError(
                "token-size", token_id=256 + number, size=sizes[-1], limit=MOST_TOKEN_BYTES
            )
    tokens = [bytes([value]) for value in range(256)]
    for left, right in pairs:
        tokens.append(tokens[left] + tokens[right])
    return tokens


class MinbpeFile(ModelFile):
    """A .model of minbpe, opened. As there, `regex` finds the words, and in a word the earliest
    merge is made everywhere before the next."""

    kind = "minbpe"
    algorithm = "bpe"
    library = "minbpe"

    def __init__(self, pattern: Any, special: list[tuple[str, int]], merges: Pairs) -> None:
        self._pattern = pattern
        self._pairs = merges
        tokens = _make_tokens(merges, 4 + len(special))
        self._ranks = {
            left << 32 | right: i for i, (left, right) in enumerate(self._pairs, start=256)
        }
        for _, token_id in special:
            if token_id < len(tokens):
                last = len(tokens) + len(special) - 1
                raise ModelFileError("ids", token_id=token_id, last=last)
        rows = [
            Token(i, spell(token), token, rank=i - 256 if i > 255 else None)
            for i, token in enumerate(tokens)
        ]
        rows += [Token(i, token, token.encode(), "special") for token, i in special]
        super().__init__(TokenTable(rows))
        if pattern is not None:
            self.cuts = [{"type": "Regex", "pattern": pattern.pattern}]
            if pattern.groups:
                self.notes = [Note("pattern-group", shown(pattern.pattern))]

    def cut(self, text: str) -> list[str]:
        return [text[start:end] for start, end in self._spans(text)]

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Where the words occur; of a pattern with a group it is the group that minbpe takes."""
        if self._pattern is None:
            return [(0, len(text))] if text else []
        group = self._pattern.groups
        return [m.span(group) for m in self._pattern.finditer(text) if m[group]]

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        return [
            [token_id for word in self.cut(text) for token_id in self._encode(encode_utf8(word))]
            for text in texts
        ]

    def _encode(self, word: bytes) -> list[int]:
        return merge_word(list(word), self._ranks)

    def words(self, text: str) -> list[Word]:
        spans = ((text[start:end], start) for start, end in self._spans(text))
        return [
            place_bytes(word, start, self._encode(encode_utf8(word)), self.table)
            for word, start in spans
        ]

    @cached_property
    def rules(self) -> PairRules:
        made = [(*pair, token_id) for token_id, pair in enumerate(self._pairs, start=256)]
        rows = np.array(made, np.int64).reshape(-1, 3)
        return PairRules(rows, self.table.spellings.__getitem__, applies_everywhere=True)

    def encode_word(self, word: str) -> list[int]:
        return self._encode(word.encode("latin-1"))


FORMAT = Format("minbpe", NAME, "tokenizer.model", "text/plain", write_minbpe)
