"""Start Debian's Valkey or Redis for a test."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NAMES = ("valkey-server", "redis-server")
SECONDS_TO_START = 20.0


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """The server's address. Skips the test if neither is installed; `make test` installs one."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("neither valkey-server nor redis-server is installed")
    address = folder / "s"
    command = [program, "--port", "0", "--unixsocket", str(address), "--save", "", "--dir"]
    process = subprocess.Popen(
        [*command, str(folder), "--appendonly", "no"], stdout=subprocess.DEVNULL
    )
    try:
        begin = time.monotonic()
        while not _answers(address):
            if process.poll() is not None or time.monotonic() - begin > SECONDS_TO_START:
                pytest.fail(f"{program} did not start")
            time.sleep(0.02)
        yield f"unix://{address}"
    finally:
        process.terminate()
        process.wait()


def _answers(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(address))
        except OSError:
            return False
        return True
