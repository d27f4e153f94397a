"""Parts of bytes behind a header, for what is kept and may come back from a stranger.

The layout: eight bytes of magic that say what it is, the length of a JSON header (uint32), the
header, then the parts whose sizes it lists, each a little-endian array or UTF-8 text. Unlike
`bpe_core.worker.packing`, which trusts the bytes, reading checks everything; unlike pickle, it runs
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import BpeError, TraceFormatError
from bpe_core.text.corpus import encode_utf8

LENGTH_BYTES = 4
FAULTS = (
    BpeError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    OverflowError,
    RecursionError,
)


def write_container(magic: bytes, header: dict[str, Any], parts: Sequence[bytes]) -> bytes:
    """The parts behind their header, which tells their sizes last.

    >>> write_container(b"EXAMPLE1", {}, [b"one", b"three"])
    b'EXAMPLE1\\x11\\x00\\x00\\x00{"parts": [3, 5]}onethree'
    """
    text = json.dumps({**header, "parts": [len(part) for part in parts]}).encode()
    return b"".join([write_field(magic, text), *parts])


def write_field(magic: bytes, field: bytes) -> bytes:
    """The magic, the field's length and the field."""
    return b"".join([magic, len(field).to_bytes(LENGTH_BYTES, "little"), field])


def read_field(magic: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The field that `write_field` wrote, and what comes after it. Raises `TraceFormatError`.

    >>> read_field(b"EXAMPLE1", b"EXAMPLE1\\x02\\x00\\x00\\x00hi there")
    (b'hi', b' there')
    """
    start = len(magic) + LENGTH_BYTES
    check(
        data[: len(magic)] == magic and len(data) >= start,
        "it does not begin as a saved training does",
    )
    stop = start + int.from_bytes(data[len(magic) : start], "little")
    return data[start:stop], data[stop:]


def text_parts(texts: Sequence[str]) -> list[bytes]:
    """Two parts: all texts in a row, and their lengths in characters."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    return [encode_utf8("".join(texts)), number_part(lengths, "<i8")]


def number_part(values: NDArray[Any], dtype: str) -> bytes:
    """An array as a part, in the type that is stored."""
    return np.ascontiguousarray(values, dtype).tobytes()


class Container:
    """Reads what `write_container` wrote: the header, then part by part. Raises `TraceFormatError`.

    >>> data = write_container(b"EXAMPLE1", {"n": 2}, [number_part(np.array([1, 2]), "<i4")])
    >>> container = Container(b"EXAMPLE1", data, parts=1)
    >>> container.natural("n"), container.numbers("<i4")
    (2, array([1, 2], dtype=int32))
    """

    def __init__(self, magic: bytes, data: bytes, *, parts: int) -> None:
        field, rest = read_field(magic, data)
        header = json.loads(field)
        check(isinstance(header, dict), "the header is not a record")
        self.header: dict[str, Any] = header
        sizes = [natural(size) for size in header["parts"]]
        whole = len(sizes) == parts and sum(sizes) == len(rest)
        check(whole, "it is cut short, or too long")
        ends = np.cumsum([0, *sizes]).tolist()
        self._parts = iter([rest[a:b] for a, b in pairwise(ends)])

    def natural(self, name: str) -> int:
        """The whole number of that name in the header, 0 or more."""
        return natural(self.header[name])

    def numbers(self, dtype: str) -> NDArray[Any]:
        """The next part as numbers of this stored type, in the machine's own order of bytes."""
        part, stored = next(self._parts), np.dtype(dtype)
        check(len(part) % stored.itemsize == 0, "a part is cut short")
        return np.frombuffer(part, stored).astype(stored.newbyteorder("="))

    def texts(self) -> list[str]:
        """The next two parts as texts, lone surrogates included."""
        text = next(self._parts).decode("utf-8", "surrogatepass")
        lengths = self.numbers("<i8")
        fits = bool(np.all((lengths >= 0) & (lengths <= len(text))))
        check(fits, "the words don't fill the text")
        ends = np.cumsum(lengths).tolist()
        check(bool(ends) and ends[-1] == len(text), "the words don't fill the text")
        return [text[a:b] for a, b in pairwise([0, *ends])]


def natural(value: object) -> int:
    """The value if it is a whole number of 0 or more, else `TraceFormatError`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        refuse("a number is not one")
    return value


def check(true: bool, reason: str) -> None:
    """`TraceFormatError` with this reason unless it is true."""
    if not true:
        refuse(reason)


def refuse(reason: str) -> NoReturn:
    raise TraceFormatError(reason=reason)


@contextmanager
def only_format_errors() -> Iterator[None]:
    """Whatever bytes that are no trace may cause inside becomes a `TraceFormatError`."""
    try:
        yield
    except TraceFormatError:
        raise
    except FAULTS as error:
        raise TraceFormatError(reason=str(error) or type(error).__name__) from error
