"""A server that dies, and the open tab that outlives it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from pages.session.parameters import encode_text
from tests.browser.actions import come_to_rest, open_sidebar
from tests.browser.conftest import Watch, status
from tests.browser.connection.test_own_text_large import upload
from tests.served_app import Server, start_server, stop

#: Too long for a link, and trained in a worker.
LONG = " ".join(f"word{i % 700}" for i in range(8_000))

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


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[int], Server]]:
    """Start a server, on a free port or on that of one that has died."""
    with ExitStack() as started:

        def start_on(port: int) -> Server:
            server = start_server(tmp_path / f"{port}.txt", port=port)
            started.callback(stop, server.process)
            return server

        yield start_on


def test_a_tab_outlives_its_server(
    new_page: Callable[..., Page], watch: Watch, start: Callable[[int], Server]
) -> None:
    """The page reports the lost connection, keeps stepping, and continues when it is back.

    The tab sends a text too long for a link again, and the page stays complete: only one newly
    opened waits for its stepper. A lesson's own address, the first that is opened after the start,
    has the whole frame.
    """
    first = start(0)
    page = new_page(first.url)
    page.goto(f"{first.url}/wordpiece?text={encode_text('hug pug')}&lang=en&merges=300")
    status(page).wait_for()
    upload(page, LONG)
    expect(status(page)).to_contain_text("Step 0 of 300")
    open_sidebar(page)
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Tie rule")).to_be_visible()
    step_on = page.locator(".transport .next")
    step_on.click()
    page.wait_for_url("**step=1*")
    come_to_rest(page)  # what is fetched when it is first needed is there
    before = page.evaluate(WATCH_SETTINGS)
    first.process.kill()
    first.process.wait()
    notice = page.get_by_text("The connection to the server is lost")
    expect(notice).to_be_visible()
    step_on.click(click_count=2)
    expect(status(page)).to_contain_text("Step 3 of 300")
    page.wait_for_url("**step=3*")
    second = start(urlsplit(first.url).port or 0)
    expect(notice).to_have_count(0)
    come_to_rest(page)  # the text has been sent again, and trained on
    expect(page.get_by_text(f"{len(LONG):,} characters in use")).to_be_visible()
    expect(status(page)).to_contain_text("Step 3 of 300")
    step_on.click()
    page.wait_for_url("**step=4*")
    page.get_by_text("简体中文").click()
    expect(sidebar.get_by_text("并列时的取舍规则")).to_be_visible()
    assert page.evaluate("window.fewest") == before > 0
    assert not second.faults()
    page.close()
    # While there was no server, the browser logged that.
    assert all(problem.startswith("console: ") for problem in watch.problems)
    watch.problems.clear()
