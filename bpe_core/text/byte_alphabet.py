"""The 256 bytes as base tokens, and the two orders in which they are numbered.

GPT-2 (Radford et al., 2019, `encoder.py`) shows each byte as one printable character: bytes that
print in Latin-1 are shown as themselves, the others are moved to code points from 256 on. Sorted
by that character, the bytes are in the order 33-126, 161-172, 174-255, 0-32, 127-160, 173; Hugging
Face's ByteLevel numbers them in this order. Unlike it, rustbpe and minbpe number bytes by their
value. The order affects only the ids and the `lowest-id` tie rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bpe_core.errors import UnknownAlphabetError

BY_VALUE: tuple[int, ...] = tuple(range(256))
PRINTABLE: tuple[int, ...] = (*range(33, 127), *range(161, 173), *range(174, 256))
BY_GPT2: tuple[int, ...] = (*PRINTABLE, *(b for b in range(256) if b not in PRINTABLE))

#: Bytes that can occur in UTF-8: the end of a character, whole characters, the beginning of one.
_WHOLE = (
    rb"[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}"
    rb"|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}"
    rb"|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
_BEGIN = (
    rb"[\xc2-\xf4]|\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]|\xf0[\x90-\xbf]"
    rb"|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f]|\xf0[\x90-\xbf][\x80-\xbf]|[\xf1-\xf3][\x80-\xbf]{2}"
    rb"|\xf4[\x80-\x8f][\x80-\xbf]"
)
INSIDE_UTF8 = re.compile(rb"[\x80-\xbf]{0,3}(?:%b)*(?:%b)?" % (_WHOLE, _BEGIN), re.DOTALL)

ALPHABETS: Mapping[str, tuple[int, ...]] = {"value": BY_VALUE, "gpt2": BY_GPT2}


def byte_order(alphabet: str) -> tuple[int, ...]:
    """The 256 byte values in the order of their ids.

    Raises `UnknownAlphabetError`. Source: GPT-2's `bytes_to_unicode`.

    >>> byte_order("value")[104], byte_order("gpt2")[:3], byte_order("gpt2")[-1]
    (104, (33, 34, 35), 173)
    """
    if alphabet not in ALPHABETS:
        raise UnknownAlphabetError(name=alphabet, known=tuple(ALPHABETS))
    return ALPHABETS[alphabet]


def printable_characters() -> dict[int, str]:
    """GPT-2's printable character of every byte value.

    >>> printable_characters()[0x20], printable_characters()[0x41]
    ('Ġ', 'A')
    """
    moved = BY_GPT2[len(PRINTABLE) :]
    return {
        **{byte: chr(byte) for byte in PRINTABLE},
        **{byte: chr(256 + i) for i, byte in enumerate(moved)},
    }


#: The byte that each of GPT-2's printable characters stands for.
BYTE_OF: Mapping[str, int] = {letter: byte for byte, letter in printable_characters().items()}


def printed(token: str | bytes) -> str:
    """The bytes of a token as GPT-2's printable characters.

    >>> printed(b" hug"), printed("é".encode())
    ('Ġhug', 'Ã©')
    """
    return "".join(_PRINTED[byte] for byte in bytes(token))  # type: ignore[arg-type]


_PRINTED = printable_characters()


def is_printed(text: str) -> bool:
    """Whether a text can be bytes in GPT-2's printable characters."""
    return all(character in BYTE_OF for character in text)
