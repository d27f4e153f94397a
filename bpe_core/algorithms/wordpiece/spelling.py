"""A corpus as WordPiece spells it: word-inner and word-initial units are different tokens.

`hugs` begins as `h ##u ##g ##s`: the prefix says "continues the token before". A merged token has
the prefix if its first unit does, so merging strips the prefix of the right part (`##g` + `##s` is
`##gs`). Unlike an end-of-word marker, which is a unit of its own, the prefix does not add a unit
to a word.

Two tokens with the same text are still different if one is word-initial and the other word-inner:
the word `##a` begins with the characters `#` `##` ... and may become one token with the same text
as the inner `##a`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.vocabulary import UnitText
from bpe_core.errors import PrefixError
from bpe_core.text.corpus import Corpus, Token, encode_utf8


def respell(corpus: Corpus, prefix: str) -> Corpus:
    """Spell the same words in word-initial and word-inner base tokens, in code-point order.

    With bytes, all 256 are included twice, so that nothing is unknown. Raises `PrefixError`.

    >>> spelled = respell(Corpus.from_counts({"hug": 10, "gu": 1}), "##")
    >>> spelled.base_vocabulary, spelled.units.tolist()
    (('##g', '##u', 'g', 'h'), [3, 1, 0, 2, 1])
    """
    if not prefix:
        raise PrefixError()
    base = corpus.base_vocabulary
    kinds = corpus.units + len(base)  # kind: the unit's id at a word's start, + len(base) inside
    kinds[corpus.starts[:-1]] -= len(base)
    seen = np.unique(kinds).tolist()
    if corpus.unit == "byte":  # every unit at a word's start and inside, the marker only inside
        seen = [kind for kind in range(2 * len(base)) if kind != corpus.marker_id]
    texts: dict[int, Token] = {k: _text(base[k % len(base)], prefix, k >= len(base)) for k in seen}
    ordered = sorted(seen, key=texts.__getitem__)
    ids = np.zeros(2 * len(base), np.int32)
    ids[ordered] = np.arange(len(ordered), dtype=np.int32)
    return replace(corpus, units=ids[kinds], base_vocabulary=tuple(texts[k] for k in ordered))


def _text(unit: Token, prefix: str, is_inner: bool) -> Token:
    if not is_inner:
        return unit
    return prefix + unit if isinstance(unit, str) else encode_utf8(prefix) + unit


def is_inner(base_token: Token) -> bool:
    """Whether a base token occurs inside words: only then is it longer than one unit.

    >>> is_inner("##g"), is_inner("#")
    (True, False)
    """
    return len(base_token) > 1


def are_inner(recorded: RecordedMerges) -> NDArray[np.bool_]:
    """For each token, whether it is word-inner, base tokens first (bool)."""
    inner = [is_inner(token) for token in recorded.corpus.base_vocabulary]
    for left in recorded.base_merges[:, 0].tolist():
        inner.append(inner[left])
    return np.array(inner, bool)


class PrefixedText(UnitText):
    """The text of any stretch of a respelled corpus; it has the prefix if it begins in a word."""

    def __init__(self, corpus: Corpus, prefix: str) -> None:
        super().__init__(corpus)
        self._prefix = prefix

    def cut(self, start: int, stop: int) -> Token:
        """The text of `corpus.units[start:stop]`, which lies inside one word."""
        return _text(super().cut(start, stop), self._prefix, not self._is_word_start[start])

    @cached_property
    def _is_word_start(self) -> NDArray[np.bool_]:
        starts = np.zeros(len(self._corpus.units), bool)
        starts[self._corpus.starts[:-1]] = True
        return starts

    def _unit_sizes(self) -> NDArray[np.int64]:
        """How long each base token is in the text, which has no prefixes."""
        extra = len(_text(type(self._corpus.base_vocabulary[0])(), self._prefix, True))
        tokens = self._corpus.base_vocabulary
        return np.array([len(token) - extra * is_inner(token) for token in tokens])
