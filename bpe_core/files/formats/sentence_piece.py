"""SentencePiece's .model, read by Google's library `sentencepiece`.

Source: Kudo and Richardson, 2018. The file is a protocol buffer: the pieces with their scores and
types, how the vocabulary was trained, and how a text is normalized. Unlike in tokenizer.json there
are no cuts: pieces simply do not cross a space, which is written ▁. In a BPE model the piece of
the highest score is made first; in a Unigram model scores are log probabilities.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import isfinite
from typing import Any

from bpe_core.files.errors import ModelFileError, NotShownError, shown_reason
from bpe_core.files.merge_rules import MergeRules
from bpe_core.files.model_file import (
    AROUND,
    BYTE_TOKEN,
    SPACE_MARK,
    Algorithm,
    ModelFile,
    Note,
    Piece,
    Token,
    TokenKind,
    TokenTable,
    Word,
    check_token_count,
    imported,
    join_bytes,
)

LIBRARY = "sentencepiece"
_ALGORITHMS: dict[int, Algorithm] = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}
#: By the number of a piece's type, from 1.
_KINDS: tuple[TokenKind, ...] = ("normal", "unknown", "special", "added", "unused", "byte")


def open_sentence_piece(data: bytes) -> SentencePieceFile:
    """The tokenizer in a .model. Raises a `ModelFileError`."""
    processor = imported(LIBRARY).SentencePieceProcessor(num_threads=1)
    proto = imported(f"{LIBRARY}.sentencepiece_model_pb2").ModelProto()
    try:
        proto.ParseFromString(data)
        processor.LoadFromSerializedProto(data)
    except Exception as error:
        raise ModelFileError("refused", library=LIBRARY, reason=shown_reason(error)) from None
    check_token_count(len(proto.pieces))
    return SentencePieceFile(processor, proto)


class SentencePieceFile(ModelFile):
    """A .model, opened."""

    kind = "sentencepiece"
    library = LIBRARY
    encodes_words = False

    def __init__(self, processor: Any, proto: Any) -> None:
        trained, normal = proto.trainer_spec, proto.normalizer_spec
        self.algorithm = _ALGORITHMS.get(trained.model_type, "unigram")
        self.has_fallback = bool(trained.byte_fallback)
        self.suffixes = bool(trained.treat_whitespace_as_suffix)
        self._processor = processor
        super().__init__(self._make_table(proto.pieces))
        self.normalizers = [
            {
                "type": str(normal.name) or "user_defined",
                "charsmap_bytes": len(normal.precompiled_charsmap),
                "add_dummy_prefix": bool(normal.add_dummy_prefix),
                "remove_extra_whitespaces": bool(normal.remove_extra_whitespaces),
                "escape_whitespaces": bool(normal.escape_whitespaces),
            }
        ]
        splits = bool(trained.split_by_whitespace)
        self.cuts = [
            {"type": "spaces", "split_by_whitespace": splits, "whitespace_as_suffix": self.suffixes}
        ]
        if self.algorithm not in ("bpe", "unigram"):
            self.notes.append(Note("no-replay", self.algorithm))
        if normal.add_dummy_prefix:
            self.notes.append(Note("dummy-prefix", LIBRARY))

    def _make_table(self, pieces: Sequence[Any]) -> TokenTable:
        scores = [float(piece.score) for piece in pieces]
        for token_id, score in enumerate(scores):
            if not isfinite(score):  # the library would encode by chance
                raise ModelFileError("field", field=f"pieces[{token_id}].score")
        dense = {score: rank for rank, score in enumerate(sorted(set(scores), reverse=True))}
        tokens = []
        for token_id, piece in enumerate(pieces):
            kind = _KINDS[piece.type - 1]
            rank = dense[scores[token_id]] if kind in ("normal", "unused") else None
            content = self.content_of(piece.piece, kind)
            tokens.append(Token(token_id, piece.piece, content, kind, rank))
        return TokenTable(tokens, scores)

    def content_of(self, spelling: str, kind: TokenKind) -> bytes:
        """The bytes of a text that a piece stands for."""
        if kind == "byte" and (byte := BYTE_TOKEN.fullmatch(spelling)):
            return bytes([int(byte[1], 16)])
        return spelling.replace(SPACE_MARK, " ").encode()

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        encoded = self._processor.Encode(list(texts), return_type=int, num_threads=1)
        return [list(ids) for ids in encoded]

    def words(self, text: str) -> list[Word]:
        data = text.encode()
        found = self._processor.Encode(text, return_type="proto").pieces
        places = _whole_places([(piece.begin, piece.end) for piece in found])
        character = _characters(data)
        pieces = [
            Piece(piece.id, character[begin], character[end])
            for piece, (begin, end) in zip(found, places, strict=True)
        ]
        return self._group(pieces)

    def _group(self, pieces: list[Piece]) -> list[Word]:
        """Pieces in words: each begins with ▁, or ends with it where that is the file's way."""
        words: list[list[Piece]] = []
        for piece in pieces:
            if not words or self._is_border(words[-1][-1].token_id, piece.token_id):
                words.append([])
            words[-1].append(piece)
        return [Word(tuple(word), self._is_added(word[0].token_id)) for word in words]

    def _is_added(self, token_id: int) -> bool:
        return self.table.kinds[token_id] == "added"

    def _is_border(self, last: int, token_id: int) -> bool:
        """Whether a piece begins a word. Marks alone stay with the word that follows them."""
        if self._is_added(last) or self._is_added(token_id):
            return True
        before, spelling = self.table.spellings[last], self.table.spellings[token_id]
        if self.suffixes:
            return before.endswith(SPACE_MARK)
        return spelling.startswith(SPACE_MARK) and before.strip(SPACE_MARK) != ""

    def normalize(self, text: str) -> str:
        return str(self._processor.normalize(text))

    # One word

    @cached_property
    def rules(self) -> MergeRules | None:
        return self.join_rules("normal", "added", "unused") if self.algorithm == "bpe" else None

    def units(self, word: str) -> list[str]:
        known = self.id_by_spelling
        units: list[str] = []
        for letter in word:
            data = letter.encode("utf-8", "surrogatepass")
            is_whole = letter in known or not self.has_fallback
            units += [letter] if is_whole else [f"<0x{byte:02X}>" for byte in data]
        return units

    def spell_word(self, word: Word, text: str) -> str:
        spelled = "".join(self.table.spellings[token_id] for token_id in word.ids)
        if any(self.table.kinds[token_id] == "unknown" for token_id in word.ids):
            marks = len(spelled) - len(spelled.lstrip(SPACE_MARK))
            given = self.normalize(text[word.pieces[0].start : word.pieces[-1].end])
            return SPACE_MARK * marks + given.lstrip(SPACE_MARK)
        return join_bytes(spelled) if self.has_fallback else spelled

    def encode_word(self, word: str) -> list[int]:
        """SentencePiece encodes texts, not words: a word is known by what a text becomes."""
        raise NotShownError("not-shown")

    def surroundings(self) -> Iterable[tuple[str, str]]:
        return AROUND


def _whole_places(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places of pieces where single bytes of a character have all of it.

    The library gives the character's place to its last byte, and an empty place before it to the
    others.

    >>> _whole_places([(0, 1), (1, 1), (1, 1), (1, 4)])
    [(0, 1), (1, 4), (1, 4), (1, 4)]
    """
    whole = list(places)
    for i in range(len(places) - 2, -1, -1):
        begin, end = whole[i]
        if begin == end and whole[i + 1][0] == begin:
            whole[i] = whole[i + 1]
    return whole


def _characters(data: bytes) -> list[int]:
    """For each place between bytes of UTF-8, how many characters begin before it."""
    counts, count = [0], 0
    for byte in data:
        count += byte & 0xC0 != 0x80
        counts.append(count)
    return counts
