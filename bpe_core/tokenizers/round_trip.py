"""Check whether a text comes back from its token ids, and if not, where and why.

With bytes, every text comes back after a pre-tokenization that keeps everything, such as `gpt2`.
Unlike `decode`, which gives back what it can, this compares the result with the original text,
before normalization and pre-tokenization.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from bpe_core.encoding.base_tokenizer import BaseTokenizer, EncodedWord
from bpe_core.text.corpus import encode_utf8

#: Why a text can change: characters that the vocabulary lacks; changes by normalization;
#: whitespace that pre-tokenization drops or decoding adds; the sign that represents a space.
Cause = Literal["unknown", "normalization", "white-space", "space-sign"]


@dataclass(frozen=True)
class RoundTrip:
    """A text, its ids, their decoded text, and the causes of any difference (empty if equal).

    `unknown` lists the distinct characters, in order, that became the unknown token or made a word
    unknown; it is empty if a word is only too long for WordPiece.
    """

    text: str
    ids: list[int]
    decoded: bytes
    causes: tuple[Cause, ...]
    unknown: tuple[str, ...]

    @property
    def given(self) -> bytes:
        """The text as UTF-8."""
        return encode_utf8(self.text)

    @property
    def is_equal(self) -> bool:
        """Whether the text came back exactly, byte for byte."""
        return self.given == self.decoded

    @property
    def first_difference(self) -> int | None:
        """The number of equal bytes before the first different one; None if all are equal."""
        if self.is_equal:
            return None
        pairs = zip(self.given, self.decoded, strict=False)
        shorter = min(len(self.given), len(self.decoded))
        return next((i for i, (one, other) in enumerate(pairs) if one != other), shorter)


def round_trip(
    tokenizer: BaseTokenizer, text: str, special_tokens: Collection[str] = ()
) -> RoundTrip:
    """Encode some text, decode the ids, and compare.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer()
    >>> found = round_trip(tokenizer, "hug bugs")
    >>> found.decoded, found.first_difference, found.causes, found.unknown
    (b'hug<unk>ugs', 3, ('unknown', 'white-space'), ('b',))
    """
    ids = tokenizer.encode(text, special_tokens)
    decoded = tokenizer.decode_bytes(ids)
    if decoded == encode_utf8(text):
        return RoundTrip(text, ids, decoded, (), ())
    unknown = tuple(tokenizer.unknown_characters(text, special_tokens))
    words = tokenizer.encoded_words(text, special_tokens)
    causes = _causes(tokenizer, text, words)
    became_unknown = any(tokenizer.unknown_id in w.ids for w in words if not w.is_special)
    first = ("unknown",) if unknown or became_unknown else ()
    return RoundTrip(text, ids, decoded, (*first, *causes), unknown)


def _causes(tokenizer: BaseTokenizer, text: str, words: list[EncodedWord]) -> Iterator[Cause]:
    special = [word.text for word in words if word.is_special]
    normalized = "".join(part for part, _ in tokenizer.parts(text, special))
    if normalized != text:
        yield "normalization"
    sign = tokenizer.pre_tokenizer.space if tokenizer.unit == "char" else ""
    written = normalized.replace(" ", sign) if sign else normalized
    if tokenizer.rejoin(words) != written:
        yield "white-space"
    if sign and sign in normalized:
        yield "space-sign"
