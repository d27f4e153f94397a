"""The frame around the lessons, as a browser sees it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Watch
from tests.served_app import Server

Visit = Callable[..., Locator]


#: A wrong value for each parameter of a link that is a choice: all are reported.
WRONG = {
    "corpus": "![x](http://localhost:9/b.png)",
    "unit": "<img src=x onerror=alert(1)>",
    "tie": "`:red[x]` $x^2$ :smile: [a](javascript:alert(1))",
    "pre": "</code><script>alert(1)</script>",
}


def test_a_link_that_is_wrong_is_told_and_not_obeyed(page: Page, visit: Visit) -> None:
    """The page repeats each bad value as shortened text; it shows defaults and the first lesson."""
    status = visit(page, "/nowhere", **WRONG)
    expect(status).to_contain_text("Step 0 of 7")  # of the first corpus
    notices = page.get_by_test_id("stAlert")
    expect(notices).to_have_count(1 + len(WRONG))
    expect(notices.first).to_have_text(
        "There is no lesson at this address, so this is the first one."
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    for value in WRONG.values():
        expect(notices.filter(has_text=value[:40])).to_have_count(1)
    assert notices.locator("img, a, script").count() == 0


def test_the_address_that_people_guess_for_the_first_lesson_leads_there(
    page: Page, server: Server, visit: Visit
) -> None:
    """It lives at `/`; what a link to `/train` says is kept."""
    expect(visit(page, "/train", corpus="low", step="2")).to_contain_text("Step 2 of")
    assert page.url.startswith(f"{server.url}/?")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>alert(1)</script>", "dialog: 1"),
        ("<script>throw new Error('oh')</script>", "page error: oh"),
        ("<img src='http://localhost:9/b.png'>", "request to another host"),
    ],
)
def test_the_watch_would_see_it(browser: Browser, server: Server, html: str, problem: str) -> None:
    """Each kind of trouble, on a page that has it."""
    watch = Watch(server)
    page = browser.new_page()
    watch.follow(page, "http://127.0.0.1:1")
    page.set_content(html)
    page.close()
    assert any(problem in seen for seen in watch.problems)
