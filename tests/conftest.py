"""Settings that all tests share."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import FULL, QUICK
from tests.served_app import Server, start_server, stop

# No deadline: on a busy machine an example may take long once, which says nothing. Both checks ask
# the same of the same code each time, so that what fails is what was changed.
settings.register_profile(
    "full",
    max_examples=FULL,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("full"), max_examples=QUICK)
# Thinks up new examples. A failure is printed with the line that reproduces it.
settings.register_profile(
    "explore", settings.get_profile("full"), derandomize=False, print_blob=True
)
settings.load_profile("quick")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: a test that drives a page waits, too."""
    return round(1.5 * (os.cpu_count() or 1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all tests of a process that ask for it."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)
