"""The lesson "Two languages", as a learner uses it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.actions import come_to_rest, open_fold
from tests.served_app import Server


def test_names_are_split_in_two_ways_and_in_one(page: Page, server: Server) -> None:
    """A table of words leads to a text."""
    page.goto(f"{server.url}/languages?corpus=hug&second=news-zh&lang=en")
    page.get_by_role("button", name="Use a news article").click()
    page.get_by_test_id("stVegaLiteChart").first.wait_for()
    come_to_rest(page)
    open_fold(page, "How each splits words of your own")
    page.get_by_label("Text to encode").fill("Seine <b>Nowak</b> 48")
    name = page.get_by_role("rowheader", name="<b>Nowak</b>", exact=True)
    cells = page.get_by_role("row").filter(has=name).first.get_by_role("cell")
    expect(cells).to_have_count(3)
    first, second = (cells.nth(i).locator(".chip").all_inner_texts() for i in (0, 1))
    assert first != second
    expect(page).to_have_url(re.compile("second=news-zh"))
