"""Measure the information in a token: per token, which can't be compared, and per byte.

A model that knows nothing but how often each token occurs needs −log2 p bits for a token with the
share p. Per token, the smallest vocabulary looks best, since each of its tokens is easy to guess;
but then there are more of them. Divided by the bytes of the text, all are measured alike. Reports
of language models compare tokenizers this way, too (*bits per byte*).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import log2

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Bits:
    """The average number of bits of a text, per token and per byte."""

    per_token: float
    per_byte: float


def bits_of(frequencies: NDArray[np.int64], byte_count: int) -> Bits:
    """The bits of a text of so many bytes, by how often each token occurs in it.

    >>> bits_of(np.array([2, 1, 1, 0]), 8)
    Bits(per_token=1.5, per_byte=0.75)
    """
    found = frequencies[frequencies > 0]
    total = int(found.sum())
    if not total:
        return Bits(0.0, 0.0)
    per_token = float(-(found / total * np.log2(found / total)).sum()) + 0.0
    return Bits(per_token, per_token * total / max(byte_count, 1))


@dataclass(frozen=True)
class Character:
    """The information in a character: its share of a text, that in bits, and how many follow it."""

    share: float
    bits: float
    followers: int


def character_in(text: str, character: str) -> Character:
    """Measure the information in a character of a text; whitespace is left out.

    >>> character_in("a tea, tea", "t")
    Character(share=0.25, bits=2.0, followers=1)
    """
    kept = "".join(text.split())
    count = kept.count(character)
    after = Counter(b for a, b in pairwise(kept) if a == character)
    share = count / len(kept) if kept else 0.0
    return Character(share, -log2(share) if share else 0.0, len(after))
