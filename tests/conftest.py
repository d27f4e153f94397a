"""Settings that all tests share, and the rule that a test leaves nothing running."""

import gc
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from zlib import crc32

import psutil
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.examples import FULL, TENTH
from tests.served_app import PATIENCE, Server, start_server, stop

# Compiled modules are kept, whatever the environment says: the tests start many processes, each of
# which would compile its own.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Times are shown in UTC. Where the machine's zone is UTC, too, a local time would pass for one.
if sys.platform != "win32":
    os.environ["TZ"] = "Asia/Shanghai"
    time.tzset()

# Hypothesis 6.170 would also draw constants from our modules, as far as they are loaded: examples
# would depend on which tests a process has run before.
vars(providers)["is_local_module_file"] = lambda file: False
# No deadline: on a busy machine a single example may be slow, which means nothing. `make test`
# tries the same examples each time, so that a failure comes from a change.
settings.register_profile(
    "test",
    max_examples=TENTH,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# `make explore` makes up new ones. A failure is printed with the line that reproduces it.
settings.register_profile(
    "explore", settings.get_profile("test"), max_examples=FULL, derandomize=False, print_blob=True
)
settings.load_profile("test")

#: The most processes that run browser tests.
BROWSERS = 2
#: What stays for the next question, and ends by itself: an open file's process, Python's tracker.
KEPT = re.compile("bpe_core.files.inspection|multiprocessing.resource_tracker")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three processes for two cores: while a browser waits for its page, another one has a turn."""
    return max(1, 3 * (os.cpu_count() or 1) // 2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Tests of a file stay in one process, which shares fixtures; those of browsers are in two.

    Each process that has browser tests starts the app and a browser, and warms both. Tests that
    need the app alone are beside them.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            if file.startswith(("tests/browser/", "tests/served/")):
                return f"browser {crc32(file.encode()) % BROWSERS}"
            return file

    return Scheduling(config, log)


def pytest_collection_finish() -> None:
    """Search what is loaded for garbage no more, as the app does: it took a second in twenty."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail a test that leaves a job or a process running: it would meet the next test.

    What a page has begun may come to its end, which a slow machine needs time for.
    """
    before = set(psutil.pids())
    yield
    end = time.monotonic() + PATIENCE
    for thread in threading.enumerate():
        if thread.name in ("training", "watch"):
            thread.join(max(0.0, end - time.monotonic()))
            assert not thread.is_alive(), f"left running: {thread.name}"
    for pid in set(psutil.pids()) - before:
        with suppress(psutil.NoSuchProcess):  # it has ended by now
            process = psutil.Process(pid)
            command = " ".join(process.cmdline()) if process.ppid() == os.getpid() else ""
            is_ours = command.startswith(sys.executable) and not KEPT.search(command)
            assert not is_ours, f"left running: {command}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all tests of a process that ask for it."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)
