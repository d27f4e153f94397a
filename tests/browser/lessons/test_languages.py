"""The lesson "Two languages", as a learner uses it."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, open_fold
from tests.served_app import Server


def row(page: Page, word: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=word, exact=True))


def test_names_are_split_in_two_ways_and_in_one(page: Page, server: Server) -> None:
    """A table of words leads to a text. The second text of the link is spelled in more bytes."""
    page.goto(f"{server.url}/languages?corpus=hug&second=news-zh&lang=en")
    page.get_by_role("button", name="Use a news article").click()
    page.get_by_test_id("stVegaLiteChart").first.wait_for()
    come_to_rest(page)
    expect(page).to_have_url(re.compile("second=news-zh"))
    open_fold(page, "How much of the second language is enough?")
    page.get_by_test_id("stVegaLiteChart").nth(1).wait_for()
    # An English vocabulary spells Chinese in nearly three bytes a character.
    page.get_by_role("button", name=re.compile("pictures and figures$")).last.click()
    expect(page.get_by_role("row", name=re.compile("^0%"))).to_contain_text(re.compile(r"2\.\d"))
    page.keyboard.press("Escape")
    open_fold(page, "How each splits words of your own")
    page.get_by_label("Text to encode").fill("Seine <b>Nowak</b> 48")
    expect(row(page, "48").last).to_contain_text("48")
    cells = row(page, "<b>Nowak</b>").first.get_by_role("cell")
    expect(cells).to_have_count(3)
    first, second = (cells.nth(i).locator(".chip").all_inner_texts() for i in (0, 1))
    assert first != second
