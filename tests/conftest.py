"""Settings that all tests share, and what a run says of tests that it tried a second time."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.examples import FULL, TENTH
from tests.served_app import Server, start_server, stop

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

#: Only these may be tried a second time: they need the running app, on a machine that may be busy.
TRIED_TWICE = ("tests/served/", "tests/browser/")
#: A run in which more tests than this passed only the second time is red.
MOST_RERUNS = 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three processes for two cores: while a browser waits for its page, another one has a turn."""
    return max(1, 3 * (os.cpu_count() or 1) // 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow the tests that need the running app one second try."""
    for item in items:
        if item.nodeid.startswith(TRIED_TWICE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """End red if chance decided more than a few tests; pytest-rerunfailures lists them."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("rerun", ()) if reporter else ()
    again = {report.nodeid for report in reports}
    if len(again) > MOST_RERUNS and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_sep("=", f"red: more than {MOST_RERUNS} tests needed a second try")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all tests of a process that ask for it."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)
