"""Start a worker process, read what it says, and end it, whatever it is doing."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from bpe_core.worker.job import LENGTH_BYTES

ROOT = Path(__file__).resolve().parents[2]
#: What a Python needs to start.
_NEEDED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
_ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONUTF8": "1",
}

Process = subprocess.Popen[bytes]


def start_worker(*arguments: str) -> Process:
    """A new process of this Python with these arguments, its input and output open to us."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={name: os.environ[name] for name in _NEEDED if name in os.environ} | _ONE_THREAD,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # a traceback could repeat the learner's text
    )


def end_worker(process: Process) -> None:
    """Kill a worker, whatever it is doing, and close its streams."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


def read_record(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """The next record's kind and content; an empty kind if the stream has ended."""
    head = stream.read(1 + LENGTH_BYTES)
    size = int.from_bytes(head[1:], "little")
    if len(head) <= LENGTH_BYTES:
        return b"", b""
    record = stream.read(size)
    return (head[:1], record) if len(record) == size else (b"", b"")
