"""Named texts, arrays and numbers in one row of bytes, read without copying.

The layout: the length of a JSON header (uint64), the header, then the parts that the header lists,
each begun at a multiple of eight bytes. Unlike `bpe_core.saved_traces.bpe` this trusts the bytes.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.text.corpus import encode_utf8

ALIGNMENT = 8


class Writer:
    """Collects texts, arrays and numbers by name, and notes where each will stand.

    >>> writer = Writer()
    >>> writer.array("a.b", np.array([1, 2]))
    >>> Reader(b"".join(writer.parts({"said": 3}))).group("a")
    {'b': array([1, 2])}
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._index: dict[str, tuple[str, list[int], int]] = {}  # dtype, shape, size in bytes
        self._numbers: dict[str, int] = {}

    def text(self, name: str, text: str) -> None:
        """A text, lone surrogates included."""
        self._add(name, "text", [len(text)], encode_utf8(text))

    def array(self, name: str, values: NDArray[Any]) -> None:
        """An array of numbers of any shape."""
        part = np.ascontiguousarray(values).tobytes()
        self._add(name, values.dtype.str, list(values.shape), part)

    def either(self, name: str, value: object) -> None:
        """An array or a whole number; anything else has not been foreseen."""
        if isinstance(value, np.ndarray):
            self.array(name, value)
        elif isinstance(value, (int, np.integer)):
            self._numbers[name] = int(value)
        else:
            raise TypeError(f"{name} is {type(value).__name__}, which is not handed over")

    def _add(self, name: str, dtype: str, shape: list[int], part: bytes) -> None:
        self._index[name] = (dtype, shape, len(part))
        self._parts += [part, b"\0" * (-len(part) % ALIGNMENT)]

    def parts(self, about: dict[str, Any]) -> list[bytes]:
        """All of it, to be written one after the other; `about` is anything that JSON can hold."""
        header = json.dumps({"about": about, "numbers": self._numbers, "parts": self._index})
        data = header.encode("utf-8", "surrogatepass")
        data += b" " * (-len(data) % ALIGNMENT)
        return [len(data).to_bytes(8, "little"), data, *self._parts]


class Reader:
    """Finds by name what a `Writer` wrote; an array is a view of the bytes.

    `about` is what the writer was told last.
    """

    def __init__(self, data: bytes | memoryview) -> None:
        self._data = memoryview(data)
        place = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(bytes(data[8:place]))
        self.about: dict[str, Any] = header["about"]
        self._numbers: dict[str, int] = header["numbers"]
        self._places: dict[str, tuple[str, list[int], slice]] = {}
        for name, (dtype, shape, size) in header["parts"].items():
            self._places[name] = (dtype, shape, slice(place, place + size))
            place += size + -size % ALIGNMENT

    def text(self, name: str) -> str:
        """The text of that name."""
        return str(self._data[self._places[name][2]], "utf-8", "surrogatepass")

    def array(self, name: str) -> NDArray[Any]:
        """The array of that name, which can't be written."""
        dtype, shape, place = self._places[name]
        return np.frombuffer(self._data[place], dtype).reshape(shape)

    def group(self, prefix: str) -> dict[str, Any]:
        """The arrays and numbers whose names begin with the prefix, by the rest of the name."""
        names = [name for name in self._places if name.startswith(f"{prefix}.")]
        found: dict[str, Any] = {name: self.array(name) for name in names}
        found |= {name: n for name, n in self._numbers.items() if name.startswith(f"{prefix}.")}
        return {name.removeprefix(f"{prefix}."): value for name, value in found.items()}
