"""Unpack an upload: text, JSON, a packed file, or an archive of a few files.

Everything is counted before it is unpacked or made into values, for a few kilobytes can claim to
be gigabytes.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from typing import Any

from bpe_core.files.errors import ModelFileError
from bpe_core.files.inspection.limits import MOST_BYTES

ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
#: Files of an archive that are looked at.
_MOST_FILES = 10_000
_MOST_LEVELS = 100
#: Where a ZIP archive holds several files, those that are looked for.
_WANTED = ("tokenizer.json", "tekken.json", "vocab.json", "merges.txt")


def check_size(size: int) -> None:
    """Raise `ModelFileError` beyond the limit."""
    if size > MOST_BYTES:
        raise ModelFileError("file-too-large", size=size, limit=MOST_BYTES)


def as_utf8(data: bytes) -> str:
    """The text in a file. Raises `ModelFileError`."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ModelFileError("not-utf-8", place=error.start) from None


def as_json(text: str) -> Any:
    """The value in a text of JSON. Raises `ModelFileError`.

    >>> as_json('{"model": {}}')
    {'model': {}}
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ModelFileError("not-json", line=error.lineno, column=error.colno) from None
    except ValueError:  # Python makes no number of more than some thousand digits
        raise ModelFileError("number", number="…") from None
    except RecursionError:
        raise ModelFileError("nesting", limit=_MOST_LEVELS) from None


def gunzip(data: bytes) -> bytes:
    """The bytes of a packed file. Raises `ModelFileError`."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise ModelFileError("archive") from None
    check_size(len(content))
    if not unpacker.eof:
        raise ModelFileError("archive")
    return content


def unzip(data: bytes) -> dict[str, bytes]:
    """The files of an archive that belong to a tokenizer, by their names without folders.

    Of several tokenizers of one name the first is taken. Raises `ModelFileError`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            return _read_entries(archive, entries[:_MOST_FILES])
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        raise ModelFileError("archive") from None


def _read_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    named: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        named.setdefault(entry.filename.rsplit("/", 1)[-1], entry)
    known = [name for name in _WANTED if name in named]
    if not known and len(named) != 1:
        raise ModelFileError("archive-content", names=", ".join(_WANTED))
    contents: dict[str, bytes] = {}
    for name in known or list(named):
        check_size(named[name].file_size + sum(map(len, contents.values())))
        with archive.open(named[name]) as file:
            contents[name] = file.read(MOST_BYTES + 1)
        check_size(len(contents[name]))
    return contents
