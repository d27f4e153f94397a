"""Run the browser's own code from tests: a deno script that reads one JSON value per line.

One process answers every example of Hypothesis: starting deno again costs 50 ms, a question less
than 1 ms.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

ENVIRONMENT = Path(sys.prefix)
DENO = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "deno"


class Script:
    """A script beside the tests that answers each line of JSON with another."""

    def __init__(self, path: Path) -> None:
        quiet = {"DENO_DIR": str(ENVIRONMENT / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
        self._process = subprocess.Popen(
            [
                DENO,
                "run",
                "--quiet",
                "--no-remote",
                "--no-prompt",
                "--no-check",
                "--allow-read",
                path,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **quiet},
        )

    def ask(self, question: object) -> Any:
        """The browser code's answer to a question; anything it throws fails the test."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        assert "thrown" not in said, said["thrown"]
        return said["answer"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
