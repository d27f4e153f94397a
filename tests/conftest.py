"""Settings that all tests share."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.examples import FULL, QUICK
from tests.served_app import Server, start_server, stop

# Hypothesis 6.170 would also draw constants from our modules, as far as they are loaded: examples
# would depend on which tests a process has run before.
vars(providers)["is_local_module_file"] = lambda file: False
# No deadline: on a busy machine a single example may be slow, which means nothing. Both checks try
# the same examples each time, so a failure comes from a change.
settings.register_profile(
    "full",
    max_examples=FULL,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("full"), max_examples=QUICK)
# This one generates new examples. A failure is printed with the line that reproduces it.
settings.register_profile(
    "explore", settings.get_profile("full"), derandomize=False, print_blob=True
)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all tests of a process that ask for it."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)
