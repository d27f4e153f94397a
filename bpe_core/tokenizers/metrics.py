"""Measure a tokenizer: in figures that need no language model, and by what comes back.

There are four figures, and each one names its source. Unlike the pages' figures for a corpus,
which count the corpus, these functions take existing counts.

A round trip checks whether a text comes back from its token ids, and if not, where and why. With
bytes, every text comes back after a pre-tokenization that keeps everything, such as `gpt2`. Unlike
`decode`, which gives back what it can, this compares the result with the original text, before
normalization and pre-tokenization.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass
from math import log, nan
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from bpe_core.encoding.base_tokenizer import BaseTokenizer, EncodedWord
from bpe_core.errors import OrderError
from bpe_core.text.corpus import encode_utf8, write_space


def compression_ratio(byte_count: int, token_count: int) -> float:
    """UTF-8 bytes of a text per token; not a number (nan) for the empty text.

    This is the "bytes per token" in reports on byte-level vocabularies since GPT-2 (Radford et
    al., 2019): the higher it is, the shorter the token sequence.

    "hugs bug" has 8 bytes; as hug, s, ␣b, ug it has 4 tokens:

    >>> compression_ratio(8, 4)
    2.0
    """
    return byte_count / token_count if token_count else nan


def fertility(token_count: int, word_count: int) -> float:
    """Tokens per word of a text; not a number (nan) for a text without words.

    Rust et al. (2021), "How Good is Your Tokenizer?": 1 means that every word is one token.

    "hugs bug" as hug, s, b, ug has 4 tokens in 2 words:

    >>> fertility(4, 2)
    2.0
    """
    return token_count / word_count if word_count else nan


def out_of_vocabulary_rate(words: Iterable[str], vocabulary: Container[str]) -> float:
    """The share of a text's words that a vocabulary of words lacks; repeated words count again.

    It is 0 for a text without words. This is the classic measure of word-based systems (Jurafsky
    and Martin, "Speech and Language Processing", on n-gram models).

    >>> out_of_vocabulary_rate(["the", "dogs", "saw", "the", "dog"], {"the", "dog", "saw"})
    0.2
    """
    known = [word in vocabulary for word in words]
    return known.count(False) / len(known) if known else 0.0


def renyi_efficiency(counts: ArrayLike, order: float = 2.5) -> float:
    """How evenly a text uses its tokens: 1 if all are equally frequent, near 0 if one dominates.

    `counts` says how often each token occurs; tokens that do not occur do not count. The result is
    the Rényi entropy of their distribution, H(p) = ln(sum of p ** order) / (1 - order), divided by
    the highest entropy that this many tokens can have, ln(number of tokens). For order 1 it is
    Shannon's entropy. Source: Zouhar et al. (2023), "Tokenization and the Noiseless Channel", who
    find that order 2.5 agrees best with the quality of translations. The result is 1 for a single
    token and nan for none. Raises `OrderError` for an order that is not above 0.

    With frequencies 1/2, 1/4, 1/4 and order 2: -ln(1/4 + 1/16 + 1/16) / ln 3 = 0.981 / 1.099.

    >>> round(renyi_efficiency([2, 1, 1], order=2), 4), renyi_efficiency([5, 5, 5, 5])
    (0.8928, 1.0)
    """
    if not order > 0:
        raise OrderError(value=order)
    frequencies = np.asarray(counts, np.float64)
    frequencies = frequencies[frequencies > 0]
    if len(frequencies) < 2:
        return 1.0 if len(frequencies) else nan
    share = frequencies / frequencies.sum()
    if order == 1:
        entropy = float(-(share * np.log(share)).sum())
    else:
        entropy = float(np.log((share**order).sum()) / (1 - order))
    return entropy / log(len(share))


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
        """The number of equal bytes before the first different one; None if all are equal.

        >>> RoundTrip("hugs", [], b"hug", (), ()).first_difference
        3
        """
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
    parts = list(tokenizer.parts(text, special))
    normalized = "".join(part for part, _ in parts)
    if normalized != text:
        yield "normalization"
    rule, unit = tokenizer.pre_tokenizer, tokenizer.unit
    written = (part if i is not None else write_space(part, rule, unit) for part, i in parts)
    if tokenizer.rejoin(words) != "".join(written):
        yield "white-space"
    if (sign := rule.space if unit == "char" else "") and sign in normalized:
        yield "space-sign"
