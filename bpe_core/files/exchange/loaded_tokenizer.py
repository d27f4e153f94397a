"""A working tokenizer that was read from a file.

It encodes and decodes as a trained one does, and its ids are those of the file. Unlike a trained
one, it comes from no trace: nobody knows which text it was learned from.

If the file says that an unknown character stays as it is (subword-nmt's codes), that character is
a token with its own id: the size of the vocabulary plus the code point. So nothing is lost, and the
same character has the same id in every text.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.encoding.base_tokenizer import Memory
from bpe_core.encoding.encoding_steps import Ranks
from bpe_core.files.bpe_model import BpeModel
from bpe_core.text.corpus import CODE_POINTS, Token, encode_utf8
from bpe_core.text.pre_tokenization import find_pre_tokenizer


class LoadedTokenizer(Tokenizer):
    """A tokenizer from a file; get it with `bpe_core.files.exchange.read_tokenizer`.

    `model` is what the file said. Ids are the file's; they rise from merge to merge.

    >>> from dataclasses import replace
    >>> from bpe_core.files.bpe_model import BpeModel
    >>> model = BpeModel(("g", "h", "u"), ((1, 2), (3, 0)), "char", "whitespace")
    >>> LoadedTokenizer(model).tokens("hugs")
    ['hug', '<unk>']
    >>> open = LoadedTokenizer(replace(model, unknown=None))
    >>> open.tokens("hugs"), open.encode("hugs"), open.decode([4, 5 + ord("s")])
    (['hug', 's'], [4, 120], 'hugs')
    """

    def __init__(self, model: BpeModel) -> None:
        self.model = model
        self.step = len(model.merges)
        self.unknown = model.unknown or ""
        named, ids = dict(zip(model.named, model.ids, strict=False)), model.ids
        self._named_ids = frozenset(named.values())
        self._ids = ids[len(named) :]
        tokens: list[Token] = [*map(self._as_token, named), *model.tokens]
        by_id = dict(zip(ids, tokens, strict=True))
        self.vocabulary = [by_id[i] for i in range(len(by_id))]
        self.unknown_id = named.get(self.unknown, len(by_id))
        model_as_corpus: Any = model  # it has what `Tokenizer` asks of a corpus
        self._corpus = model_as_corpus
        self._rule = find_pre_tokenizer(model.pre_tokenizer)
        self._encoded_pieces = Memory(self._encode_piece)
        self._encoded_words = Memory(self.encode_word)

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens of the file with their ids."""
        named = dict(zip(self.model.named, self.model.ids, strict=False))
        return {token: named[token] for token in self.model.special_tokens}

    def _as_token(self, text: str) -> Token:
        return text if self.model.unit == "char" else encode_utf8(text)

    # Text to ids

    def _spell(self, word: str) -> list[int]:
        ids = self._spell_all(word)
        if self.model.unknown == "":
            return [token_id for token_id in ids if token_id != self.unknown_id]
        return ids

    def _spell_all(self, word: str) -> list[int]:
        """The word as base-token ids, including those of unknown characters that get left out."""
        base, end = self._base_ids, self.model.end_of_word
        if self.model.unit == "byte":
            return [base[byte] for byte in encode_utf8(word)]
        units = [*word[:-1], word[-1:] + end] if self.model.joins_marker else [*word]
        ids = [base[unit] if unit in base else self._id_of_unknown(unit) for unit in units]
        return ids if self.model.marker is None else [*ids, self._ids[self.model.marker]]

    def _id_of_unknown(self, unit: str) -> int:
        """The id of a character that is no base token; one with the marker has its own."""
        if self.model.unknown is not None:
            return self.unknown_id
        return len(self.vocabulary) + ord(unit[0]) + CODE_POINTS * (len(unit) > 1)

    def _unknown_in(self, word: str) -> list[str]:
        if self.model.unknown is None:
            return []  # it stays as it is
        return [
            c for c, i in zip(word, self._spell_all(word), strict=False) if i == self.unknown_id
        ]

    @property
    def _has_unknown(self) -> bool:
        return self.unit == "char" and bool(self.model.unknown)

    @cached_property
    def _base_ids(self) -> dict[str | int, int]:
        """The id of each character (str; with the marker where that is joined) or byte (int)."""
        return {
            token if isinstance(token, str) else token[0]: self._ids[place]
            for place, token in enumerate(self.model.base)
            if place != self.model.marker
        }

    @cached_property
    def _ranks(self) -> Ranks:
        ids, first = self._ids, len(self.model.base)
        return {
            ids[left] << 32 | ids[right]: ids[first + i]
            for i, (left, right) in enumerate(self.model.merges)
        }

    # Ids to text

    def token(self, token_id: int) -> Token:
        code = token_id - len(self.vocabulary)
        if self.model.unknown is not None or not 0 <= code < 2 * CODE_POINTS:
            return super().token(token_id)
        return chr(code % CODE_POINTS) + self.model.end_of_word * (code >= CODE_POINTS)

    def has_marker(self, token_id: int) -> bool:
        if self.model.unknown is None and token_id >= len(self.vocabulary):
            return token_id >= len(self.vocabulary) + CODE_POINTS
        return token_id in self._ids_with_marker

    @cached_property
    def _ids_with_marker(self) -> set[int]:
        ends = zip(self._ids, self.model.has_marker, strict=True)
        return {token_id for token_id, has_marker in ends if has_marker}

    def _readable(self, token_id: int) -> Token:
        token = self.token(token_id)
        if isinstance(token, bytes):
            return token
        if self.has_marker(token_id):
            token = token[: -len(self.model.end_of_word)] + self._rule.joiner
        is_text = token_id < len(self.vocabulary) and token_id not in self._named_ids
        return token.replace(self._rule.space, " ") if self._rule.space and is_text else token
