"""The four stages of BERT's tokenizer, and the result of each stage for a text.

The stages are normalization (lower case, no accents), pre-tokenization (whitespace, punctuation,
and every Chinese character), the model (WordPiece by longest match), and post-processing ([CLS] at
the beginning, [SEP] at the end). Unlike `bpe_core.algorithms.wordpiece`, which trains, this reads
the published vocabulary; unlike `bpe_core.files.inspection`, it keeps the results between the
stages.

Source: `tokenization.py` of google-research/bert (Devlin et al., 2019), and `BertProcessing` of
Hugging Face tokenizers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from bpe_core.encoding.encoding_steps import LongestMatch
from bpe_core.text.normalization import lowercase
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS

UNKNOWN, FIRST, LAST = "[UNK]", "[CLS]", "[SEP]"
INSIDE = "##"
#: The longest word that is encoded; a longer word is unknown.
MOST_CHARACTERS = 100
#: Dropped before whitespace is handled: a form feed is a control character, a tab is not.
_CONTROL = regex.compile(r"(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\ufffd]")
_SPACE = regex.compile(r"\s")
_ACCENT = regex.compile(r"\p{Mn}")


@dataclass(frozen=True)
class BertStages:
    """The result of each stage: `tokens` by word; `ids` include [CLS] and [SEP] around them."""

    normalized: str
    words: Sequence[str]
    tokens: Sequence[Sequence[str]]
    ids: Sequence[int]


class BertTokenizer:
    """BERT's stages with a vocabulary, in id order; tokens from inside a word begin with `##`.

    >>> bert = BertTokenizer(["[UNK]", "[CLS]", "[SEP]", "hug", "##s", "!", "##"])
    >>> bert.stages("Hügs hugo!")
    BertStages(normalized='hugs hugo!', words=['hugs', 'hugo', '!'],
               tokens=[['hug', '##s'], ['[UNK]'], ['!']], ids=[1, 3, 4, 0, 5, 2])
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {token: i for i, token in enumerate(vocabulary)}
        inside = {t: i for t, i in self._ids.items() if t.startswith(INSIDE) and t != INSIDE}
        self._vocabulary = vocabulary
        self._initial = LongestMatch(self._ids)
        self._inside = LongestMatch({token[len(INSIDE) :]: i for token, i in inside.items()})

    def stages(self, text: str) -> BertStages:
        """The result of each stage for a text."""
        clean = _SPACE.sub(" ", _CONTROL.sub("", text))
        normalized = lowercase(_ACCENT.sub("", unicodedata.normalize("NFD", clean)))
        words = PRE_TOKENIZERS["bert"].split(normalized)
        ids = [self._encode_word(word) for word in words]
        tokens = [[self._vocabulary[i] for i in found] for found in ids]
        around = self._ids[FIRST], self._ids[LAST]
        flat = [token_id for found in ids for token_id in found]
        return BertStages(normalized, words, tokens, [around[0], *flat, around[1]])

    def _encode_word(self, word: str) -> list[int]:
        found = list(self._longest(word)) if len(word) <= MOST_CHARACTERS else [-1]
        return [self._ids[UNKNOWN]] if -1 in found else found

    def _longest(self, word: str) -> Iterator[int]:
        """The ids from the left; the last one is -1 if no token fits there."""
        place, matcher = 0, self._initial
        while place < len(word):
            token_id, length = next(matcher.matches(word, place), (-1, len(word)))
            yield token_id
            place, matcher = place + length, self._inside
