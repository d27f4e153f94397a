"""The character-based tokenizer: each distinct character of a corpus is a token of its own.

It is BPE before its first merge, and always by characters: unlike `trace.tokenizer(0)` of a corpus
whose unit is the byte, its tokens are whole characters. Its vocabulary is small and rarely lacks a
character; its token sequences are as long as they can be.

What `decode` gives back is the same as for BPE (`bpe_core.algorithms.bpe.tokenizer`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.text.corpus import Corpus, write_spaces
from bpe_core.text.pre_tokenization import find_pre_tokenizer


class CharacterTokenizer(Tokenizer):
    """The characters of a corpus as tokens, in code-point order after the special tokens.

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
    return Corpus.from_counts(
        write_spaces(counts, rule, "char"),
        end_of_word=corpus.end_of_word,
        normalizer=corpus.normalizer,
        pre_tokenizer=corpus.pre_tokenizer,
    )
