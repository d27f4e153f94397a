"""Read the records that a worker's process writes for a job."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from bpe_core.worker.job import LENGTH_BYTES, encode_job

ROOT = Path(__file__).resolve().parents[3]


def records(module: str, job: Any, text: str) -> list[tuple[bytes, bytes]]:
    """The kind and the content of each record of a real process."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=b"".join(encode_job(job, text)),
        capture_output=True,
        check=True,
        cwd=ROOT,
        timeout=120,
    )
    assert not done.stderr
    return read_records(done.stdout)


def read_records(data: bytes) -> list[tuple[bytes, bytes]]:
    """The kind and the content of each record, which must fill the data exactly."""
    stream, found = BytesIO(data), []
    while kind := stream.read(1):
        size = int.from_bytes(stream.read(LENGTH_BYTES), "little")
        content = stream.read(size)
        assert len(content) == size
        found.append((kind, content))
    return found
