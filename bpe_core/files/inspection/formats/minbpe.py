"""minbpe's .model with any pattern.

Source: Karpathy, minbpe, `base.py` and `regex.py`: a version, the pattern, the special tokens with
their ids, then one merge per line; bytes have their own value as id, merges go on from 256.
Encoding is as there: `regex` finds the words, and in a word the earliest merge is made everywhere
before the next. Unlike `bpe_core.files.exchange.formats.minbpe` this takes any pattern, and two
merges that make the same bytes, as training by minbpe may do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import regex

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.files.errors import (
    ModelFileError,
    shown,
    shown_reason,
)
from bpe_core.files.exchange.formats.minbpe import VERSION, read_lines
from bpe_core.files.inspection.formats.hugging_face import check_distinct
from bpe_core.files.inspection.formats.ranks import characters_of, spell
from bpe_core.files.inspection.limits import MOST_TOKEN_BYTES, MOST_TOKENS
from bpe_core.files.inspection.merge_rules import MergeRules, PairRules
from bpe_core.files.inspection.model import ModelFile, Piece, Token, TokenTable, Word
from bpe_core.files.inspection.notes import Note
from bpe_core.text.corpus import encode_utf8

_MOST_TOTAL = 40_000_000

Pairs = list[tuple[int, int]]


def open_minbpe(text: str) -> MinbpeFile:
    """The tokenizer in a .model. Raises a `ModelFileError`.

    >>> file = open_minbpe("minbpe v1\\n\\\\w+\\n0\\n104 117\\n256 103\\n")
    >>> file.encode("hug, hug")
    [257, 257]
    """
    if text.split("\n", 1)[0].strip() != VERSION:
        raise ModelFileError("not-a-model")
    parsed = read_lines(text, _check_count)
    check_distinct(parsed.special)
    special = {token_id: token for token, token_id in parsed.special}
    return MinbpeFile(_pattern(parsed.pattern), make_tokens(parsed.merges), parsed.merges, special)


def _check_count(merges: int) -> None:
    if merges > MOST_TOKENS:
        raise ModelFileError("too-many-tokens", tokens=merges, limit=MOST_TOKENS)


def _pattern(text: str) -> Any:
    """The pattern; None where the text is one word. Raises `ModelFileError`."""
    if not text:
        return None
    try:
        pattern = regex.compile(text)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ModelFileError("pattern", reason=shown_reason(error)) from None
    if pattern.groups > 1:
        raise ModelFileError(
            "pattern", reason="it has more than one group, which minbpe cannot use"
        )
    return pattern


def make_tokens(pairs: Pairs) -> list[bytes]:
    """The bytes of each id; lengths are added up before anything is joined.

    Raises `ModelFileError`, and, for a pair that is there twice,
    `ModelFileError`.
    """
    sizes, seen = [1] * 256, set[tuple[int, int]]()
    total = 0
    for number, pair in enumerate(pairs):
        if max(pair) >= len(sizes):
            raise ModelFileError("merge-order", merge=number + 1, token=shown(max(pair)))
        if pair in seen:
            raise ModelFileError("line", line=number + 4, content=shown(f"{pair[0]} {pair[1]}"))
        seen.add(pair)
        sizes.append(sizes[pair[0]] + sizes[pair[1]])
        total += sizes[-1]
        if sizes[-1] > MOST_TOKEN_BYTES or total > _MOST_TOTAL:
            raise ModelFileError(
                "token-size", token_id=256 + number, size=sizes[-1], limit=MOST_TOKEN_BYTES
            )
    tokens = [bytes([value]) for value in range(256)]
    for left, right in pairs:
        tokens.append(tokens[left] + tokens[right])
    return tokens


class MinbpeFile(ModelFile):
    """A .model of minbpe, opened."""

    kind = "minbpe"
    algorithm = "bpe"
    library = "minbpe"

    def __init__(
        self, pattern: Any, tokens: list[bytes], pairs: Pairs, special: dict[int, str]
    ) -> None:
        self._pattern = pattern
        self._pairs = pairs
        self._ranks = {
            left << 32 | right: token_id for token_id, (left, right) in enumerate(pairs, start=256)
        }
        self.normalizers = []
        self.cuts = [] if pattern is None else [{"type": "Regex", "pattern": pattern.pattern}]
        self.notes = []
        for token_id in special:
            if token_id < len(tokens):
                raise ModelFileError("ids", token_id=token_id, last=len(tokens) + len(special) - 1)
        rows = [
            Token(
                token_id, spell(token), token, "normal", token_id - 256 if token_id > 255 else None
            )
            for token_id, token in enumerate(tokens)
        ]
        rows += [Token(i, token, token.encode(), "special") for i, token in special.items()]
        self.table = TokenTable(rows)
        if pattern is not None and pattern.groups:
            self.notes.append(Note("pattern-group", shown(pattern.pattern)))

    @property
    def merge_count(self) -> int:
        return len(self._pairs)

    def cut(self, text: str) -> list[str]:
        if self._pattern is None:
            return [text] if text else []
        return [word for word in self._pattern.findall(text) if word]

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
        return [self._place(text[start:end], start) for start, end in self._spans(text)]

    def _place(self, word: str, start: int) -> Word:
        at, pieces, place = characters_of(word), [], 0
        for token_id in self._encode(encode_utf8(word)):
            size = len(self.table.contents[token_id])
            pieces.append(Piece(token_id, start + at[place], start + at[place + size - 1] + 1))
            place += size
        return Word(tuple(pieces))

    def merge_rules(self) -> MergeRules:
        made = [(*pair, token_id) for token_id, pair in enumerate(self._pairs, start=256)]
        rows = np.array(made, np.int64).reshape(-1, 3)
        return PairRules(rows, self.table.spellings.__getitem__, applies_everywhere=True)

    def encode_word(self, word: str) -> list[int]:
        return self._encode(word.encode("latin-1"))
