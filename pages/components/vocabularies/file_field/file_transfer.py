"""A tokenizer file, or two that belong together, on the way from the browser.

It comes compressed and in parts. Because a file may be large, there is a limit on how much may be
on its way from all visitors together.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakSet

from bpe_core.errors import BpeError
from bpe_core.model_files.errors import ArchiveError, FileTooLargeError
from bpe_core.model_files.limits import MOST_BYTES
from bpe_core.text.reading import TooLargeError
from pages.components.fields.sending.transfer import Transfer
from server.settings import MEGABYTE, settings


class TooManyOnTheirWayError(BpeError):
    """More is on its way from all visitors together than the server has room for."""

    template = (
        "Many tokenizer files are being sent to this server right now. Wait a minute and choose "
        "yours again."
    )


@dataclass(eq=False)
class FileTransfer(Transfer):
    """A file, compressed with zlib if the browser can do that.

    `whole` is its size, and `first` that of the first of two files.
    """

    TOLD: ClassVar[Mapping[str, type]] = {
        "size": int, "name": str, "packed": bool, "whole": int, "first": int,
    }  # fmt: skip

    @property
    def limit(self) -> int:
        return MOST_BYTES

    def take(self, encoded: str) -> bytes | None:
        """Take the next part; return what was sent once it is complete.

        Raises FileTooLargeError, TooManyOnTheirWayError, and NotTextError if it is not base64.
        """
        _on_their_way.add(self)
        room = settings().model_file_megabytes * MEGABYTE
        if sum(len(each.data) for each in list(_on_their_way)) + len(encoded) > room:
            raise TooManyOnTheirWayError()
        whole = self.told.get("whole", 0)
        if whole > MOST_BYTES:
            raise FileTooLargeError(size=whole, limit=MOST_BYTES)
        try:
            return super().take(encoded)
        except TooLargeError as error:
            raise FileTooLargeError(**error.fields) from None

    def files(self, sent: bytes) -> list[bytes]:
        """The file, or the two, in what was sent. Raises ArchiveError and FileTooLargeError."""
        data = unpacked(sent) if self.told.get("packed") else sent
        first = self.told.get("first", 0)
        return [data[:first], data[first:]] if 0 < first < len(data) else [data]


_on_their_way: WeakSet[FileTransfer] = WeakSet()


def unpacked(sent: bytes) -> bytes:
    """Decompress what zlib packed, up to the size of the largest file that is read.

    >>> unpacked(zlib.compress(b"hug"))
    b'hug'
    """
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(sent, MOST_BYTES + 1)
    except zlib.error:
        raise ArchiveError() from None
    if len(data) > MOST_BYTES:
        raise FileTooLargeError(size=len(data), limit=MOST_BYTES)
    if not unpacker.eof:
        raise ArchiveError()
    return data
