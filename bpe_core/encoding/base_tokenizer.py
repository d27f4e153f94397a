"""Text to token ids and back, for every tokenizer that cuts a text into words first.

A text is normalized and cut into words as the corpus was; how a word gets its tokens is what BPE,
WordPiece and Unigram do differently.

What `decode` gives back: with bytes, and with characters after a pre-tokenization that keeps
everything, exactly the (normalized) text. After a pre-tokenization that drops whitespace, it
gives back the words: joined by single spaces where an end-of-word marker shows where they end, and
without spaces where there is no marker. Exceptions: an unknown character comes back as the unknown
token's text. With characters, a `Ġ` in the text comes back as a space after `gpt2` and `gpt4`, and
so does a `▁` after `metaspace`. Decoding after `metaspace` also removes one space from the
beginning, because encoding adds one there.
"""

from __future__ import annotations

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, Protocol

from bpe_core.encoding.encoding_steps import EncodingStep, cut_at_special_tokens
from bpe_core.encoding.token_ids import ById, check_token_ids, name_of_unknown, wanted_tokens
from bpe_core.errors import TokenIdError
from bpe_core.text.corpus import Corpus, Token, Unit, as_bytes, encode_utf8, write_space
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import PreTokenizer, find_pre_tokenizer

ENCODED_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
KEPT_TEXTS = 100_000
KEPT_LENGTH = 1_000


def _replace_but_keep_surrogates(error: UnicodeError) -> tuple[str, int]:
    """Return U+FFFD for bytes that are not UTF-8, but a lone surrogate as itself."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    three = error.object[error.start : error.start + 3]
    if ENCODED_SURROGATE.fullmatch(three):
        return three.decode("utf-8", "surrogatepass"), error.start + 3
    return "\N{REPLACEMENT CHARACTER}", error.end


codecs.register_error("bpe_core.replace", _replace_but_keep_surrogates)


def decode_utf8(data: bytes) -> str:
    """Decode UTF-8; what is not UTF-8 becomes U+FFFD, and a lone surrogate is kept.

    >>> decode_utf8("哈".encode()[:2] + b"!"), decode_utf8(b"\\xed\\xa0\\x80") == "\\ud800"
    ('�!', True)
    """
    return data.decode("utf-8", "bpe_core.replace")


class EncodedWord(NamedTuple):
    """A word of a text as the tokenizer writes it, or a special token, with its token ids."""

    text: str
    ids: list[int]
    is_special: bool = False


class Learned(Protocol):
    """The result of a training: its vocabulary at each step, special tokens first."""

    @property
    def corpus(self) -> Corpus: ...

    @property
    def special_tokens(self) -> tuple[str, ...]: ...

    def vocabulary_at(self, step: int) -> Sequence[Token]: ...


class BaseTokenizer(ABC):
    """A tokenizer of words, without the way in which a word gets its tokens.

    Ids are those of the training: special tokens, base vocabulary, then longer tokens. A character
    that is not in the base vocabulary gets `unknown_id`: that of the special token `unknown` if
    there is one (`<unk>` or `[UNK]` if no name is given), else the first id after the vocabulary.
    Bytes are never unknown. The text of a special token is ordinary text, unless `encode` is told
    to treat it as the token.
    """

    def __init__(self, learned: Learned, step: int, unknown: str | None = None) -> None:
        self.step = step
        self.vocabulary: Sequence[Token] = learned.vocabulary_at(step)
        special = learned.special_tokens
        self.unknown = unknown or name_of_unknown(special, "<unk>")
        size = len(self.vocabulary)
        self.unknown_id = special.index(self.unknown) if self.unknown in special else size
        self._special_tokens = special
        self._corpus: Corpus = learned.corpus
        self._first_base = len(special)

    def __getstate__(self) -> dict[str, Any]:
        """All but what can be worked out again."""
        return {name: held for name, held in vars(self).items() if not hasattr(type(self), name)}

    @cached_property
    def _rule(self) -> PreTokenizer:
        return find_pre_tokenizer(self._corpus.pre_tokenizer)

    @cached_property
    def _encoded_pieces(self) -> Memory:
        return Memory(self._encode_piece)

    @cached_property
    def _encoded_words(self) -> Memory:
        return Memory(self.encode_word)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.vocabulary)} tokens)"

    @property
    def unit(self) -> Unit:
        """Whether base tokens are characters or bytes."""
        return self._corpus.unit

    @property
    def end_of_word(self) -> str:
        """The end-of-word marker, or "" if there is none."""
        return self._corpus.end_of_word

    @property
    def normalizer(self) -> tuple[str, ...]:
        """The names of the normalizations that are applied to a text first."""
        return self._corpus.normalizer

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        """How a text is cut into words."""
        return self._rule

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens of the vocabulary with their ids."""
        return {token: i for i, token in enumerate(self._special_tokens)}

    # One word

    @abstractmethod
    def encode_word(self, word: str) -> list[int]:
        """The token ids of one word, written as in `encoded_words`."""

    @abstractmethod
    def match_word(self, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by longest match."""

    @abstractmethod
    def has_marker(self, token_id: int) -> bool:
        """Whether the token ends with the end-of-word marker (which may look like a letter)."""

    def encoding_steps(self, word: str) -> list[EncodingStep]:
        """How a word, written as in `encoded_words`, gets its tokens, merge by merge.

        Where no merges are applied, there are no intermediate steps.
        """
        return [EncodingStep(tuple(self.encode_word(word)), ())]

    def rule_of(self, token_id: int) -> int:
        """The number of the merge that made a token, from 1; 0 for a token that no merge made."""
        return 0

    # Text to ids

    def encode(self, text: str, special_tokens: Collection[str] = ()) -> list[int]:
        """The token ids of a text.

        `special_tokens` names the special tokens that are recognised as tokens where they occur in
        the text; all others are ordinary text (as in tiktoken).

        >>> from bpe_core import Corpus, train_bpe
        >>> trace = train_bpe(Corpus.from_counts({"ab": 1}), special_tokens=["<s>"])
        >>> trace.tokenizer().encode("ab<s>ab", ["<s>"]), trace.tokenizer().encode("<s>ab")
        ([3, 0, 3], [4, 4, 4, 3])
        """
        parts = self.parts(text, special_tokens)
        return [i for part, special in parts for i in self._encode_part(part, special)]

    def _encode_part(self, part: str, special: int | None) -> list[int]:
        if special is not None:
            return [special]
        pieces = map(self._encoded_pieces.__getitem__, self._rule.pieces(part))
        return list(chain.from_iterable(pieces))

    def parts(
        self, text: str, special_tokens: Collection[str] = ()
    ) -> Iterator[tuple[str, int | None]]:
        """Special tokens with their ids, and the normalized text between them with None."""
        wanted = wanted_tokens(special_tokens, self.special_ids)
        for part, special in cut_at_special_tokens(text, wanted):
            ordinary = special is None
            yield normalize(part, self._corpus.normalizer) if ordinary else part, special

    def unknown_characters(self, text: str, special_tokens: Collection[str] = ()) -> list[str]:
        """The distinct characters of a text that are not in the vocabulary, in order.

        >>> from bpe_core import Corpus, train_bpe
        >>> train_bpe(Corpus.from_counts({"hug": 5})).tokenizer().unknown_characters("bugs")
        ['b', 's']
        """
        if self.unit == "byte":
            return []
        words = self.encoded_words(text, special_tokens)
        found = (self._unknown_in(word.text) for word in words if not word.is_special)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def _unknown_in(self, word: str) -> list[str]:
        """The unknown characters of a word, which is written as in `encoded_words`."""
        ids = zip(word, self._spell(word), strict=False)  # the marker may come after them
        return [character for character, token_id in ids if token_id == self.unknown_id]

    def rejoin(self, words: Sequence[EncodedWord]) -> str:
        """Join the words of a text as decoding does, but with every character known."""
        after = self._rule.joiner if self.end_of_word else ""
        joined = "".join(word.text if word.is_special else word.text + after for word in words)
        if leading := self._rule.leading:
            joined = joined.removeprefix(write_space(leading, self._rule, self.unit))
        return joined.removesuffix(after) if words and not words[-1].is_special else joined

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, as they are in the vocabulary."""
        return [self.token(i) for i in self.encode(text)]

    def encoded_words(self, text: str, special_tokens: Collection[str] = ()) -> list[EncodedWord]:
        """Encode as `encode` does, word by word.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> [(word.text, word.ids) for word in tokenizer.encoded_words("hugs hug")]
        [('hugs', [5, 2]), ('hug', [5])]
        """
        words = []
        for part, special in self.parts(text, special_tokens):
            if special is not None:
                words.append(EncodedWord(part, [special], is_special=True))
                continue
            written = self._words(part)
            words += [EncodedWord(word, self._encoded_words[word]) for word in written]
        return words

    def token(self, token_id: int) -> Token:
        """The token with this id, including the unknown token. Raises `TokenIdError`."""
        check_token_ids([token_id], len(self.vocabulary) - 1)
        if 0 <= token_id < len(self.vocabulary):
            return self.vocabulary[token_id]
        if token_id == self.unknown_id and self._has_unknown:
            return self.unknown if self.unit == "char" else encode_utf8(self.unknown)
        raise TokenIdError(token_id=token_id, last=len(self.vocabulary) - 1)

    @property
    def _has_unknown(self) -> bool:
        """Whether anything can become the unknown token."""
        return self.unit == "char"

    def _encode_piece(self, piece: str) -> list[int]:
        """The token ids of a piece of normalized text that holds whole words."""
        return list(chain.from_iterable(map(self._encoded_words.__getitem__, self._words(piece))))

    def _words(self, text: str) -> list[str]:
        """The words of a normalized text, written as the corpus writes them."""
        return [write_space(word, self._rule, self._corpus.unit) for word in self._rule.split(text)]

    def _spell(self, word: str) -> list[int]:
        """The word as base-token ids, including its marker."""
        base = self._base_ids
        if self._corpus.unit == "byte":
            ids = [base[byte] for byte in encode_utf8(word)]
        else:
            ids = [base.get(character, self.unknown_id) for character in word]
        if self._corpus.marker_id is not None:
            ids.append(self._corpus.marker_id + self._first_base)
        return ids

    @cached_property
    def _base_ids(self) -> dict[str | int, int]:
        """The id of each character (str) or byte (int)."""
        ids: dict[str | int, int] = {}
        for i, token in enumerate(self._corpus.base_vocabulary):
            if i != self._corpus.marker_id:
                ids[token if isinstance(token, str) else token[0]] = i + self._first_base
        return ids

    # Ids to text

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are not UTF-8. Raises `TokenIdError`."""
        decoded = self._decoded(ids)
        return decode_utf8(decoded) if isinstance(decoded, bytes) else decoded

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The exact bytes of token ids. Raises `TokenIdError`.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"哈": 1}, unit="byte")).tokenizer(1)
        >>> tokenizer.decode_bytes([256]), tokenizer.decode([256])
        (b'\\xe5\\x93', '�')
        """
        return as_bytes(self._decoded(ids))

    def _decoded(self, ids: Sequence[int]) -> Token:
        """The text of token ids, or its bytes if tokens may be parts of characters."""
        ids = check_token_ids(ids, len(self.vocabulary) - 1)
        texts, added = map(self._texts.__getitem__, ids), self._added_before(ids)
        decoded: Token
        if self._has_bytes:
            decoded = b"".join(map(as_bytes, texts)).removeprefix(added.encode())
        else:
            decoded = "".join(texts).removeprefix(added)  # type: ignore[arg-type]
        return decoded[:-1] if self._ends_with_added_space(ids) else decoded

    @property
    def _has_bytes(self) -> bool:
        """Whether tokens may be parts of characters."""
        return self.unit == "byte"

    def _added_before(self, ids: Sequence[int]) -> str:
        """The text that encoding added at the beginning, or decoding to the first token."""
        return self._rule.leading

    def _ends_with_added_space(self, ids: Sequence[int]) -> bool:
        return bool(ids) and self._rule.joiner != "" and self.has_marker(ids[-1])

    @cached_property
    def _texts(self) -> ById[Token]:
        """The text or bytes that each token is decoded to."""
        return ById(self._readable)

    def _readable(self, token_id: int) -> Token:
        """The token as text of the original kind: no marker, no `Ġ`."""
        token = self.token(token_id)
        if isinstance(token, bytes):
            if not self.has_marker(token_id):
                return token
            return token[: -len(encode_utf8(self._corpus.end_of_word))] + self._rule.joiner.encode()
        if self.has_marker(token_id):
            token = token[: -len(self._corpus.end_of_word)] + self._rule.joiner
        is_text = self._first_base <= token_id < len(self.vocabulary)
        return token.replace(self._rule.space, " ") if self._rule.space and is_text else token

    # The other way to encode

    def longest_match(self, text: str) -> list[Token]:
        """Encode each word from the left, always taking the longest token that fits.

        The tokens may differ from `tokens(text)`, which applies the merges. A character where no
        token fits becomes the unknown token.

        >>> from bpe_core import Corpus, train_bpe
        >>> corpus = Corpus.from_counts({"deep": 5, "learning": 7}, end_of_word="</w>")
        >>> train_bpe(corpus, num_merges=2).tokenizer().longest_match("leaning")
        ['lea', 'n', 'i', 'n', 'g', '</w>']
        """
        words = self._words(normalize(text, self._corpus.normalizer))
        return [self.token(i) for word in words for i in self.match_word(word)]


class Memory(dict[str, list[int]]):
    """The ids of texts seen before, of `most` texts of up to `longest` characters."""

    def __init__(
        self, encode: Callable[[str], list[int]], most: int = KEPT_TEXTS, longest: int = KEPT_LENGTH
    ) -> None:
        self._encode, self._most, self._longest = encode, most, longest

    def __missing__(self, text: str) -> list[int]:
        ids = self._encode(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = ids
        return ids
