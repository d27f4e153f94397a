"""A tokenizer file that another process has open, to be asked from here.

The process is killed when an answer takes too long, and whatever happens to it becomes an error of
ours. Nothing here imports the libraries that read the files. A browser sends a file compressed with
zlib, and a server keeps it so. It is counted in small pieces, so that other threads of the process
can work between any two; only the process that opens the file ever has all of it at once.

>>> with OpenFile([b"#version: 0.2\\nh u\\nhu g</w>\\n"]) as file:
...     file.summary["kind"], file.ask({"ask": "ids", "texts": ["hug hu"]})
('subword-nmt', [[4, 1, -1]])
"""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from bpe_core.files.errors import (
    ASK_LIMIT,
    MEMORY_LIMIT,
    MOST_BYTES,
    OPEN_LIMIT,
    LibraryStoppedError,
    ModelFileError,
    QuestionError,
)
from bpe_core.files.inspection.ledger import Ledger
from bpe_core.files.inspection.tokens import Question, Summary
from bpe_core.worker.job import ERROR, LENGTH_BYTES, TRACE, error_of
from bpe_core.worker.process import end_worker, read_record, start_worker

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
        >>> PackedFile(PackedFile.of([b"a"]).packed, (1, 1)).digest
        Traceback (most recent call last):
        bpe_core.files.errors.ModelFileError: This packed file is damaged ...
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


#: The process ends when it has computed for too long (`limit_seconds`), and the clock ends one that
#: hangs. On a busy machine, a process that gives way may get a thirtieth of a processor.
PATIENCE = 30
#: Texts, and characters of all of them, that are sent to be encoded in one go.
_MOST_TEXTS, _MOST_CHARACTERS = 1_000, 500_000


class OpenFile:
    """A file of one or two parts (`vocab.json` and `merges.txt`), open in a process of its own.

    A packed file is unpacked only there. Any thread may ask; one answer comes after the other.
    Raises a `ModelFileError` where the file cannot be used.
    """

    def __init__(
        self,
        files: Sequence[bytes] | PackedFile,
        *,
        pattern: str | None = None,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        self._memory_limit = memory_limit
        self._lock = threading.Lock()
        self._process = start_worker("-m", "bpe_core.files.inspection.questions")
        packed = files if isinstance(files, PackedFile) else PackedFile.of(files, level=0)
        opening = {"memory_limit": memory_limit, "pattern": pattern, "sizes": packed.sizes}
        line = json.dumps(opening | {"packed": len(packed.packed)}).encode() + b"\n"
        try:
            self.summary: Summary = self._exchange([line, packed.packed], OPEN_LIMIT)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether the process still lives."""
        return self._process.poll() is None

    def ask(self, question: Question, seconds: float = ASK_LIMIT) -> Any:
        """The answer to a question of `bpe_core.files.inspection.questions`.

        Raises its errors, and a `ModelFileError` where the process died or was too slow: then the
        file has to be opened again.
        """
        message = json.dumps(question).encode()
        return self._exchange([len(message).to_bytes(LENGTH_BYTES, "little"), message], seconds)

    def ids(self, texts: Iterable[str]) -> Iterator[list[int]]:
        """The ids of any number of texts."""
        for batch in _batches(texts):
            yield from self.ask({"ask": "ids", "texts": batch})

    def ledgers(self, texts: Iterable[str]) -> Iterator[Ledger]:
        """The ledgers of any number of texts, some of them at a time."""
        for batch in _batches(texts):
            yield self.ask({"ask": "bytes", "texts": batch})

    def close(self) -> None:
        """End the process."""
        end_worker(self._process)

    def _exchange(self, parts: Sequence[bytes], seconds: float) -> Any:
        with self._lock:
            late = threading.Event()

            def stop() -> None:
                late.set()
                self._process.kill()

            timer = threading.Timer(seconds * PATIENCE, stop)
            timer.daemon = True
            timer.start()
            try:
                kind, record = self._send_and_read(parts)
            finally:
                timer.cancel()
        if kind == TRACE:
            return json.loads(record)
        if kind == ERROR:
            raise error_of(record)
        self._process.wait()
        if late.is_set() or self._process.returncode == -_OUT_OF_TIME:
            raise LibraryStoppedError("slow", seconds=round(seconds))
        raise LibraryStoppedError("died", limit=self._memory_limit // 1_000_000)

    def _send_and_read(self, parts: Sequence[bytes]) -> tuple[bytes, bytes]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None or stdin.closed:
            raise QuestionError("question", field="closed")
        with suppress(BrokenPipeError):  # a process that died is noticed when it is read from
            for part in parts:
                stdin.write(part)
            stdin.flush()
        return read_record(stdout)


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in groups that are answered in one go.

    >>> [len(batch) for batch in _batches(["a" * 300_000] * 3 + ["a"] * 5)]
    [2, 6]
    """
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if len(batch) >= _MOST_TEXTS or size >= _MOST_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


#: The signal that ends a process which has computed longer than it may.
_OUT_OF_TIME = 24
