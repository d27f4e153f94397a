"""A server that dies, and the open tabs that outlive it."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from pages.session.parameters import encode_text
from tests.browser.actions import come_to_rest
from tests.browser.conftest import Watch, status
from tests.browser.connection.test_own_text_large import (
    SLOW,
    Gate,
    hand_over,
    sending,
    source_text,
    upload,
)
from tests.served_app import start_server, stop

NewPage = Callable[..., Page]

#: Too long for a link, and trained in a worker.
LONG = " ".join(f"word{i % 700}" for i in range(8_000))


def notice(page: Page) -> Locator:
    return page.get_by_text("The connection to the server is lost")


def test_a_tab_outlives_its_server(new_page: NewPage, watch: Watch, tmp_path: Path) -> None:
    """The page reports the lost connection, keeps stepping, and continues when it is back.

    The tab sends a text too long for a link again, both then and after a reload. A training that
    was running starts again.
    """
    first = start_server(tmp_path / "first.txt")
    page = new_page(first.url)
    page.goto(f"{first.url}/?text={encode_text('hug pug')}&lang=en&merges=500")
    status(page).wait_for()
    upload(page, LONG)
    expect(page.get_by_text("Step 0 of 500").first).to_be_visible()
    step_on = page.get_by_role("button", name="Next", exact=True)
    step_on.click()
    page.wait_for_url("**step=1*")
    first.process.kill()
    first.process.wait()
    expect(notice(page)).to_be_visible()
    step_on.click(click_count=2)
    expect(status(page)).to_contain_text("Step 3 of 500")
    page.wait_for_url("**step=3*")
    second = start_server(tmp_path / "second.txt", port=urlsplit(first.url).port or 0)
    try:
        expect(notice(page)).to_have_count(0)
        expect(page.get_by_text(f"{len(LONG):,} characters in use")).to_be_visible()
        expect(status(page)).to_contain_text("Step 3 of 500")
        page.reload()
        expect(page.get_by_text("Step 3 of 500").first).to_be_visible()
        upload(page, SLOW)
        expect(page.get_by_test_id("stProgress")).to_be_visible()
        second.process.kill()
        second.process.wait()
        third = start_server(tmp_path / "third.txt", port=urlsplit(first.url).port or 0)
        expect(page.get_by_test_id("stProgress")).to_be_visible()
        expect(page.get_by_text(f"{len(SLOW):,} characters in use")).to_be_visible()
        page.close()
        stop(third.process)
    finally:
        stop(second.process)
    # While there was no server, the browser logged that.
    assert all(problem.startswith("console: ") for problem in watch.problems)
    watch.problems.clear()


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


def test_settings_stay_while_a_tab_comes_back(
    new_page: NewPage, watch: Watch, tmp_path: Path
) -> None:
    """Only a newly opened page waits for its stepper; the lost server's page is complete."""
    first = start_server(tmp_path / "first.txt")
    page = new_page(first.url)
    page.goto(f"{first.url}/?corpus=low&lang=en&step=2")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Tie rule")).to_be_visible()
    come_to_rest(page)  # what is fetched when it is first needed is there
    before = page.evaluate(WATCH_SETTINGS)
    first.process.kill()
    first.process.wait()
    expect(notice(page)).to_be_visible()
    second = start_server(tmp_path / "second.txt", port=urlsplit(first.url).port or 0)
    try:
        expect(notice(page)).to_have_count(0)
        page.get_by_role("button", name="Next", exact=True).click()
        page.wait_for_url("**step=3*")
        page.get_by_text("简体中文").click()
        expect(sidebar.get_by_text("并列时的取舍规则")).to_be_visible()
        assert page.evaluate("window.fewest") == before > 0
        page.close()
    finally:
        stop(second.process)
    assert all(problem.startswith("console: ") for problem in watch.problems)
    watch.problems.clear()


def test_a_server_that_dies_while_a_text_is_on_its_way_gets_all_of_it_again(
    new_page: NewPage, watch: Watch, tmp_path: Path
) -> None:
    """Meanwhile, the page that was already open comes back."""
    first = start_server(tmp_path / "first.txt")
    page = new_page(first.url)
    gate = Gate(page, after=1)
    page.goto(f"{first.url}/?text={encode_text('hug pug')}&lang=en&merges=300")
    page.locator("input[type=file]").wait_for(state="attached")
    text = source_text(2_000_000)
    hand_over(page, text)
    expect(page.get_by_text("Sending your text: 50%")).to_be_visible()
    first.process.kill()
    first.process.wait()
    gate.open(drop=True)
    second = start_server(tmp_path / "second.txt", port=urlsplit(first.url).port or 0)
    try:
        expect(page.get_by_text("2,000,000 characters in use")).to_be_visible()
        expect(sending(page)).to_have_count(0)
        assert not second.faults()
        page.close()
    finally:
        stop(second.process)
    assert all(problem.startswith("console: ") for problem in watch.problems)
    watch.problems.clear()


def test_half_a_character_in_a_field_is_replaced_and_told(
    page: Page, visit: Callable[..., Locator]
) -> None:
    """A message that reached the server would end the connection."""
    visit(page, corpus="low", lang="en")
    field = page.get_by_role("textbox", name="End-of-word marker")
    field.fill("<")
    field.evaluate(
        """node => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          set.call(node, "<" + String.fromCharCode(0xd83d, 0xd83d));
          node.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
        }"""
    )
    field.press("Enter")
    expect(page.get_by_text("2 half characters")).to_be_visible()
    expect(field).to_have_value("<\ufffd\ufffd")
    page.wait_for_url("**marker=*")
