"""Ranks of bytes, encoded by OpenAI's library `tiktoken`: a .tiktoken file.

The file has one line per token: its bytes in base64, and its rank, which is its id. It does not
say how a text is cut before that, nor which special tokens there are: that is in the program that
reads it. So published vocabularies are known by what is in them (`known_ranks`); any other is cut
by GPT-4's pattern, unless somebody says how, and a note says so. Tekken (`tekken`) uses the same
library and does say how.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from bpe_core.files.errors import (
    ModelFileError,
    shown,
    shown_reason,
)
from bpe_core.files.exchange.formats.ranks import read_line
from bpe_core.files.inspection.formats.known_ranks import find_known
from bpe_core.files.inspection.limits import MOST_TOKENS
from bpe_core.files.inspection.merge_rules import JoinRules, MergeRules
from bpe_core.files.inspection.model import ModelFile, Piece, Token, TokenTable, Word
from bpe_core.files.inspection.notes import Note
from bpe_core.tokenizers.published_vocabularies import CL100K

LIBRARY = "tiktoken"
_LINE = re.compile(rb"[A-Za-z0-9+/]+={0,2} [0-9]{1,9}\r?\n?")


def looks_like_ranks(data: bytes) -> bool:
    """Whether the first line is a token in base64 and a number."""
    return _LINE.fullmatch(data[: data.find(b"\n") + 1 or 1_000]) is not None


def open_ranks(data: bytes, pattern: str | None = None) -> RanksFile:
    """The tokenizer in a .tiktoken file. Raises a `ModelFileError`."""
    ranks = read_ranks(data)
    known = find_known(ranks)
    file = RanksFile(ranks, pattern or (known.pattern if known else CL100K))
    if known:
        file.notes = known.notes
        file.is_composed = known.is_composed
        if known.is_composed:
            file.normalizers = [{"type": "NFC"}]
    elif pattern is None:
        file.notes = [Note("pattern-not-said", "cl100k_base")]
    return file


def read_ranks(data: bytes) -> dict[int, bytes]:
    """The bytes of each rank.

    Raises `ModelFileError`.

    >>> read_ranks(b"aHU= 256\\naHVn 257\\n")
    {256: b'hu', 257: b'hug'}
    """
    ranks: dict[int, bytes] = {}
    first: dict[bytes, int] = {}
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        token, rank = read_line(line, number)
        if token in first:
            raise ModelFileError(
                "repeated-piece", token=shown(token), first=first[token], second=rank
            )
        if rank in ranks:
            raise ModelFileError(
                "repeated-id", token_id=rank, first=shown(ranks[rank]), second=shown(token)
            )
        if len(ranks) >= MOST_TOKENS:
            raise ModelFileError("too-many-tokens", tokens=len(ranks) + 1, limit=MOST_TOKENS)
        first[token] = rank
        ranks[rank] = token
    return ranks


class RanksFile(ModelFile):
    """A vocabulary of ranks, opened. `shift` is what is added to a rank to make it an id."""

    kind = "tiktoken"
    algorithm = "bpe"
    library = LIBRARY
    is_composed = False

    def __init__(
        self,
        ranks: Mapping[int, bytes],
        pattern: str,
        *,
        shift: int = 0,
        special: Mapping[int, str] | None = None,
    ) -> None:
        check_bytes(ranks)
        self._shift = shift
        self._encoding = make_encoding(pattern, {token: rank for rank, token in ranks.items()})
        self.normalizers = []
        self.cuts = [{"type": "Regex", "pattern": pattern}]
        self.notes = []
        self._pattern = pattern
        tokens = [
            Token(rank + shift, spell(token), token, "normal" if token else "unused", rank)
            for rank, token in ranks.items()
        ]
        tokens += [
            Token(token_id, spelling, spelling.encode(), "special")
            for token_id, spelling in (special or {}).items()
        ]
        self.table = TokenTable(tokens)

    def _prepared(self, text: str) -> str:
        return unicodedata.normalize("NFC", text) if self.is_composed else text

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        encoded = (self._encoding.encode_ordinary(self._prepared(text)) for text in texts)
        return [[rank + self._shift for rank in ranks] for ranks in encoded]

    def normalize(self, text: str) -> str:
        return self._prepared(text)

    def placed_text(self, text: str) -> str:
        return self._prepared(text)

    def cut(self, text: str) -> list[str]:
        """Cut a text with our own engine; the library does not tell where it cuts."""
        return [found[0] for found in self._own_pattern.finditer(text) if found[0]]

    @cached_property
    def _own_pattern(self) -> Any:
        import regex

        try:
            # There $ is the very end of a text, here it would be before a last line break, too.
            return regex.compile(re.sub(r"(?<!\\)\$", r"\\Z", self._pattern))
        except regex.error as error:
            raise ModelFileError("pattern", reason=shown_reason(error)) from None

    def words(self, text: str) -> list[Word]:
        """Places are those of the composed text where the file composes characters first."""
        text = self._prepared(text)
        words, start = [], 0
        for word in self._cut_as_library(text):
            words.append(self._place(word, start))
            start += len(word)
        return words

    def _cut_as_library(self, text: str) -> list[str]:
        """Our engine's words where they come to the library's ids; else the text in one piece."""
        words = self.cut(text)
        if "".join(words) == text:
            each = [rank for word in words for rank in self._encoding.encode_ordinary(word)]
            if each == self._encoding.encode_ordinary(text):
                return words
        return [text] if text else []

    def _place(self, word: str, start: int) -> Word:
        at = characters_of(word)
        pieces, place = [], 0
        for token_id in self.encode_plain(word):
            size = len(self.table.contents[self.table.row(token_id)])
            first, last = at[place], at[place + size - 1]
            pieces.append(Piece(token_id, start + first, start + last + 1))
            place += size
        return Word(tuple(pieces))

    def encode_plain(self, text: str) -> list[int]:
        """The ids of a text that has been normalized."""
        return [rank + self._shift for rank in self._encoding.encode_ordinary(text)]

    # One word: units are bytes, spelled as characters of the same number

    @cached_property
    def _rules(self) -> JoinRules:
        table = self.table
        rows = (row for row in range(len(table)) if table.kinds[row] == "normal")
        return JoinRules(
            {table.spellings[row]: (table.ids[row], table.ranks[row] or 0) for row in rows}
        )

    def merge_rules(self) -> MergeRules | None:
        return self._rules

    def units(self, word: str) -> list[str]:
        return [word] if word in self._rules.tokens else list(word)

    def encode_word(self, word: str) -> list[int]:
        core = self._encoding._core_bpe  # noqa: SLF001  (tiktoken has no public way)
        ranks = core.encode_single_piece(unspell(word))
        return [rank + self._shift for rank in ranks]


def spell(token: bytes) -> str:
    """Bytes as characters of the same numbers, so that spellings join as bytes do."""
    return token.decode("latin-1")


def unspell(spelling: str) -> bytes:
    """The bytes that were spelled."""
    return spelling.encode("latin-1")


def characters_of(word: str) -> list[int]:
    """For each byte of a word which character it belongs to.

    >>> characters_of("aé")
    [0, 1, 1]
    """
    return [i for i, letter in enumerate(word) for _ in letter.encode("utf-8", "replace")]


def check_bytes(ranks: Mapping[int, bytes]) -> None:
    """Raise `ModelFileError` where one of the 256 bytes is not a token."""
    tokens = {token for token in ranks.values() if len(token) == 1}
    for byte in range(256):
        if bytes([byte]) not in tokens:
            raise ModelFileError("missing-byte", byte=f"{byte:02X}")


def make_encoding(pattern: str, ranks: dict[bytes, int]) -> Any:
    """The library's encoder. Raises `ModelFileError`."""
    try:
        import tiktoken
    except ImportError:
        raise ModelFileError("not-installed", library=LIBRARY) from None
    try:
        return tiktoken.Encoding("file", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except Exception as error:
        raise ModelFileError("pattern", reason=shown_reason(error)) from None
