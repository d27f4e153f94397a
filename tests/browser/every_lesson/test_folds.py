"""What goes further than a lesson's argument is folded, and a link that leads into it opens it.

Which headings are in folds is tested in `tests/pages/whole_app/test_folds.py`.
"""

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, open_fold
from tests.served_app import Server


def fold(page: Page, title: str) -> Locator:
    return page.locator("details").filter(has=page.get_by_text(title, exact=True)).first


def test_a_link_to_a_heading_opens_its_fold(page: Page, server: Server) -> None:
    """It comes once the published vocabularies are loaded."""
    page.goto(f"{server.url}/wild#what-the-same-paragraph-costs-in-different-languages")
    found = fold(page, "What the same paragraph costs in different languages")
    expect(found).to_have_attribute("open", "")
    expect(found).to_be_in_viewport()


def test_a_link_with_a_choice_made_in_a_fold_opens_it(page: Page, server: Server) -> None:
    """Closed by hand, it stays closed while the learner goes on. Opening, it does not scroll."""
    page.goto(f"{server.url}/encode?drop=50&lang=en")
    title = "BPE-dropout: other segmentations of the same word"
    expect(page.get_by_role("button", name="Draw again")).to_be_visible()
    open_fold(page, title)  # a click on an open one closes it
    expect(fold(page, title)).not_to_have_attribute("open", "")
    page.get_by_role("textbox", name="Text to encode").fill("played")
    come_to_rest(page)
    expect(fold(page, title)).not_to_have_attribute("open", "")
    opened_and_scrolled = """(fold) => {
      fold.querySelector("summary").click();
      fold.scrollTop = 9;
      return [fold.open, fold.scrollTop];
    }"""
    assert fold(page, title).evaluate(opened_and_scrolled) == [True, 0]


def test_on_a_phone_a_wide_table_in_a_fold_scrolls(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/inside?look=GPT-2&token=43453&lang=en")
    open_fold(page, "What its text becomes")
    last = page.locator(".variants tr").last.locator(".chip").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert page.locator(".variants").evaluate("(fold) => fold.scrollWidth <= fold.clientWidth")
