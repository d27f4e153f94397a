"""A tokenizer file, or two that belong together, on the way from the browser.

It comes compressed and in parts. Because a file may be large, there is a limit on how much may be
on its way from all visitors together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakSet

from bpe_core.errors import BpeError
from bpe_core.files.errors import ModelFileError
from bpe_core.files.inspection.packed_file import PackedFile
from bpe_core.files.limits import MOST_BYTES
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

    METADATA: ClassVar[Mapping[str, type]] = {
        "size": int, "name": str, "packed": bool, "whole": int, "first": int,
    }  # fmt: skip

    @property
    def limit(self) -> int:
        return MOST_BYTES

    def take(self, encoded: str) -> bytes | None:
        """Take the next part; return what was sent once it is complete.

        Raises ModelFileError, TooManyOnTheirWayError, and NotTextError if it is not base64.
        """
        _on_their_way.add(self)
        room = settings().model_file_megabytes * MEGABYTE
        if sum(len(each.data) for each in list(_on_their_way)) + len(encoded) > room:
            raise TooManyOnTheirWayError()
        whole = self.metadata.get("whole", 0)
        if whole > MOST_BYTES:
            raise ModelFileError("file-too-large", size=whole, limit=MOST_BYTES)
        try:
            return super().take(encoded)
        except TooLargeError as error:
            raise ModelFileError("file-too-large", **error.fields) from None

    def file(self, sent: bytes) -> PackedFile:
        """The file, of one part or two, in what was sent; not yet looked into if it is packed."""
        is_packed = self.metadata.get("packed", False)
        size = self.metadata.get("whole", 0) if is_packed else len(sent)
        first = self.metadata.get("first", 0)
        sizes = (first, size - first) if 0 < first < size else (max(0, size),)
        if is_packed:
            return PackedFile(sent, sizes)
        return PackedFile.of([sent[:first], sent[first:]] if len(sizes) > 1 else [sent])


_on_their_way: WeakSet[FileTransfer] = WeakSet()
