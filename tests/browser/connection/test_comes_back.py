"""A server that dies, and the open tabs that outlive it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.session.parameters import encode_text
from tests.browser.actions import come_to_rest, open_sidebar
from tests.browser.conftest import Watch, status
from tests.browser.connection.test_own_text_large import (
    SLOW,
    Gate,
    hand_over,
    sending,
    upload,
)
from tests.browser.lessons.test_wild import MINBPE, wait_until_kept
from tests.served_app import Server, slowed, start_server, stop

NewPage = Callable[..., Page]

#: Too long for a link, and trained in a worker.
LONG = " ".join(f"word{i % 700}" for i in range(8_000))


def notice(page: Page) -> Locator:
    return page.get_by_text("The connection to the server is lost")


class Servers:
    """Starts a server, and another in its place when it has died: one at a time."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._started: list[Server] = []

    def start(self) -> Server:
        port = urlsplit(self._started[-1].url).port if self._started else None
        log = self._logs / f"{len(self._started)}.txt"
        self._started.append(start_server(log, port=port or 0))
        return self._started[-1]

    def current(self) -> Server:
        return self._started[-1]

    def kill(self) -> None:
        self.current().process.kill()
        self.current().process.wait()

    def end(self) -> None:
        stop(self.current().process)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    """One server after the other, on the same port."""
    started = Servers(tmp_path)
    yield started
    started.end()


def test_a_tab_outlives_its_servers(new_page: NewPage, watch: Watch, servers: Servers) -> None:
    """The page reports the lost connection, keeps stepping, and continues when it is back.

    The tab sends a text too long for a link again, both then and after a reload, and its tokenizer
    file. A text that was on its way is sent again from its beginning, and trained.
    """
    first = servers.start()
    page = new_page(first.url)
    of_a_token = bring_a_file(page, first)
    gate = Gate(page)
    page.goto(f"{first.url}/?text={encode_text('hug pug')}&lang=en&merges=300")
    status(page).wait_for()
    upload(page, LONG)
    expect(page.get_by_text("Step 0 of 300").first).to_be_visible()
    the_walk_and_its_settings_outlive_a_server(page, servers)
    page.reload()
    expect(page.get_by_text("Step 4 of 300").first).to_be_visible()
    gate.shut(after=1, loses=True)
    hand_over(page, SLOW)
    expect(page.get_by_text("Sending your text: 50%")).to_be_visible()
    servers.kill()
    gate.open()
    with slowed(servers.current):
        last = servers.start()
        expect(page.get_by_text(f"{len(SLOW):,} characters in use")).to_be_visible()
        expect(sending(page)).to_have_count(0)
        expect(page.get_by_test_id("stProgress")).to_be_visible()
    # A tab keeps its files across a reload; a page opened anew forgets them once it is drawn. Both
    # at once: the page still trains, and writes its own address when that is over.
    with page.expect_navigation():
        page.evaluate(RELOAD_AT, of_a_token)
    expect(page.get_by_text("minbpe (BPE), tokens: 258")).to_be_visible()
    expect(page.locator(".token-life > .headline")).to_contain_text("id 257")
    assert not last.faults()
    page.close()
    # While there was no server, the browser logged that.
    assert all(problem.startswith("console: ") for problem in watch.problems)
    watch.problems.clear()


def bring_a_file(page: Page, server: Server) -> str:
    """A lesson's own address, the first that is opened after the start, has the whole frame.

    Returns the address of a token of the file.
    """
    page.goto(f"{server.url}/wild?part=inside&lang=en")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_attached()
    page.get_by_text("Use your own tokenizer file").click()
    chooser = page.locator(".files input[type=file]")
    chooser.set_input_files({"name": "mine.model", "mimeType": "text/plain", "buffer": MINBPE})
    expect(page.locator(".token-life > .headline")).to_contain_text("id 257")
    expect(page).to_have_url(re.compile("look=file[.]"))
    wait_until_kept(page)
    return page.url


RELOAD_AT = """(address) => {
  history.replaceState({}, "", address);
  location.reload();
}"""

#: Records whether the settings beside the lesson ever disappeared.
WATCH_SETTINGS = """() => {
  const sidebar = document.querySelector('[data-testid="stSidebar"]');
  const settings = () => sidebar.querySelectorAll('[data-testid="stSelectbox"]').length;
  const before = settings();
  window.fewest = before;
  new MutationObserver(() => (window.fewest = Math.min(window.fewest, settings())))
    .observe(sidebar, { childList: true, subtree: true });
  return before;
}"""


def the_walk_and_its_settings_outlive_a_server(page: Page, servers: Servers) -> None:
    """The lost server's page stays complete: only one newly opened waits for its stepper."""
    open_sidebar(page)
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Tie rule")).to_be_visible()
    step_on = page.get_by_role("button", name="Next", exact=True)
    step_on.click()
    page.wait_for_url("**step=1*")
    come_to_rest(page)  # what is fetched when it is first needed is there
    before = page.evaluate(WATCH_SETTINGS)
    servers.kill()
    expect(notice(page)).to_be_visible()
    step_on.click(click_count=2)
    expect(status(page)).to_contain_text("Step 3 of 300")
    page.wait_for_url("**step=3*")
    servers.start()
    expect(notice(page)).to_have_count(0)
    expect(page.get_by_text(f"{len(LONG):,} characters in use")).to_be_visible()
    expect(status(page)).to_contain_text("Step 3 of 300")
    step_on.click()
    page.wait_for_url("**step=4*")
    page.get_by_text("简体中文").click()
    expect(sidebar.get_by_text("并列时的取舍规则")).to_be_visible()
    page.get_by_role("radio", name="English").click()
    expect(sidebar.get_by_text("Tie rule")).to_be_visible()
    assert page.evaluate("window.fewest") == before > 0
