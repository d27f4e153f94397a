"""The app, started as the administrators' page says, for tests and benchmarks."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Seconds in which the server must start (alone, it needs three), and in which anything that a test
#: waits for must come: a machine that is busy, or slow, may need a hundred times as long as ours.
PATIENCE = 240
FAULT = re.compile(r"^.*(?:Traceback| at \S+\.py:\d+).*$", re.MULTILINE)


#: The page whose first command starts the app.
ADMINISTRATORS = ROOT / "docs" / "administrators.md"


def documented_start(
    port: int, *, interpreter: tuple[str, ...] = (sys.executable, "-m", "streamlit")
) -> tuple[list[str], dict[str, str]]:
    """The command and the environment with which administrators start the app, on this port.

    `interpreter` takes the place of the command `streamlit`. The address is this machine's own:
    without one, Streamlit asks the internet for it.

    >>> documented_start(80, interpreter=("streamlit",))[0][:5]
    ['streamlit', 'run', 'app.py', '--server.headless', 'true']
    """
    page = ADMINISTRATORS.read_text(encoding="utf-8")
    found = re.search(r"^((?:[A-Z_]+=\S+ )*)streamlit (run app\.py .*)$", page, re.MULTILINE)
    assert found, f"no command in {ADMINISTRATORS}"
    environment = dict(setting.split("=", 1) for setting in shlex.split(found[1]))
    options = shlex.split(found[2])
    options[options.index("--server.port") + 1] = str(port)
    return [*interpreter, *options, "--server.address", "127.0.0.1"], environment


@dataclass
class Server:
    """The running app, and what it has logged."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]
    seconds_to_start: float

    def read_log(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def last_lines(self, most: int = 20) -> str:
        return "\n".join(self.read_log().splitlines()[-most:])

    def faults(self, since: int = 0) -> list[str]:
        """Errors in the log, by type and place, from a given position on."""
        return FAULT.findall(self.read_log(), since)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def start_server(log: Path, *options: str, port: int = 0, **environment: str) -> Server:
    """Start the app, on a free port if none is given, and wait until it is healthy.

    The caller ends the process.
    """
    port = port or free_port()
    command, documented = documented_start(port)
    return start([*command, *options], port, log, **documented | environment)


def start(
    command: list[str], port: int, log: Path, folder: Path = ROOT, **environment: str
) -> Server:
    """Start a server in a folder, to listen on the port, and wait until it is healthy.

    The caller ends the process.
    """
    # With a developer's own settings, the tests would not run the repository's app.
    theirs = ("STREAMLIT_", "MERGE_BY_MERGE_")
    own = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    begin = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=own | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"
    while not is_healthy(url):
        if process.poll() is not None or time.monotonic() - begin > PATIENCE:
            stop(process)
            pytest.fail(f"The server did not start:\n{log.read_text(encoding='utf-8')}")
        time.sleep(0.05)
    return Server(url, log, process, time.monotonic() - begin)


@contextmanager
def paused(server: Server) -> Iterator[None]:
    """Hold the app still inside a `with` block, as if it had no time for anybody."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def workers(server: Server) -> list[psutil.Process]:
    """The processes that train for this server, including the one kept ready."""
    found = []
    with suppress(psutil.Error):  # one that ends meanwhile
        for child in psutil.Process(server.process.pid).children():
            if "bpe_core.worker" in " ".join(child.cmdline()):
                found.append(child)
    return found


def seconds_of(worker: psutil.Process) -> float:
    """The seconds that a worker has computed."""
    times = worker.cpu_times()
    return float(times.user + times.system)


@contextmanager
def slowed(server: Callable[[], Server]) -> Iterator[None]:
    """Give a server's workers a twentieth of the time, so that a training lasts while one looks.

    They are stopped and continued, which counts as no hanging as long as each computes in between:
    on a busy machine it may have to wait for its turn.
    """
    over = threading.Event()

    def is_to_compute(worker: psutil.Process, before: float) -> bool:
        """Whether a worker that does not wait for work has had no turn since it was stopped."""
        with suppress(psutil.Error):
            return worker.status() != psutil.STATUS_SLEEPING and seconds_of(worker) == before
        return False

    def slow_down() -> None:
        while not over.is_set():
            stopped = {}
            for worker in workers(server()):
                with suppress(psutil.Error):
                    worker.suspend()
                    stopped[worker] = seconds_of(worker)
            over.wait(0.3)
            for worker in stopped:
                with suppress(psutil.Error):
                    worker.resume()
            while any(is_to_compute(*each) for each in stopped.items()) and not over.is_set():
                time.sleep(0.02)

    slowing = threading.Thread(target=slow_down, daemon=True)
    slowing.start()
    try:
        yield
    finally:
        over.set()
        slowing.join()


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
