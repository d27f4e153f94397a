"""Two texts that look the same but are not: a comparison code point by code point.

Examples are Latin a and Cyrillic а, composed and decomposed é, or an invisible character at the
end. Unlike `bpe_core.text.normalization`, this changes nothing: it says which normal form makes the
texts equal.
"""

import unicodedata
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")


class CodePoint(NamedTuple):
    """A character: its Unicode number and name, its UTF-8, and whether the other text differs."""

    character: str
    number: str
    name: str
    utf8: bytes
    is_different: bool


def code_points(text: str, other: str) -> list[CodePoint]:
    """The characters of a text, and whether each one differs from the other text there.

    >>> [point.number for point in code_points("аb", "ab") if point.is_different]
    ['U+0430']
    """
    same: set[int] = set()
    for start, _, size in SequenceMatcher(None, text, other, autojunk=False).get_matching_blocks():
        same.update(range(start, start + size))
    return [
        CodePoint(
            character,
            f"U+{ord(character):04X}",
            unicodedata.name(character, ""),
            character.encode("utf-8", "surrogatepass"),
            place not in same,
        )
        for place, character in enumerate(text)
    ]


def equal_after(a: str, b: str) -> list[Form]:
    """The normal forms of Unicode that make two texts equal.

    >>> equal_after("é", "e\\u0301"), equal_after("а", "a")
    (['NFC', 'NFD', 'NFKC', 'NFKD'], [])
    """
    return [
        form for form in FORMS if unicodedata.normalize(form, a) == unicodedata.normalize(form, b)
    ]
