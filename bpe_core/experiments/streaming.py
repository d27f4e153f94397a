"""A text that arrives token by token: when can a program show which characters?"""

import codecs
from collections.abc import Iterable
from typing import NamedTuple


class Arrival(NamedTuple):
    """A token that arrives, and what two programs print for it.

    `alone` is what a program prints that decodes each token by itself; `shown` is what one prints
    that waits until a character is complete; `waiting` are the bytes that it then still keeps.
    """

    token: bytes
    alone: str
    shown: str
    waiting: bytes


def arrivals(tokens: Iterable[bytes]) -> list[Arrival]:
    """Decode tokens as both programs do, one after the other, and return what each prints.

    >>> [arrival[1:] for arrival in arrivals([b"a\\xe5", b"\\x93", b"\\x88!"])]
    [('a�', 'a', b'\\xe5'), ('�', '', b'\\xe5\\x93'), ('�!', '哈!', b'')]
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    found = []
    for token in tokens:
        shown = decoder.decode(token)
        found.append(Arrival(token, token.decode(errors="replace"), shown, decoder.getstate()[0]))
    return found
