"""The command of the package serves the app that the package carries."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from benchmarks.served.learner import Learner
from tests.served_app import START_LIMIT, stop
from tests.wheel import built_wheel


def test_the_command_serves_the_app_from_the_package(tmp_path: Path) -> None:
    """In an empty folder, with nothing of the checkout in reach, a visitor gets the first walk."""
    with built_wheel(tmp_path) as wheel:
        wheel.extractall(tmp_path / "installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, "-m", "merge_by_merge", "--port", str(port), "--no-browser"]
    process = subprocess.Popen(
        [*command, "--lang", "zh"],
        cwd=elsewhere,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        assert f"http://localhost:{port}/?lang=zh" in process.stdout.readline()
        until = time.monotonic() + START_LIMIT
        while time.monotonic() < until:
            with suppress(urllib.error.URLError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health").close()
                break
            time.sleep(0.05)
        learner = Learner(f"http://127.0.0.1:{port}", "lang=zh")
        assert learner.walk["count"]
        learner.close()
        assert list(elsewhere.iterdir()) == []
    finally:
        stop(process)
