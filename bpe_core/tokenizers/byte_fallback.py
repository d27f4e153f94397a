"""Byte fallback: characters that the vocabulary lacks are spelled with their UTF-8 bytes.

The base vocabulary is the characters of a corpus plus 256 tokens for the bytes, which are written
`<0x00>` to `<0xFF>`. Merges are learned and applied among characters as usual; only then does each
unknown character become its bytes. Merges never join such bytes, so a character that the
vocabulary lacks always takes one to four tokens. SentencePiece's option `byte_fallback` does this:
"decompose unknown pieces into UTF-8 byte pieces" (google/sentencepiece, doc/options.md; Kudo and
Richardson, 2018, "SentencePiece"), and Llama 1 and 2 use it (Touvron et al., 2023). Unlike a
tokenizer whose unit is the byte, this one leaves known characters whole; unlike one by characters
alone, it never loses anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.encoding.base_tokenizer import decode_utf8
from bpe_core.encoding.token_ids import check_token_ids
from bpe_core.text.corpus import Token, as_bytes, encode_utf8

#: What the tokens of the 256 bytes are called.
BYTE_NAMES = tuple(f"<0x{byte:02X}>" for byte in range(256))


class ByteFallbackTokenizer(Tokenizer):
    """The merges of a training by characters, with the bytes as a last resort.

    Ids: special tokens, then the 256 bytes, then the base vocabulary and the merges, as in Llama's
    vocabulary. The unknown token has an id and is never used. The sign that represents a space
    falls back to the byte of the space.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}), num_merges=2)
    >>> tokenizer = ByteFallbackTokenizer(trace)
    >>> tokenizer.tokens("hug哈"), tokenizer.encode("hug哈")
    (['hug', '<0xE5>', '<0x93>', '<0x88>'], [261, 229, 147, 136])
    >>> tokenizer.decode([261, 229, 147, 136]), len(tokenizer.vocabulary)
    ('hug哈', 262)
    """

    def __init__(
        self, recorded: RecordedMerges, step: int | None = None, unknown: str | None = None
    ) -> None:
        """Take the merges up to `step` (all by default). Raises `StepError`."""
        self._first_byte = len(recorded.special_tokens)
        special = (*recorded.special_tokens, *BYTE_NAMES)
        with_bytes = replace(recorded, special_tokens=special)
        super().__init__(with_bytes, len(recorded) if step is None else step, unknown)

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens with their ids; the text `<0xE5>` is never the token of a byte."""
        names = self._special_tokens[: self._first_byte]
        return {token: i for i, token in enumerate(names)}

    def is_byte(self, token_id: int) -> bool:
        """Whether this is the token of a byte.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = ByteFallbackTokenizer(train_bpe(Corpus.from_counts({"a": 1})))
        >>> [tokenizer.is_byte(i) for i in tokenizer.encode("aé")]
        [False, True, True]
        """
        return 0 <= token_id - self._first_byte < len(BYTE_NAMES)

    def encode_word(self, word: str) -> list[int]:
        """The token ids of one word, written as in `encoded_words`."""
        return self._fall_back(word, super().encode_word(word))

    def match_word(self, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by longest match."""
        return self._fall_back(word, super().match_word(word))

    def _fall_back(self, word: str, ids: list[int]) -> list[int]:
        """The ids with the bytes of each unknown character in its place; no merge touched those."""
        if self.unknown_id not in ids:
            return ids
        unknown = iter(super()._unknown_in(word))
        spelled = ([i] if i != self.unknown_id else self._bytes_of(next(unknown)) for i in ids)
        return list(chain.from_iterable(spelled))

    def _bytes_of(self, character: str) -> list[int]:
        written = " " if character == self._rule.space else character
        return [self._first_byte + byte for byte in encode_utf8(written)]

    def _unknown_in(self, word: str) -> list[str]:
        return []

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are not UTF-8. Raises `TokenIdError`."""
        return decode_utf8(self.decode_bytes(ids))

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The exact bytes of token ids. Raises `TokenIdError`."""
        ids = check_token_ids(ids, len(self.vocabulary) - 1)
        data = b"".join(map(as_bytes, map(self._texts.__getitem__, ids)))
        data = data.removeprefix(self._rule.leading.encode())
        return data[:-1] if self._ends_with_added_space(ids) else data

    def _readable(self, token_id: int) -> Token:
        if self.is_byte(token_id):
            return bytes([token_id - self._first_byte])
        return super()._readable(token_id)
