"""The command line as a script calls it: as a process of its own, or in the tests' process.

Both give exit code, output and errors; the second takes no second to start.
"""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bpe_core.command_line import main

ROOT = Path(__file__).resolve().parents[3]
Ended = tuple[int, str, str]


def run_process(*arguments: str | Path, given: str = "") -> Ended:
    """A real process: `python -m bpe_core` with its pipes."""
    done = subprocess.run(
        [sys.executable, "-m", "bpe_core", *map(str, arguments)],
        input=given.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run(*arguments: str | Path, given: str = "") -> Ended:
    """The same command, called. An error that it lets out fails the test.

    >>> run("decode", "-m", "no-such-file")
    (3, '', 'no-such-file: No such file or directory\\n')
    """
    out, errors = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(errors):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode()), "utf-8"))
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:  # how argparse ends a wrong command
            code = int(ended.code or 0)
    said, told = (stream.buffer.getvalue().decode() for stream in (out, errors))  # type: ignore[attr-defined]
    return code, said, told
