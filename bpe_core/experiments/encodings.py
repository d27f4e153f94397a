"""The same characters in two encodings, UTF-8 and GBK, and what comes out if one is read as other.

Bytes do not say which encoding wrote them. A program that reads UTF-8 as GBK, or the other way
round, gets other characters (乱码), and a byte-level tokenizer gets other bytes: for it, the two
encodings of one word have nothing in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
