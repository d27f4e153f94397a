"""Locate the tokens of a text in it, in UTF-8 bytes, whichever tokenizer made them.

This way tokens of different tokenizers can be aligned: a token is the bytes that it covers.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bpe_core import Tokenizer
from bpe_core.encoding.base_tokenizer import EncodedWord
from bpe_core.files.inspection.tokens import Encoded
from bpe_core.files.model_file import Piece, overlapping
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import Normalized, normalize_with_offsets
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer


@dataclass(frozen=True)
class PlacedToken:
    """A token and the bytes of the text that it covers, `start` to `end`; it may cover none.

    `label` is shown instead of these bytes, unless it is "". It is a marker that covers no byte, or
    a token's own text where that differs from the text that the token covers.
    """

    token_id: int
    start: int
    end: int
    label: str = ""


def place_ranked(tokenizer: RankedTokenizer, text: str) -> list[PlacedToken]:
    """The tokens of a published vocabulary, which cover the text without gaps.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {"哈".encode()[:2]: 256}
    >>> [(t.start, t.end) for t in place_ranked(RankedTokenizer(ranks, lambda t: [t]), "a哈")]
    [(0, 1), (1, 3), (3, 4)]
    """
    borders = _Borders(normalize_with_offsets(text, tokenizer.normalizer))
    placed, end = [], 0
    for token_id in tokenizer.encode(text):
        start, end = end, end + len(tokenizer.token(token_id))
        placed.append(PlacedToken(token_id, borders.original(start), borders.original(end)))
    return placed


def place_trained(tokenizer: Tokenizer, text: str) -> list[PlacedToken]:
    """The tokens of a trained tokenizer. No token covers whitespace that it drops.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 1}, end_of_word="·")).tokenizer(1)
    >>> [(t.start, t.end, t.label) for t in place_trained(tokenizer, "hug g")]
    [(0, 2, ''), (2, 3, ''), (3, 3, '·'), (4, 5, ''), (5, 5, '·')]
    """
    normalized = normalize_with_offsets(text, tokenizer.normalizer)
    borders, placed, place = _Borders(normalized), [], 0
    for word in tokenizer.encoded_words(text):
        raw = _as_in_text(tokenizer, word)
        found = normalized.text.find(raw, place)
        if found >= 0:
            place = found
        start = len(encode_utf8(normalized.text[:place]))
        for token_id, size, label in _sizes(tokenizer, word):
            span = borders.original(start), borders.original(start + size)
            placed.append(PlacedToken(token_id, *span, label))
            start += size
        place += len(raw) if found >= 0 else 0
    return placed


def place_encoded(encoded: Encoded, text: str) -> list[PlacedToken]:
    """The tokens of a text as reported by the process that has the file open.

    That process counts places in characters. Of tokens that share a character, each covers its own
    bytes.

    >>> pieces = [[1, 0, 1], [2, 0, 1]]
    >>> tokens = {"1": {"bytes": "e593", "text": None}, "2": {"bytes": "88", "text": None}}
    >>> encoded = {"text": "哈", "pieces": pieces, "tokens": tokens}
    >>> [(token.start, token.end) for token in place_encoded(encoded, "哈")]
    [(0, 2), (2, 3)]
    """
    byte_at = list(accumulate((len(encode_utf8(c)) for c in encoded["text"]), initial=0))
    borders, data = _borders_of(text, encoded["text"]), encode_utf8(text)
    placed = []
    for run in overlapping(Piece(*piece) for piece in encoded["pieces"]):
        own = [_content(encoded, piece) for piece in run]
        start, end = byte_at[run[0].start], byte_at[max(piece.end for piece in run)]
        shares = len(run) > 1 and sum(map(len, own)) == end - start
        for piece, content in zip(run, own, strict=True):
            span = byte_at[piece.start], byte_at[piece.end]
            if shares:
                span = start, start + len(content)
                start += len(content)
            here = borders.original(span[0]), borders.original(span[1])
            label = _label(encoded, piece, data[here[0] : here[1]])
            placed.append(PlacedToken(piece.token_id, *here, label))
    return placed


def _content(encoded: Encoded, piece: Piece) -> bytes:
    token = encoded["tokens"].get(str(piece.token_id))
    return bytes.fromhex(token["bytes"]) if token else b""


def _label(encoded: Encoded, piece: Piece, covered: bytes) -> str:
    """A token's own text if that differs from the text that it covers; else empty."""
    token = encoded["tokens"].get(str(piece.token_id))
    text = token["text"] if token else None
    return "" if text is None or encode_utf8(text) == covered else text


def _borders_of(text: str, placed: str) -> "_Borders":
    """The map from bytes of the text that a file's places refer to, to bytes of the original."""
    same = Normalized(text, text, [])
    composed = normalize_with_offsets(text, ("nfc",))
    return _Borders(composed if placed == composed.text != text else same)


def _as_in_text(tokenizer: Tokenizer, word: EncodedWord) -> str:
    """The word with a space in place of each sign that represents one."""
    sign = tokenizer.pre_tokenizer.space if tokenizer.unit == "char" else ""
    return word.text.replace(sign, " ") if sign else word.text


def _sizes(tokenizer: Tokenizer, word: EncodedWord) -> Iterable[tuple[int, int, str]]:
    """The tokens of a word: id, how many bytes each covers, and a marker that covers no bytes.

    The marker is at the end of the word's last token.
    """
    marker, rest = tokenizer.end_of_word, _as_in_text(tokenizer, word)
    for i, token_id in enumerate(word.ids):
        token = tokenizer.token(token_id)
        ends = marker if i == len(word.ids) - 1 else ""
        if isinstance(token, bytes):
            size = len(token) - len(encode_utf8(ends))
        else:
            length = 1 if token_id == tokenizer.unknown_id else len(token) - len(ends)
            size, rest = len(encode_utf8(rest[:length])), rest[length:]
        yield token_id, size, "" if size else ends


class _Borders:
    """The map from a byte of the normalized text to the byte of the original it comes from."""

    def __init__(self, normalized: Normalized) -> None:
        self._same = normalized.original == normalized.text
        if self._same:
            return
        self._given, self._now = [0], [0]
        for piece in normalized.pieces:
            self._given.append(self._given[-1] + len(encode_utf8(piece.original)))
            self._now.append(self._now[-1] + len(encode_utf8(piece.text)))

    def original(self, place: int) -> int:
        """The place in the original; a place inside a changed piece maps to the piece's end."""
        if self._same:
            return place
        i = bisect_right(self._now, place) - 1
        if i + 1 == len(self._now) or place == self._now[i]:
            return self._given[i]
        size = self._given[i + 1] - self._given[i]
        same = size == self._now[i + 1] - self._now[i]
        return self._given[i] + (place - self._now[i] if same else size)


def flat(placed: Sequence[PlacedToken]) -> list[int]:
    """The id, start and end of all tokens, in one flat list.

    >>> flat([PlacedToken(5, 0, 3), PlacedToken(7, 3, 4)])
    [5, 0, 3, 7, 3, 4]
    """
    return [number for token in placed for number in (token.token_id, token.start, token.end)]
