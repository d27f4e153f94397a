"""Find the radical and the rhyme of Chinese characters: neither is in their ids.

Radicals: Unicode lists the characters of its main block (U+4E00 to U+9FA5) in the order of the
Kangxi dictionary, radical by radical, and each group begins with the radical itself (The Unicode
Standard, chapter 18). So the 214 radicals, which Unicode has a second time (U+2F00 to U+2FD5), show
where the groups begin. Rhymes: the finals of the last characters of lines, as `pypinyin` reads
them, in the thirteen rhyme groups of songs and operas (十三辙).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

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
    return [normalize("NFKC", chr(code)) for code in _RADICALS]


def radical_of(character: str) -> str | None:
    """The radical under which the Kangxi dictionary lists a character; None if it is not known.

    >>> [radical_of(character) for character in "河好说铁a"]
    ['水', '女', '言', '金', None]
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

    >>> ends = line_ends("床前明月光，疑是地上霜。举头望明月，低头思故乡。")
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
