"""The real app in a real Chromium.

One server and one browser for all tests of a process. Every page is watched: an error
in its console, a dialog, or a request to another host fails the test that opened it.
"""

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from bpe_core import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.stepper.offline import offline_page
from pages.lessons import LESSONS as ADDRESSES
from tests.browser.actions import WATCH_TIMERS, watch_shifts
from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.served_app import PATIENCE, Server

LESSONS = sorted(ADDRESSES)
#: A page lives for seconds here: to optimize its code, and to collect its garbage side by side and
#: often, costs a tenth of all processor time, and more than it gains. What the next page in a tab
#: needs again is not compiled anew.
NOT_OPTIMIZED = (
    "--js-flags=--no-opt --no-maglev --no-flush-bytecode --single-threaded-gc"
    " --min-semi-space-size=64"
)
#: Where screenshots of failed tests go.
RESULTS = Path("test-results").resolve()
#: The benchmarks check how long a page may take: a machine that runs tests may be busy.
MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)
#: On a lesson's own address Streamlit first asks whether the server lives below that address,
#: and takes a 404 to mean that it does not. The browser logs this as an error, which it is not.
PROBE = re.compile(r"/[\w-]+/_stcore/(health|host-config)$")


# For this folder only: Playwright keeps an event loop in the thread while it is open, and other
# tests run loops of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium if it is there, else Playwright's."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*ARGUMENTS, NOT_OPTIMIZED]
        )
        yield chromium
        chromium.close()


#: What a page is opened with, and Playwright's own size.
USUAL = {"locale": "en-US", "reduced_motion": "reduce"}
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}

#: As after the arrival: a visit to the first lesson shows all panels. Some tests clear it.
BEEN_HERE: Any = {
    "name": "lessons_read",
    "value": "train",
    "domain": "127.0.0.1",
    "path": "/",
}

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="package")
def context_for(browser: Browser) -> OpenContext:
    """The browser context with some options, made once: it caches the app's scripts.

    Each test has its own tabs, and the app keeps its data in a tab (`sessionStorage`), so tests
    in one context share nothing but that cache.
    """
    contexts: dict[str, BrowserContext] = {}

    def open_context(**options: Any) -> BrowserContext:
        name = repr(sorted(options.items()))
        if name not in contexts:
            contexts[name] = browser.new_context(**options)
            contexts[name].set_default_timeout(MILLISECONDS)
            contexts[name].add_cookies([BEEN_HERE])
            contexts[name].add_init_script(f"({WATCH_TIMERS})()")
        return contexts[name]

    return open_context


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach screenshots and the server's last lines to a test that fails or times out."""
    report = yield
    watching = getattr(item, "funcargs", {}).get("watch")
    if report.failed and isinstance(watching, Watch):
        report.sections.append(("screenshots", "\n".join(watching.screenshots(item.name))))
        report.sections.append(("last lines of the server", watching.server.last_lines()))
    return report


@dataclass
class Watch:
    """Everything on a test's pages that must not happen. A test may remove what it expects."""

    server: Server
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    followed: list[tuple[Page, Any, Callable[[Any], None]]] = field(default_factory=list)

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

        self._listen(page, "request", lambda request: on_request(request.url))
        self._listen(page, "websocket", lambda socket: on_request(socket.url))
        self._listen(page, "console", on_console)
        self._listen(page, "dialog", on_dialog)
        self._listen(page, "pageerror", lambda error: self.problems.append(f"page error: {error}"))

    def screenshots(self, test: str) -> list[str]:
        """Save what the open pages show to `test-results`, and return the files' paths."""
        RESULTS.mkdir(exist_ok=True)
        files = []
        for number, page in enumerate({id(page): page for page, _, _ in self.followed}.values()):
            file = RESULTS / f"{re.sub(r'[^a-zA-Z0-9]+', '-', test)}-{number}.png"
            try:
                page.screenshot(path=file, timeout=5_000)
            except PlaywrightError as error:
                files.append(f"none of {page.url}: {error.message}")
            else:
                files.append(f"{file} shows {page.url}")
        return files

    def _listen(self, page: Page, event: Any, listener: Callable[[Any], None]) -> None:
        page.on(event, listener)
        self.followed.append((page, event, listener))

    def leave(self, page: Page) -> None:
        """Follow a page no longer: another test may use its tab."""
        for followed, event, listener in self.followed:
            if followed is page:
                page.remove_listener(event, listener)


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Fail the test at its end for anything that a learner's browser should never meet."""
    watching = Watch(server)
    logged = len(server.read_log())
    yield watching
    assert not watching.problems
    assert not server.faults(since=logged)


@pytest.fixture
def new_page(
    context_for: OpenContext, server: Server, watch: Watch
) -> Iterator[Callable[..., Page]]:
    """Open a watched page in a browser with some options, e.g. `new_page(locale="zh-CN")`.

    `url` is the only server that the page may talk to.
    """
    pages = []

    def open_page(url: str = server.url, **options: Any) -> Page:
        pages.append(context_for(**{**USUAL, **options}).new_page())
        watch.follow(pages[-1], url)
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


@pytest.fixture(scope="package")
def kept_tabs(context_for: OpenContext) -> Iterator[dict[str, Page]]:
    """The tabs that tests have had, by the fixture that lends them: each is for its next test."""
    tabs: dict[str, Page] = {}
    yield tabs
    for tab in tabs.values():
        tab.close()


@pytest.fixture
def page(
    context_for: OpenContext, server: Server, watch: Watch, kept_tabs: dict[str, Page]
) -> Iterator[Page]:
    """An English page of the usual size, without animations.

    Tests have the same tab, one after the other: its process has read the app's scripts already,
    which is a third of a page's work. A test that gives its tab a script, or slows its network,
    takes a `new_page`.
    """
    tab = kept_tabs.pop("page", None) or context_for(**USUAL).new_page()
    yield from lent(tab, "page", kept_tabs, server, watch)


@pytest.fixture
def measured_page(
    context_for: OpenContext, server: Server, watch: Watch, kept_tabs: dict[str, Page]
) -> Iterator[Page]:
    """A page like `page`, in a tab that collects the layout shifts of each page opened in it."""
    tab = kept_tabs.pop("measured_page", None)
    if tab is None:
        tab = context_for(**USUAL).new_page()
        watch_shifts(tab)
    yield from lent(tab, "measured_page", kept_tabs, server, watch)


def lent(
    tab: Page, name: str, kept: dict[str, Page], server: Server, watch: Watch
) -> Iterator[Page]:
    """Let a test have a tab, and keep it for the next one if that is possible.

    The browser remembers for all its tabs which sidebars are open and which lessons are finished:
    a test begins without that.
    """
    if not tab.url.startswith(server.url):  # no other test has had it
        tab.goto(f"{server.url}/_stcore/health")
    tab.evaluate("localStorage.clear()")
    watch.follow(tab, server.url)
    yield tab
    watch.leave(tab)
    if _emptied(tab, server):
        kept[name] = tab
    else:
        tab.close()


def _emptied(tab: Page, server: Server) -> bool:
    """Leave the app, and forget what the tab has kept; False if that is not possible."""
    try:
        tab.goto(f"{server.url}/_stcore/health")
        tab.evaluate("sessionStorage.clear()")
        tab.set_viewport_size(VIEWPORT)
        tab.emulate_media(media="null", color_scheme="null", reduced_motion="reduce")
    except PlaywrightError:
        return False
    return True


def status(page: Page) -> Locator:
    """The stepper's sentence that says which step is shown."""
    return page.get_by_role("status").filter(has_text=re.compile(r"\d")).first


@pytest.fixture
def visit(server: Server) -> Callable[..., Locator]:
    """Open an address, wait for the stepper and the rest: `visit(page, corpus="low", step=3)`.

    Returns the stepper's status. `path` opens another lesson.
    """

    def open_address(page: Page, path: str = "/", **params: object) -> Locator:
        query = urlencode({key: str(value) for key, value in params.items()})
        page.goto(f"{server.url}{path}{'?' if query else ''}{query}")
        found = status(page)
        found.wait_for()
        page.locator(".st-key-language_choice [role=radio]").first.wait_for(state="attached")
        return found

    return open_address


@pytest.fixture
def open_stepper(new_page: Callable[..., Page], tmp_path: Path) -> Callable[..., Locator]:
    """Open the stepper alone, at a step of a training: `open_stepper(trace, step=3)`.

    It is the file that a learner takes home, where the stepper is the whole page. Without the app's
    page around it, it opens in a tenth of the time. Returns the stepper's status.
    """

    def open_file(trace: Trace | UnigramTrace, step: int = 0) -> Locator:
        file = tmp_path / "stepper.html"
        file.write_bytes(offline_page(trace, step, "en"))
        page = new_page(url=file.as_uri())
        page.goto(file.as_uri())
        found = status(page)
        found.wait_for()
        return found

    return open_file
