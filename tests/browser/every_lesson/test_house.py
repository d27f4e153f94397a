"""What surrounds the lessons, as a browser sees it."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Watch
from tests.served_app import Server

Visit = Callable[..., Locator]
NewPage = Callable[..., Page]


def test_the_first_page_is_ready_to_step_and_its_address_says_what_is_shown(
    page: Page, visit: Visit
) -> None:
    """It has a corpus loaded and shows the state before the first merge.

    One button stands out, Next: the one that starts the guided lesson is quiet. The address
    includes the language, so that a copied link opens as it looked. Light and dark follow the
    reader, also while the page is open.
    """
    expect(visit(page)).to_contain_text("Step 0")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Guided lesson (10 min)")).to_be_visible()
    expect(page.get_by_test_id("stBaseButton-primary")).to_have_count(0)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile("step=1"))
    params = {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}
    assert params == {"step": "1", "lang": "en"}
    app = page.get_by_test_id("stApp")
    for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 28)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(app).to_have_css("background-color", ground)


#: A wrong value for each parameter of a link that is a choice: all are reported.
WRONG = {
    "corpus": "![x](http://localhost:9/b.png)",
    "unit": "<img src=x onerror=alert(1)>",
    "tie": "`:red[x]` $x^2$ :smile: [a](javascript:alert(1))",
    "pre": "</code><script>alert(1)</script>",
}


def test_a_link_that_is_wrong_is_told_and_not_obeyed(page: Page, visit: Visit) -> None:
    """The page repeats each bad value as shortened text; it shows defaults and the first lesson."""
    visit(page, "/nowhere", **WRONG)
    notices = page.get_by_test_id("stAlert")
    expect(notices).to_have_count(1 + len(WRONG))
    expect(notices.first).to_have_text(
        "There is no lesson at this address, so this is the first one."
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    for value in WRONG.values():
        expect(notices.filter(has_text=value[:40])).to_have_count(1)
    assert notices.locator("img, a, script").count() == 0


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
