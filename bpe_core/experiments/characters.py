"""Characters beyond their ids: their bytes, the ones that look alike, their sound and shape.

Bytes do not say which encoding wrote them. A program that reads UTF-8 as GBK, or the other way
round, gets other characters (乱码), and a byte-level tokenizer gets other bytes: for it, the two
encodings of one word have nothing in common.

Two texts may look the same and differ: Latin a and Cyrillic а, composed and decomposed é, an
invisible character at the end. Unlike `bpe_core.text.normalization`, this changes nothing: it says
which normal form makes the texts equal.

Radicals: Unicode lists the characters of its main block (U+4E00 to U+9FA5) in the order of the
Kangxi dictionary, radical by radical, and each group begins with the radical itself (The Unicode
Standard, chapter 18). So the 214 radicals, which Unicode has a second time (U+2F00 to U+2FD5), show
where the groups begin. Rhymes: the finals of the last characters of lines, as `pypinyin` reads
them, in the thirteen rhyme groups of songs and operas (十三辙).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Literal, NamedTuple

from bpe_core.text.corpus import encode_utf8


@dataclass(frozen=True)
class Written:
    """A character in UTF-8 and in GBK, which does not have every character: then it is empty."""

    character: str
    utf8: bytes
    gbk: bytes


def in_both(text: str) -> Iterator[Written]:
    """Each different character of a text outside ASCII, in order.

    >>> for each in in_both("a 茶 𠮷 茶"):
    ...     print(each.character, each.utf8.hex(" "), each.gbk.hex(" "))
    茶 e8 8c b6 b2 e8
    𠮷 f0 a0 ae b7
    """
    for character in dict.fromkeys(text):
        if not character.isascii():
            yield Written(character, encode_utf8(character), character.encode("gbk", "ignore"))


def misread(text: str) -> tuple[str, str]:
    """A text written in UTF-8 and read as GBK, and the other way round; � for what fits nowhere.

    Characters that GBK does not have are left out of the second.

    >>> misread("茶杯")
    ('鑼舵澂', '�豭')
    """
    utf8, gbk = encode_utf8(text), text.encode("gbk", "ignore")
    return utf8.decode("gbk", "replace"), gbk.decode("utf-8", "replace")


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


_FIRST, _LAST = "\u4e00", "\u9fa5"
_RADICALS = range(0x2F00, 0x2FD6)
_LINE = re.compile(r"[^\n，。、；：！？,.;:!?]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
#: The thirteen groups by name, with pypinyin's finals.
RHYMES = {
    "发花": ("a", "ia", "ua"),
    "梭坡": ("o", "e", "uo", "io"),
    "乜斜": ("ê", "ie", "ve"),
    "一七": ("i", "v", "er"),
    "姑苏": ("u",),
    "怀来": ("ai", "uai"),
    "灰堆": ("ei", "uei"),
    "遥条": ("ao", "iao"),
    "油求": ("ou", "iou"),
    "言前": ("an", "ian", "uan", "van"),
    "人辰": ("en", "in", "uen", "vn"),
    "江阳": ("ang", "iang", "uang"),
    "中东": ("eng", "ing", "ueng", "ong", "iong"),
}
_RHYME_OF = {final: name for name, finals in RHYMES.items() for final in finals}


class LineEnd(NamedTuple):
    """How a line ends: its last character, the reading of that character, and its rhyme group
    (None for a final that is not in any group)."""

    line: str
    character: str
    reading: str
    rhyme: str | None


@cache
def _radicals() -> list[str]:
    """The 214 radicals as characters, in the order of Unicode."""
    return [unicodedata.normalize("NFKC", chr(code)) for code in _RADICALS]


def radical_of(character: str) -> str | None:
    """The radical under which the Kangxi dictionary lists a character; None if it is not known.

    >>> [radical_of(character) for character in "一河好说铁龥a"]
    ['一', '水', '女', '言', '金', '龠', None]
    """
    if not _FIRST <= character <= _LAST:
        return None
    radicals = _radicals()
    return radicals[bisect_right(radicals, character) - 1]


def shared_radicals(text: str) -> dict[str, list[str]]:
    """The characters of a text by radical, for radicals that several distinct characters share.

    >>> shared_radicals("江河湖海，好妈")
    {'水': ['江', '河', '湖', '海'], '女': ['好', '妈']}
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for character in dict.fromkeys(text):
        if radical := radical_of(character):
            found[radical].append(character)
    return {radical: characters for radical, characters in found.items() if len(characters) > 1}


def line_ends(text: str) -> list[LineEnd]:
    """How each line or verse of a text ends, if it ends in Chinese.

    >>> ends = line_ends("床前明月光 ，疑是地上霜。举头望明月，低头思故乡。")
    >>> [(end.character, end.rhyme) for end in ends]
    [('光', '江阳'), ('霜', '江阳'), ('月', '乜斜'), ('乡', '江阳')]
    >>> ends[0].reading
    'guāng'
    """
    lines = (line.strip() for line in _LINE.findall(text))
    return [_end_of(line) for line in lines if line and _HAN.match(line[-1])]


def _end_of(line: str) -> LineEnd:
    """The end of a line; the whole line is read, since a character can have several sounds."""
    from pypinyin import Style, lazy_pinyin

    reading = lazy_pinyin(line, style=Style.TONE)[-1]
    final = lazy_pinyin(line, style=Style.FINALS)[-1]
    return LineEnd(line, line[-1], reading, _RHYME_OF.get(final))
