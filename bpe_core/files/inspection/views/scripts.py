"""In which script a token is written, by Unicode's property Script.

A token's script is that of its letters: signs, digits and spaces belong to no script (Unicode
calls them Common), combining marks to that of their letter (Inherited). Written *purely* in a
script is a token all of whose characters have it, one space at its beginning not counted: so of
pure Han GPT-2 has 42 tokens, cl100k 832, o200k 7,082 and Qwen 25,526; of these 42, 832, 7,080 and
24,953 are made of the main block of Chinese characters alone (U+4E00 to U+9FFF).
"""

from __future__ import annotations

from functools import cache

import regex

#: The scripts of published vocabularies; letters of any other are "Other".
SCRIPTS = (
    "Latin", "Han", "Cyrillic", "Arabic", "Hangul", "Hiragana", "Katakana", "Greek", "Hebrew",
    "Devanagari", "Bengali", "Thai", "Tamil", "Telugu", "Gujarati", "Gurmukhi", "Kannada",
    "Malayalam", "Oriya", "Sinhala", "Armenian", "Georgian", "Lao", "Tibetan", "Myanmar", "Khmer",
    "Ethiopic", "Mongolian", "Cherokee", "Canadian_Aboriginal", "Thaana", "Syriac", "Bopomofo",
    "Tifinagh", "Yi", "Javanese", "Coptic", "Gothic", "Runic", "Ogham", "Nko", "Tagalog",
)  # fmt: skip
#: What a token is counted as that has no letters of one script.
MIXED, SPACE, DIGITS, SIGNS, PART = "mixed", "space", "digits", "signs", "part"

_CLASSES = regex.compile(
    "|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS)
    + r"|(?P<Common>[\p{Script=Common}\p{Script=Inherited}\p{Cn}\p{Co}\p{Cs}])|(?P<Other>.)",
    regex.DOTALL,
)
_DIGITS = regex.compile(r"\s*\p{N}+\s*")
_MAIN_HAN = regex.compile(r" ?[\u4e00-\u9fff]+")


@cache
def script_of(character: str) -> str:
    """The script of one character; Common for one that has none.

    >>> script_of("a"), script_of("哈"), script_of("!"), script_of("ꙮ"), script_of("𓀀")
    ('Latin', 'Han', 'Common', 'Cyrillic', 'Other')
    """
    found = _CLASSES.match(character)
    return str(found.lastgroup) if found else "Common"


def class_of(text: str | None) -> str:
    """Classify a token's content by its script; None is part of a character.

    >>> [class_of(t) for t in (" hug", "哈!", "a哈", " 12", "\\n", "—", None)]
    ['Latin', 'Han', 'mixed', 'digits', 'space', 'signs', 'part']
    """
    if text is None:
        return PART
    scripts = set(map(script_of, text))
    scripts.discard("Common")
    if len(scripts) == 1:
        return scripts.pop()
    if scripts:
        return MIXED
    if text.isspace():
        return SPACE
    return DIGITS if _DIGITS.fullmatch(text) else SIGNS


def is_pure(text: str, script: str) -> bool:
    """Whether all characters but a space at the beginning are of that script.

    >>> is_pure(" 哈", "Han"), is_pure("哈!", "Han")
    (True, False)
    """
    bare = text.removeprefix(" ")
    return bool(bare) and all(script_of(character) == script for character in bare)


def is_main_han(text: str) -> bool:
    """Whether a token is made of Chinese characters from U+4E00 to U+9FFF alone."""
    return _MAIN_HAN.fullmatch(text) is not None
