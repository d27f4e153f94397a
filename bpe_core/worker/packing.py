"""Named arrays and texts in one row of bytes: NumPy's own `.npy` format, one after another.

Before them comes a line of JSON that names them in their order and says what else is to be told.
An array's numbers begin at a multiple of 64 bytes, as they do in any `.npy`, so that reading
copies nothing. Unlike an `.npz`, which is a ZIP and is unpacked, this can be shown at once. Unlike
`bpe_core.saved_training` this trusts the bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from bpe_core.text.corpus import encode_utf8

#: Where a `.npy` begins, and where its numbers begin in it, is a multiple of this.
ALIGNMENT = 64
Arrays = Mapping[str, NDArray[Any]]
#: Bytes, or the memory of an array.
Part = bytes | memoryview


def pack_arrays(about: Mapping[str, Any], arrays: Arrays) -> list[Part]:
    """All of it, as parts to be written one after another.

    `about` is anything that JSON can hold.

    >>> parts = pack_arrays({"said": 3}, {"a": np.array([1, 2]), "b": text_array("hug")})
    >>> about, arrays = unpack_arrays(b"".join(parts))
    >>> about, arrays["a"], array_text(arrays["b"])
    ({'said': 3}, array([1, 2]), 'hug')
    """
    header = json.dumps({"about": about, "arrays": list(arrays)})
    parts: list[Part] = [_padded(header.encode("utf-8", "surrogatepass") + b"\n")]
    for values in arrays.values():
        contiguous = np.ascontiguousarray(values)
        head = BytesIO()
        npy.write_array_header_1_0(head, npy.header_data_from_array_1_0(contiguous))
        parts += [
            head.getvalue(),
            contiguous.reshape(-1).data.cast("B"),
            b"\0" * _missing(contiguous.nbytes),
        ]
    return parts


def unpack_arrays(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What was said, and the arrays by their names, as views of the bytes."""
    stream = BytesIO(data)  # which is no copy
    header = json.loads(stream.readline())
    place, arrays = _rounded(stream.tell()), {}
    for name in header["arrays"]:
        stream.seek(place)
        npy.read_magic(stream)
        shape, _, dtype = npy.read_array_header_1_0(stream)
        count = int(np.prod(shape))
        values = np.frombuffer(data, dtype, count, stream.tell())
        arrays[name] = values.reshape(shape)
        place = _rounded(stream.tell() + values.nbytes)
    return header["about"], arrays


def text_array(text: str) -> NDArray[np.uint8]:
    """A text as an array of its bytes in UTF-8, lone surrogates included."""
    return np.frombuffer(encode_utf8(text), np.uint8)


def array_text(values: NDArray[np.uint8]) -> str:
    """The text that `text_array` wrote."""
    return str(values.data, "utf-8", "surrogatepass")


def _missing(size: int) -> int:
    return -size % ALIGNMENT


def _rounded(place: int) -> int:
    return place + _missing(place)


def _padded(line: bytes) -> bytes:
    return line + b" " * _missing(len(line))
