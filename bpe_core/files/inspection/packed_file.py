"""A tokenizer file as a browser sends it and a server keeps it: compressed with zlib.

It is unpacked, counted and read in small pieces, so that other threads of the process can work
between any two. Only the process that opens the file ever has all of it at once.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from bpe_core.files.errors import ModelFileError
from bpe_core.files.limits import MOST_BYTES

#: Bytes that are packed or unpacked in one go: less than a millisecond's work.
_PIECE = 1 << 18
_LEVEL = 1  # compresses 40 MB in half a second; a higher level would take many seconds


@dataclass(frozen=True)
class PackedFile:
    """A file of one or two parts: what zlib made of them, one after the other, and their sizes.

    >>> packed = PackedFile.of([b"hug", b"pug"])
    >>> packed.sizes, packed.files()
    ((3, 3), [b'hug', b'pug'])
    """

    packed: bytes
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, files: Sequence[bytes], level: int = _LEVEL) -> Self:
        """Pack the parts of a file; at level 0 they only stand one after the other."""
        packer = zlib.compressobj(level)
        packed = [
            packer.compress(part[start : start + _PIECE])
            for part in files
            for start in range(0, len(part), _PIECE)
        ]
        return cls(b"".join((*packed, packer.flush())), tuple(map(len, files)))

    @property
    def digest(self) -> str:
        """The SHA-256 of the parts and their sizes, which names the file.

        Raises `ModelFileError` if this is not what it says it is.

        >>> PackedFile.of([b"a", b"b"]).digest == PackedFile.of([b"ab"]).digest
        False
        """
        if sum(self.sizes) > MOST_BYTES:
            raise ModelFileError("file-too-large", size=sum(self.sizes), limit=MOST_BYTES)
        digest = hashlib.sha256()
        sizes, left = iter(self.sizes), 0
        for piece in self._pieces():
            rest = memoryview(piece)
            while rest:
                if not left:
                    left = next(sizes, 0)
                    digest.update(left.to_bytes(8, "little"))
                if not left:
                    raise ModelFileError("archive")
                digest.update(rest[:left])
                rest, left = rest[left:], max(0, left - len(rest))
        if left or any(sizes):
            raise ModelFileError("archive")
        return digest.hexdigest()

    def files(self) -> list[bytes]:
        """The parts. To be called only where the file is opened."""
        data, parts, start = zlib.decompress(self.packed), [], 0
        for size in self.sizes:
            parts.append(data[start : start + size])
            start += size
        return parts

    def _pieces(self) -> Iterator[bytes]:
        unpacker = zlib.decompressobj()
        for start in range(0, len(self.packed), _PIECE):
            waiting = self.packed[start : start + _PIECE]
            while waiting:
                try:
                    piece = unpacker.decompress(waiting, _PIECE)
                except zlib.error:
                    raise ModelFileError("archive") from None
                yield piece
                waiting = unpacker.unconsumed_tail
                if unpacker.unused_data:
                    raise ModelFileError("archive")
        while rest := unpacker.decompress(b"", _PIECE):
            yield rest
        if not unpacker.eof:
            raise ModelFileError("archive")
