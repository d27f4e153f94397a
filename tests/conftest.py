"""Settings that all tests share."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import FULL, QUICK
from tests.served_app import Server, start_server, stop

# No deadline: on a busy machine an example may take long once, which says nothing.
# A failure is printed with the line that reproduces it, as CI keeps no example database.
settings.register_profile(
    "full",
    max_examples=FULL,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# The loop of a developer asks the same of the same code each time, so that what fails is what was
# changed. New examples are thought up by the full profile, with which `make test` runs.
settings.register_profile(
    "quick", settings.get_profile("full"), max_examples=QUICK, derandomize=True
)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all tests of a process that ask for it."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)
