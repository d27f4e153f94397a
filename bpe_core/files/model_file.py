"""Any tokenizer file, opened: its tokens as a table, and what its own library makes of a text.

Throughout this package: the *spelling* of a token is what the file writes (`Ġhug`, `▁hug`,
`##hug`), its *content* the bytes of a text that it stands for (` hug`, `hug`). A *piece* is a
token in a text, with the place from which it comes. A *word* is what the file's own cuts leave to
be encoded in one go. Unlike `bpe_core.files.exchange`, which reads only what our own lessons can
encode, this leaves encoding to the library that made the format, so that ids are exactly its.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from bpe_core.files.errors import (
    MOST_TOKEN_BYTES,
    MOST_TOKENS,
    ModelFileError,
    QuestionError,
    shown,
)
from bpe_core.files.merge_rules import JoinRules, MergeRules, PairRules

#: What a token is: one that texts are cut into, one byte of a character that is not a token, one
#: that is looked for before anything is cut, one that no text becomes, the one for what is
#: unknown, and one that is switched off.
TokenKind = Literal["normal", "byte", "added", "special", "unknown", "unused"]
Algorithm = Literal["bpe", "unigram", "wordpiece", "wordlevel", "char", "word"]


class Piece(NamedTuple):
    """A token in a text: characters from `start` to `end`. Several pieces of one character all
    name that character."""

    token_id: int
    start: int
    end: int


def overlapping(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Runs of pieces that share a character, one by one where they share none."""
    group, end = list[Piece](), 0
    for piece in pieces:
        if group and piece.start >= end:
            yield group
            group, end = [], 0
        group.append(piece)
        end = max(end, piece.end)
    if group:
        yield group


class Word(NamedTuple):
    """Adjacent pieces that were encoded in one go; an added token is a word of its own."""

    pieces: tuple[Piece, ...]
    is_added: bool = False

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(piece.token_id for piece in self.pieces)


class Token(NamedTuple):
    """A token as a row of the table: see there."""

    token_id: int
    spelling: str
    content: bytes
    kind: TokenKind = "normal"
    rank: int | None = None


class Note(NamedTuple):
    """Something in a file that is not shown, or not done, here: a code of `NOTES`, and its part."""

    code: str
    part: str = ""


class TokenTable:
    """All tokens, by rising id. `ranks` is the order in which they were learned, by rising number:
    the merge that makes a token, the rank or the place by score, None where there is none.
    `scores` are those of a file that has some.
    """

    def __init__(self, tokens: Iterable[Token], scores: list[float] | None = None) -> None:
        """Raises `ModelFileError`."""
        columns = list(zip(*sorted(tokens, key=itemgetter(0)), strict=True)) or [()] * 5
        self.ids: list[int] = list(columns[0])
        self.spellings: list[str] = list(columns[1])
        self.contents: list[bytes] = list(columns[2])
        self.kinds: list[TokenKind] = list(columns[3])
        self.ranks: list[int | None] = list(columns[4])
        self.scores = scores
        check_token_count(len(self.ids))
        longest = max(range(len(self.ids)), key=lambda row: len(self.contents[row]), default=None)
        if longest is not None and len(self.contents[longest]) > MOST_TOKEN_BYTES:
            size = len(self.contents[longest])
            raise ModelFileError(
                "token-size", token_id=self.ids[longest], size=size, limit=MOST_TOKEN_BYTES
            )

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def places(self) -> dict[int, int]:
        """The row of each id."""
        return {token_id: row for row, token_id in enumerate(self.ids)}

    def row(self, token_id: object) -> int:
        """The row of an id. Raises `QuestionError`."""
        if isinstance(token_id, bool) or not isinstance(token_id, int):
            raise QuestionError("no-such-token", token_id=str(token_id)[:40])
        row = self.places.get(token_id)
        if row is None:
            raise QuestionError("no-such-token", token_id=token_id)
        return row

    @cached_property
    def texts(self) -> list[str | None]:
        """The content of each row as text; None for part of a character, and for no content."""
        return [as_text(content) for content in self.contents]


def as_text(content: bytes) -> str | None:
    r"""Bytes as text, or None where they are not whole characters.

    >>> as_text(b"hug"), as_text(b"\xe5\x93")
    ('hug', None)
    """
    try:
        return content.decode() or None
    except UnicodeDecodeError:
        return None


#: How a byte is written that stands for part of an unknown character.
BYTE_TOKEN = re.compile(r"<0x([0-9A-F]{2})>")
SPACE_MARK = "▁"
#: Neighbours beside which a token's own text is looked for in vocabularies that mark where words
#: begin or end.
AROUND = (
    ("\n", ""), ("a", ""), ("。", ""), ("0", ""), ("(", ""), ("é", ""), ("한", ""), ("", "a"),
    ("", "."), ("", "。"), ("\n", "\n"), ("a", "a"), ("\n", "。"), ("\n", "a"),
)  # fmt: skip


def imported(library: str) -> Any:
    """A library that reads files, which not everybody has. Raises `ModelFileError`."""
    try:
        return import_module(library)
    except ImportError:
        raise ModelFileError("not-installed", library=library) from None


def check_token_count(tokens: int) -> None:
    """Raise `ModelFileError` beyond the limit."""
    if tokens > MOST_TOKENS:
        raise ModelFileError("too-many-tokens", tokens=tokens, limit=MOST_TOKENS)


def check_distinct_ids(ids: Iterable[tuple[Any, int]]) -> None:
    """Raise `ModelFileError` for two tokens with one id."""
    first: dict[int, Any] = {}
    for token, token_id in ids:
        if first.setdefault(token_id, token) != token:
            raise ModelFileError(
                "repeated-id", token_id=token_id, first=shown(first[token_id]), second=shown(token)
            )


def distinct_ids(tokens: Iterable[tuple[Any, int]]) -> dict[Any, int]:
    """Each token with its id. Raises `ModelFileError` for a token that is there twice."""
    ids: dict[Any, int] = {}
    for token, token_id in tokens:
        if token in ids:
            raise ModelFileError(
                "repeated-piece", token=shown(token), first=ids[token], second=token_id
            )
        ids[token] = token_id
    return ids


def spell(token: bytes) -> str:
    """Bytes as characters of the same numbers, so that spellings join as bytes do."""
    return token.decode("latin-1")


def characters_of(word: str) -> list[int]:
    """For each byte of a word which character it belongs to.

    >>> characters_of("aé")
    [0, 1, 1]
    """
    return [i for i, letter in enumerate(word) for _ in letter.encode("utf-8", "replace")]


def place_bytes(word: str, start: int, ids: Iterable[int], table: TokenTable) -> Word:
    """The tokens of a word that begins at `start`, by the bytes that each one has of it."""
    at, pieces, place = characters_of(word), list[Piece](), 0
    for token_id in ids:
        size = len(table.contents[table.places[token_id]])
        pieces.append(Piece(token_id, start + at[place], start + at[place + size - 1] + 1))
        place += size
    return Word(tuple(pieces))


def join_bytes(spelled: str) -> str:
    """A word in which tokens of single bytes stand for characters, with these characters."""
    return re.sub(
        rf"(?:{BYTE_TOKEN.pattern})+",
        lambda run: bytes(int(digits, 16) for digits in BYTE_TOKEN.findall(run[0])).decode(
            "utf-8", "replace"
        ),
        spelled,
    )


class ModelFile(ABC):
    """A tokenizer file that was opened. Only ever in a process that may be killed."""

    #: The kind of the file, as `bpe_core.files.formats` names it.
    kind: str
    algorithm: Algorithm
    library: str
    #: Whether the library can be given one word, by its spelling.
    encodes_words = True

    def __init__(self, table: TokenTable) -> None:
        self.table = table
        #: Normalizations and cuts as the file says them: a type each, and its settings.
        self.normalizers: list[dict[str, Any]] = []
        self.cuts: list[dict[str, Any]] = []
        self.notes: list[Note] = []

    @property
    def size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.table)

    @abstractmethod
    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text, without special tokens added, as the file's library gives them."""

    @abstractmethod
    def words(self, text: str) -> list[Word]:
        """The pieces of a text, word by word. Words and pieces come in the text's order."""

    def encode(self, text: str) -> list[int]:
        """The ids of one text."""
        return self.encode_all([text])[0]

    def pieces(self, text: str) -> list[Piece]:
        """The tokens of a text with their places."""
        return [piece for word in self.words(text) for piece in word.pieces]

    def placed_text(self, text: str) -> str:
        """The text of which the places of pieces speak: as it was given, for most files."""
        return text

    @property
    def merge_count(self) -> int:
        """How many merges the file lists; 0 where it lists none."""
        return len(self.rules.rows) if isinstance(self.rules, PairRules) else 0

    @property
    def cuts_alike(self) -> bool:
        """Whether a character that is cut off from one neighbour is cut off from any."""
        return False

    def normalize(self, text: str) -> str:
        """The text as the file's normalizations leave it."""
        return text

    def cut(self, text: str) -> list[str]:
        """The words into which a text is cut once it is normalized, added tokens left alone."""
        return [text]

    # How one word is encoded: what a replay needs

    @cached_property
    def rules(self) -> MergeRules | None:
        """The rules by which a word's units are merged; None where no merges are made."""
        return None

    def join_rules(self, *kinds: TokenKind) -> JoinRules:
        """The rules by which any neighbours are joined whose joined spelling is such a token."""
        table = self.table
        rows = (row for row in range(len(table)) if table.kinds[row] in kinds)
        return JoinRules(
            {table.spellings[row]: (table.ids[row], table.ranks[row] or 0) for row in rows}
        )

    def units(self, word: str) -> list[str]:
        """The units, by their spelling, from which merging a word begins."""
        return list(word)

    def spell_word(self, word: Word, text: str) -> str:
        """A word as its units spell it. Raises `NotShownError`."""
        return "".join(self.table.spellings[self.table.row(i)] for i in word.ids)

    def token_units(self, spelling: str) -> list[str]:
        """The units of which a token spelled so is merged."""
        return list(spelling)

    def encode_word(self, word: str) -> list[int]:
        """The ids that the library gives for a word spelled so."""
        raise NotImplementedError

    @cached_property
    def id_by_spelling(self) -> dict[str, int]:
        """The id of each spelling among the tokens that words are cut into."""
        table = self.table
        rows = (row for row in range(len(table)) if table.kinds[row] != "special")
        return {table.spellings[row]: table.ids[row] for row in rows}

    def surroundings(self) -> Iterable[tuple[str, str]]:
        """The texts that may surround a token where it is looked for: before and after."""
        return ()
