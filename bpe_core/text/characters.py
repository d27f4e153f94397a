r"""Characters as people count them, and where a cut goes through one.

A character here is an extended grapheme cluster (Unicode Standard Annex #29): a letter with its
marks, a Hangul syllable written in jamo, an emoji of several code points. GPT-2's `\p{L}` holds
letters without their combining marks, so its pattern cuts inside characters of many scripts.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import regex


def graphemes_of(text: str) -> list[str]:
    """Split a text into what people count as characters: grapheme clusters (Unicode Annex #29).

    >>> graphemes_of("哈🇨🇳")
    ['哈', '🇨🇳']
    """
    return regex.findall(r"\X", text)


def pieces_that_cut_characters(pieces: Iterable[str]) -> list[bool]:
    """For each piece of a text, whether it begins inside a character of that text.

    The pieces, joined, are the text.

    >>> pieces_that_cut_characters(["स", "्त", "्री"])
    [False, True, True]
    """
    pieces = list(pieces)
    ends = accumulate(map(len, graphemes_of("".join(pieces))), initial=0)
    borders = set(ends)
    starts = accumulate(map(len, pieces), initial=0)
    return [start not in borders for start, _piece in zip(starts, pieces, strict=False)]
