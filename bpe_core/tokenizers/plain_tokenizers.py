"""Tokenizers without subwords, and one that falls back to bytes.

What `decode` of the words gives back: after `gpt2` or `none`, exactly the (normalized) text; after
`whitespace`, the words joined by single spaces. Exceptions: an unknown word comes back as the
unknown token's text; with characters as the unit, a `Ġ` in the text comes back as a space after
`gpt2`. For characters it is the same as for BPE (`bpe_core.algorithms.bpe.tokenizer`).

Byte fallback: characters that the vocabulary lacks are spelled with their UTF-8 bytes. The base
vocabulary is the characters of a corpus plus 256 tokens for the bytes, which are written `<0x00>`
to `<0xFF>`. Merges are learned and applied among characters as usual; only then does each unknown
character become its bytes. Merges never join such bytes, so a character that the vocabulary lacks
always takes one to four tokens. SentencePiece's option `byte_fallback` does this: "decompose
unknown pieces into UTF-8 byte pieces" (google/sentencepiece, doc/options.md; Kudo and Richardson,
2018, "SentencePiece"), and Llama 1 and 2 use it (Touvron et al., 2023). Unlike a tokenizer whose
unit is the byte, this one leaves known characters whole; unlike one by characters alone, it never
loses anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.limits import check_special_tokens
from bpe_core.encoding.token_ids import ById, check_token_ids, name_of_unknown
from bpe_core.errors import TokenIdError
from bpe_core.text.corpus import Corpus, Token, encode_utf8, write_space, write_spaces
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import PreTokenizer, find_pre_tokenizer


class WordTokenizer:
    """The words of a corpus as tokens, the most frequent first, after the special tokens.

    This is what came before subwords: a list of known words, and one unknown token for all others
    (as in Transformer-XL, Dai et al., 2019, with 267,735 words). Unlike BPE it learns nothing from
    a word's spelling: `dog` and `dogs` are two ids, and `dogs` is unknown if the corpus has only
    `dog`.

    Equally frequent words keep the order in which they first occur. A word that the corpus does
    not have gets `unknown_id`: that of the special token `unknown` if there is one, else the first
    id after the vocabulary. Raises `SpecialTokenError`.

    >>> tokenizer = WordTokenizer(Corpus.from_counts({"hug": 10, "pun": 12, "hugs": 5}))
    >>> tokenizer.vocabulary
    ('pun', 'hug', 'hugs')
    >>> tokenizer.encode("hugs puns"), tokenizer.tokens("hugs puns")
    ([2, 3], ['hugs', '<unk>'])
    >>> tokenizer.decode([1, 0])
    'hug pun'
    >>> WordTokenizer(Corpus.from_text("hug pun", pre_tokenizer="metaspace")).decode([0, 1])
    'hug pun'
    """

    def __init__(
        self, corpus: Corpus, *, special_tokens: Sequence[str] = (), unknown: str | None = None
    ) -> None:
        special = check_special_tokens(special_tokens)
        order = np.argsort(-corpus.counts, kind="stable")
        words = list(corpus.words)  # all at once: each word may have to be cut out of a text
        self.vocabulary: tuple[str, ...] = (*special, *(words[i] for i in order.tolist()))
        self.unknown = unknown or name_of_unknown(special, "<unk>")
        is_special = self.unknown in special
        self.unknown_id = special.index(self.unknown) if is_special else len(self.vocabulary)
        #: How often each word occurs in the corpus, descending, without special tokens (int64).
        self.frequencies: NDArray[np.int64] = corpus.counts[order]
        self._first_word = len(special)
        self._ids = {self.vocabulary[i]: i for i in range(len(special), len(self.vocabulary))}
        self._corpus = corpus
        self._rule = find_pre_tokenizer(corpus.pre_tokenizer)

    def __repr__(self) -> str:
        return f"WordTokenizer({len(self.vocabulary)} tokens)"

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        """How a text is cut into words."""
        return self._rule

    def words(self, text: str) -> list[str]:
        """The words of a text, normalized, cut and written as those of the corpus.

        >>> corpus = Corpus.from_text("to be", pre_tokenizer="gpt2", normalizer=["lowercase"])
        >>> WordTokenizer(corpus).words("To see")
        ['to', 'Ġsee']
        """
        words = self._rule.split(normalize(text, self._corpus.normalizer))
        return [write_space(word, self._rule, self._corpus.unit) for word in words]

    def encode(self, text: str) -> list[int]:
        """The token ids of a text, one per word."""
        return [self._ids.get(word, self.unknown_id) for word in self.words(text)]

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, as they are in the vocabulary."""
        return [self.token(i) for i in self.encode(text)]

    def token(self, token_id: int) -> Token:
        """The token with this id, including the unknown token. Raises `TokenIdError`."""
        check_token_ids([token_id], len(self.vocabulary) - 1)
        if 0 <= token_id < len(self.vocabulary):
            return self.vocabulary[token_id]
        if token_id == self.unknown_id:
            return self.unknown
        raise TokenIdError(token_id=token_id, last=len(self.vocabulary) - 1)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids. Raises `TokenIdError`."""
        ids = check_token_ids(ids, len(self.vocabulary) - 1)
        text = self._rule.joiner.join(map(self._texts.__getitem__, ids))
        return text.removeprefix(self._rule.leading)

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The text of token ids as UTF-8. Raises `TokenIdError`."""
        return encode_utf8(self.decode(ids))

    @cached_property
    def _texts(self) -> ById[str]:
        """The text that each token is decoded to."""
        return ById(self._readable)

    def _readable(self, token_id: int) -> str:
        """The token as text of the original kind: no `Ġ`."""
        token = str(self.token(token_id))
        is_word = self._first_word <= token_id < len(self.vocabulary)
        written = self._rule.space if self._corpus.unit == "char" and is_word else ""
        return token.replace(written, " ") if written else token


class CharacterTokenizer(Tokenizer):
    """The characters of a corpus as tokens, in code-point order after the special tokens.

    It is BPE before its first merge, and always by characters: unlike `trace.tokenizer(0)` of a
    corpus whose unit is the byte, its tokens are whole characters. Its vocabulary is small and
    rarely lacks a character; its token sequences are as long as they can be.

    Ids, the unknown token and the end-of-word marker are as in `Tokenizer`. Raises
    `SpecialTokenError`.

    >>> tokenizer = CharacterTokenizer(Corpus.from_counts({"hug": 10, "pug": 5}, unit="byte"))
    >>> list(tokenizer.vocabulary), tokenizer.tokens("hugs")
    (['g', 'h', 'p', 'u'], ['h', 'u', 'g', '<unk>'])
    """

    def __init__(
        self, corpus: Corpus, *, special_tokens: Sequence[str] = (), unknown: str | None = None
    ) -> None:
        untrained = RecordedMerges.without_merges(in_characters(corpus), special_tokens)
        super().__init__(untrained, 0, unknown)

    @property
    def frequencies(self) -> NDArray[np.int64]:
        """How often each character occurs in the corpus, without special tokens (int64).

        >>> CharacterTokenizer(Corpus.from_counts({"hug": 10, "pug": 5})).frequencies.tolist()
        [15, 10, 5, 15]
        """
        return self._recorded.frequencies_at(0)


def in_characters(corpus: Corpus) -> Corpus:
    """The corpus with the same words, but with the character as the unit.

    >>> in_characters(Corpus.from_text("哈 哈", unit="byte", pre_tokenizer="gpt2")).base_vocabulary
    ('Ġ', '哈')
    """
    if corpus.unit == "char":
        return corpus
    rule = find_pre_tokenizer(corpus.pre_tokenizer)
    counts = dict(zip(corpus.words, corpus.counts.tolist(), strict=True))
    settings = corpus.settings | {"unit": "char"}
    return Corpus.from_counts(write_spaces(counts, rule, "char"), **settings)


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

    @property
    def _has_bytes(self) -> bool:
        return True

    def _readable(self, token_id: int) -> Token:
        if self.is_byte(token_id):
            return bytes([token_id - self._first_byte])
        return super()._readable(token_id)
