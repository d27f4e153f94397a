"""The command of the package serves the app that the package carries."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.learner import Learner
from tests.served_app import documented_start, free_port, start, stop
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


ROOT = Path(__file__).resolve().parents[2]
PORT = 8501  # nobody else uses it: the network is our own
COMMAND, _environment = documented_start(PORT)
ENVIRONMENT = shlex.join(f"{name}={value}" for name, value in _environment.items())
BARE = "unshare --mount --net --pid --fork --kill-child --mount-proc".split()

#: Every file system is read-only except the home and the temporary folder, which are full. The
#: log's disk is full too, and there is no network but loopback.
START = f"""
mount -t tmpfs -o size=16k tmpfs /mnt
cat /dev/zero > /mnt/all 2> /dev/null
mount --bind '{ROOT}' '{ROOT}' && mount -o remount,bind,ro '{ROOT}' && mount -o remount,bind,ro /
ip link set lo up
cd '{ROOT}'
if touch '{ROOT}/x' /mnt/x 2> /dev/null; then exit 1; fi
HOME=/mnt TMPDIR=/mnt {ENVIRONMENT} {shlex.join(COMMAND)} > /dev/full 2>&1 &
TMPDIR=/dev/shm exec '{sys.executable}' -c "$VISIT"
"""

#: A learner who opens a page, uploads a text and has it trained, which needs a worker.
VISIT = f"""
import time
from benchmarks.learner import Learner, own_text_query
from tests.served_app import is_healthy

while not is_healthy("http://127.0.0.1:{PORT}"):
    time.sleep(0.1)
learner = Learner("http://127.0.0.1:{PORT}", own_text_query())
learner.upload("hug " * 50_000)
learner.wait_for_training()
print(learner.walk["word_counts"])
"""


def test_the_app_runs_where_nothing_can_be_written_and_nobody_asked() -> None:
    """With read-only file systems, a full disk and no network, the app starts, draws and trains."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("needs unshare and ip, of Linux")
    if subprocess.run([*BARE, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False).returncode:
        pytest.skip("needs the right to make namespaces and mount in them, as root has it")
    visit = subprocess.run(
        [*BARE, "bash", "-c", START],
        env={"VISIT": VISIT, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert visit.stdout.strip() == "[50000]", visit.stderr
