r"""Characters and words as people count them, and where a cut goes through one.

A character here is an extended grapheme cluster (Unicode Standard Annex #29): a letter with its
marks, a Hangul syllable written in jamo, an emoji of several code points. GPT-2's `\p{L}` holds
letters without their combining marks, so its pattern cuts inside characters of many scripts.

Chinese is written without spaces, and jieba finds its words: it looks the text up in a dictionary
of some 350,000 words with their frequencies, takes the path whose words are jointly most frequent,
and joins characters that no word covers with a hidden Markov model (Sun Junyi,
github.com/fxsjy/jieba). `rjieba` is the same in Rust. It contains its dictionary, so nothing is
downloaded. Unlike BPE, jieba knows Chinese words before it has read any text, and another segmenter
would cut some texts differently.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import accumulate

import regex

#: Characters that cannot be seen, and spaces that look like a usual one.
_ANY_UNSEEN = r"(?:[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs})"
_UNSEEN = regex.compile(_ANY_UNSEEN)
_WORD_WITH_UNSEEN = regex.compile(rf"[^ \t\r\n]{{0,20}}{_ANY_UNSEEN}[^ \t\r\n]{{0,20}}")


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


def unseen_in(text: str) -> list[str]:
    """The characters of a text that cannot be seen, each once: zero-width characters, direction
    marks, variation selectors, soft hyphens, and spaces that look like a usual one.

    >>> [code_point(character) for character in unseen_in("10\u00a0km h\u200bug")]
    ['U+00A0 NO-BREAK SPACE', 'U+200B ZERO WIDTH SPACE']
    """
    return list(dict.fromkeys(_UNSEEN.findall(text)))


def words_with_unseen(text: str) -> list[str]:
    """The words of a text in which something cannot be seen, each once; a long word is cut short.

    >>> words_with_unseen("a tokenizer token\u200bizer")
    ['token\u200bizer']
    """
    return list(dict.fromkeys(_WORD_WITH_UNSEEN.findall(text)))


def without_unseen(text: str) -> str:
    """The text with usual spaces, and without what else cannot be seen.

    >>> without_unseen("10\u00a0km h\u200bug")
    '10 km hug'
    """
    return _UNSEEN.sub(lambda match: " " if match.group().isspace() else "", text)


def code_point(character: str) -> str:
    """A character's number and name in Unicode.

    >>> code_point("\u200e"), code_point("\ue001")
    ('U+200E LEFT-TO-RIGHT MARK', 'U+E001')
    """
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def split_chinese(text: str) -> list[str]:
    """Chinese characters cut into Chinese words; joined, they are the text again.

    At the first call, jieba is loaded with its dictionary: 0.1 s and 30 MB.

    >>> split_chinese("外婆家在山里")
    ['外婆家', '在', '山里']
    """
    import rjieba

    words: list[str] = rjieba.cut(text)
    return words
