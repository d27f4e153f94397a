"""The 256 bytes as base tokens, and the two orders in which they are numbered.

GPT-2 (Radford et al., 2019, `encoder.py`) shows each byte as one printable character: bytes that
print in Latin-1 are shown as themselves, the others are moved to code points from 256 on. Sorted
by that character, the bytes are in the order 33-126, 161-172, 174-255, 0-32, 127-160, 173; Hugging
Face's ByteLevel numbers them in this order. Unlike it, rustbpe and minbpe number bytes by their
value. The order affects only the ids and the `lowest-id` tie rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.errors import UnknownAlphabetError

BY_VALUE: tuple[int, ...] = tuple(range(256))
PRINTABLE: tuple[int, ...] = (*range(33, 127), *range(161, 173), *range(174, 256))
BY_GPT2: tuple[int, ...] = (*PRINTABLE, *(b for b in range(256) if b not in PRINTABLE))

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
