"""The command of the package serves the app that the package carries."""

import sys
from pathlib import Path

from benchmarks.learner import Learner
from tests.served_app import free_port, start, stop
from tests.wheel import built_wheel


def test_the_command_serves_the_app_from_the_package(tmp_path: Path) -> None:
    """In an empty folder, with nothing of the checkout in reach, a visitor gets the first walk."""
    with built_wheel(tmp_path) as wheel:
        wheel.extractall(tmp_path / "installed")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    port = free_port()
    command = [sys.executable, "-m", "merge_by_merge", "--port", str(port), "--no-browser"]
    installed = {"PYTHONPATH": str(tmp_path / "installed")}
    server = start([*command, "--lang", "zh"], port, tmp_path / "log", elsewhere, **installed)
    try:
        assert f"http://localhost:{port}/?lang=zh" in server.read_log()
        learner = Learner(server.url, "lang=zh")
        assert learner.walk["count"]
        learner.close()
        assert list(elsewhere.iterdir()) == []
    finally:
        stop(server.process)
