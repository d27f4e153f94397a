"""Encoding with a WordPiece vocabulary: from the left, always the longest token that fits.

If no token fits at some point of a word, the whole word becomes the unknown token, and so does a
word that is too long (Schuster and Nakajima, 2012; the limit of 100 characters is that of the code
published with BERT, Devlin et al., 2019). Unlike BPE's tokenizer, this does not know the merges:
the tokens of a word may differ from those that it had in training.

What `decode` gives back: the words, joined by single spaces after `whitespace` and without spaces
otherwise. A word begins at each word-initial token. An unknown word comes back as the unknown
token.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.wordpiece.spelling import are_inner, is_inner
from bpe_core.encoding.base_tokenizer import BaseTokenizer, EncodedWord
from bpe_core.encoding.encoding_steps import LongestMatch
from bpe_core.encoding.token_ids import name_of_unknown
from bpe_core.text.corpus import Token, encode_utf8, write_space

DEFAULT_UNKNOWN = "[UNK]"
MOST_UNITS = 100


class WordPieceTokenizer(Tokenizer):
    """The tokens of a WordPiece trace up to one step; get it with `trace.tokenizer(step)`.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer = train_wordpiece(corpus, num_merges=3).tokenizer()
    >>> tokenizer.tokens("hugs bug mug"), tokenizer.encode("hugs bug mug")
    (['hugs', 'b', '##u', '##g', '[UNK]'], [10, 5, 4, 1, 0])
    >>> tokenizer.decode([10, 5, 4, 1, 0])
    'hugs bug [UNK]'
    """

    def __init__(
        self,
        recorded: RecordedMerges,
        prefix: str,
        step: int,
        unknown: str | None = None,
        max_units: int | None = MOST_UNITS,
    ) -> None:
        named = unknown or name_of_unknown(recorded.special_tokens, DEFAULT_UNKNOWN)
        super().__init__(recorded, step, named)
        self.max_units = max_units
        self._prefix = prefix

    @property
    def _has_unknown(self) -> bool:
        return True  # with bytes a word that is too long

    # Text to ids

    def encode_word(self, word: str) -> list[int]:
        """The token ids of one word, written as in `encoded_words`."""
        return self._match(self._spell(word), len(self.vocabulary))

    def _match(self, ids: list[int], end: int) -> list[int]:
        """Match a spelled word from the left, with tokens whose ids are below `end`.

        If no token fits at some point, the word is unknown.
        """
        units = len(ids) - (self._corpus.marker_id is not None)
        if self.max_units is not None and units > self.max_units:
            return [self.unknown_id]
        spelled, found, start = "".join(map(chr, ids)), [], 0
        while start < len(spelled):
            fitting = ((i, n) for i, n in self._matcher.matches(spelled, start) if i < end)
            token_id, size = next(fitting, (self.unknown_id, 0))
            if not size:
                return [self.unknown_id]
            found.append(token_id)
            start += size
        return found

    def encoding_history(self, word: str) -> list[tuple[int, list[int]]]:
        """The token ids of one word at step 0, and after each later step that changes them.

        A step can change the ids only if the token that it makes occurs in the word.

        >>> from bpe_core import Corpus, train_wordpiece
        >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
        >>> tokenizer = train_wordpiece(Corpus.from_counts(counts)).tokenizer()
        >>> for step, ids in tokenizer.encoding_history("hugs"):
        ...     print(step, [tokenizer.token(i) for i in ids])
        0 ['h', '##u', '##g', '##s']
        1 ['h', '##u', '##gs']
        2 ['hu', '##gs']
        3 ['hugs']
        """
        ids = self._spell(word)
        first = self._recorded.first_merge_id
        history: list[tuple[int, list[int]]] = []
        for step in sorted({0, *(max(0, i - first + 1) for i in self._tokens_inside(ids))}):
            found = self._match(ids, first + step)
            if not history or history[-1][1] != found:
                history.append((step, found))
        return history

    def _tokens_inside(self, ids: list[int]) -> set[int]:
        """The tokens that occur anywhere in a spelled word."""
        spelled = "".join(map(chr, ids))
        starts = range(len(spelled))
        return {i for start in starts for i, _ in self._matcher.matches(spelled, start)}

    encoding_steps = BaseTokenizer.encoding_steps  # no merges are applied

    def match_word(self, word: str) -> list[int]:
        """Do the same as `encode`: longest match is how WordPiece encodes."""
        return self.encode_word(word)

    def rejoin(self, words: Sequence[EncodedWord]) -> str:
        """Join the words of a text as decoding does, but with every character known."""
        joined = self._rule.joiner.join(word.text for word in words)
        leading = write_space(self._rule.leading, self._rule, self.unit)
        return joined.removeprefix(leading)

    def _spell(self, word: str) -> list[int]:
        """The word as word-initial and word-inner base-token ids, including its marker."""
        initial, inner = self._base_ids_by_place
        units: Sequence[str | int] = encode_utf8(word) if self._corpus.unit == "byte" else word
        ids = [initial.get(units[0], self.unknown_id)] if units else []
        ids += [inner.get(unit, self.unknown_id) for unit in units[1:]]
        if self._corpus.marker_id is not None:
            ids.append(self._corpus.marker_id + self._first_base)
        return ids

    @cached_property
    def _base_ids_by_place(self) -> tuple[dict[str | int, int], dict[str | int, int]]:
        """The ids of each character (str) or byte (int) at a word's start and inside words."""
        by_place: tuple[dict[str | int, int], dict[str | int, int]] = ({}, {})
        for i, token in enumerate(self._corpus.base_vocabulary):
            if i != self._corpus.marker_id:
                by_place[is_inner(token)][token[-1]] = i + self._first_base
        return by_place

    @cached_property
    def _matcher(self) -> LongestMatch:
        """A matcher for words that are spelled with one character per base token."""
        recorded, first = self._recorded, self._first_base
        text = self._corpus.as_characters(first)
        known = {chr(i): i for i in range(first, first + len(self._corpus.base_vocabulary))}
        places = enumerate(recorded.merge_places[: self.step].tolist(), recorded.first_merge_id)
        return LongestMatch(known | {text[start:stop]: i for i, (start, stop) in places})

    # Ids to text

    def _added_before(self, ids: Sequence[int]) -> str:
        """The space before the text, or the joiner before its first token."""
        return self._rule.leading or (self._joiner_before(ids[0]) if ids else "")

    def _joiner_before(self, token_id: int) -> str:
        """The text that separates a word's first token from the word before."""
        return "" if self._is_inner(token_id) else self._rule.joiner

    def _ends_with_added_space(self, ids: Sequence[int]) -> bool:
        return False  # here spaces are added before words, whether there are markers or not

    def _is_inner(self, token_id: int) -> bool:
        place = token_id - self._first_base
        is_known = 0 <= place < len(self.vocabulary) - self._first_base
        return is_known and bool(self._inner[place])

    @cached_property
    def _inner(self) -> NDArray[np.bool_]:
        return are_inner(self._recorded)

    def _readable(self, token_id: int) -> Token:
        """The token as text of the original kind: no prefix, marker or `Ġ`, but its space."""
        token, joiner = super()._readable(token_id), self._joiner_before(token_id)
        before = self._prefix if self._is_inner(token_id) else ""
        after = self._rule.joiner if self.has_marker(token_id) else ""
        if isinstance(token, bytes):
            return joiner.encode() + token[len(encode_utf8(before)) : len(token) - len(after)]
        return joiner + token[len(before) : len(token) - len(after)]
