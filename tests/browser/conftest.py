"""The real app in a real Chromium.

One server for all browser tests, started as a learner starts it. Every page is watched: an error
in its console, a dialog, or a request to another host fails the test that opened it.
"""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from pages.lessons import LESSONS as ADDRESSES
from tests.browser.chromium import ARGUMENTS, find_chromium

ROOT = Path(__file__).resolve().parent.parent.parent
LESSONS = sorted(ADDRESSES)
#: How long a page may take is for the benchmarks to say: a machine that runs tests may be busy.
expect.set_options(timeout=20_000)
START_LIMIT = 30.0  # seconds until the server has to be healthy
FAULT = re.compile(r"^.*(?:Traceback| at \S+\.py:\d+).*$", re.MULTILINE)
#: On a lesson's own address Streamlit first asks whether the server lives below that address,
#: and takes the 404 for a no. The browser notes it as an error, which it is not.
PROBE = re.compile(r"/[\w-]+/_stcore/(health|host-config)$")


@dataclass
class Server:
    """The running app, and what it has written."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]
    seconds_to_start: float

    def read_log(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def faults(self, since: int = 0) -> list[str]:
        """Errors that the log tells, by type and place, from a position in it on."""
        return FAULT.findall(self.read_log(), since)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def start_server(log: Path, *options: str, port: int = 0, **environment: str) -> Server:
    """Start the app and wait until it is healthy, on a free port if none is named.

    The caller ends its process.
    """
    port = port or _free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    # An address of its own keeps Streamlit from asking the internet for this machine's.
    command += ["--server.address", "127.0.0.1", "--server.headless", "true"]
    command += ["--server.fileWatcherType", "none", *options]
    # A developer's own settings would test another app than the one in the repository.
    theirs = ("STREAMLIT_", "MERGE_BY_MERGE_")
    own = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    begin = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=own | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"
    while not _is_healthy(url):
        if process.poll() is not None or time.monotonic() - begin > START_LIMIT:
            stop(process)
            pytest.fail(f"The app did not start:\n{log.read_text(encoding='utf-8')}")
        time.sleep(0.05)
    return Server(url, log, process, time.monotonic() - begin)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# Both live for this folder only: Playwright keeps an event loop in the thread while it is open,
# and other tests run loops of their own.
@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once for all browser tests."""
    running = start_server(tmp_path_factory.mktemp("server") / "log.txt")
    yield running
    stop(running.process)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium if it is there, else Playwright's."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@dataclass
class Watch:
    """What happened on a test's pages that must not happen. A test may remove what it expects."""

    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def follow(self, page: Page, url: str) -> None:
        host = urlsplit(url).netloc

        def on_request(address: str) -> None:
            self.requests.append(address)
            parts = urlsplit(address)
            if parts.scheme not in ("data", "blob", "about") and parts.netloc != host:
                self.problems.append(f"request to another host: {address}")

        def on_console(message: Any) -> None:
            source = message.location.get("url", "")
            if message.type == "error" and not PROBE.search(source):
                self.problems.append(f"console: {message.text} ({source})")

        def on_dialog(dialog: Any) -> None:
            self.problems.append(f"dialog: {dialog.message}")
            dialog.dismiss()

        page.on("request", lambda request: on_request(request.url))
        page.on("websocket", lambda socket: on_request(socket.url))
        page.on("console", on_console)
        page.on("dialog", on_dialog)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Fails the test at its end for anything that a learner's browser should never meet."""
    watching = Watch()
    logged = len(server.read_log())
    yield watching
    assert not watching.problems
    assert not server.faults(since=logged)


@pytest.fixture
def new_page(browser: Browser, server: Server, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Open a watched page in a browser context of its own, e.g. `new_page(locale="zh-CN")`.

    `url` is the one server that it may talk to.
    """
    contexts = []

    def open_page(url: str = server.url, **options: Any) -> Page:
        options = {"locale": "en-US", "reduced_motion": "reduce", **options}
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        watch.follow(page, url)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """An English page of usual size, where nothing is animated."""
    return new_page()


def status(page: Page) -> Locator:
    """The stepper's sentence that says which step is shown."""
    return page.get_by_role("status").filter(has_text=re.compile(r"\d")).first


@pytest.fixture
def visit(server: Server) -> Callable[..., Locator]:
    """Open an address and wait for the stepper and the rest: `visit(page, corpus="low", step=3)`.

    Returns the stepper's status. `path` is another lesson's.
    """

    def open_address(page: Page, path: str = "/", **params: object) -> Locator:
        query = urlencode({key: str(value) for key, value in params.items()})
        page.goto(f"{server.url}{path}{'?' if query else ''}{query}")
        found = status(page)
        found.wait_for(timeout=20_000)
        page.locator("[data-testid=stSidebar] [role=radio]").first.wait_for(state="attached")
        return found

    return open_address
