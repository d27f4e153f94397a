"""A program that a learner takes home, run by nothing but Python."""

import subprocess
import sys
from pathlib import Path


def printed_by(source: bytes, folder: Path, *words: str) -> list[str]:
    """Run Python without site-packages, environment or user settings; return the printed lines."""
    file = folder / "alone.py"
    file.write_bytes(source)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", str(file), *words],
        capture_output=True,
        timeout=60,
        cwd=folder,
    )
    assert not done.stderr, done.stderr.decode()
    return done.stdout.decode().splitlines()
