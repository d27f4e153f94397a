"""The lesson "Two languages", as a learner uses it."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

Open = Callable[..., Page]


@pytest.fixture
def lesson(page: Page, server) -> Open:
    """Open the lesson with these parameters and wait for its curve."""

    def open_lesson(**params: object) -> Page:
        page.goto(f"{server.url}/languages?{urlencode(params)}")
        page.get_by_test_id("stVegaLiteChart").nth(1).wait_for()
        return page

    return open_lesson


def row(page: Page, word: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=word, exact=True))


def test_names_are_split_in_two_ways_and_in_one(lesson: Open) -> None:
    page = lesson()
    cells = row(page, "Wilhelm").first.get_by_role("cell")
    expect(cells).to_have_count(3)
    expect(cells.nth(2).locator(".chip")).to_have_text(["␣Wilhelm"])
    first, second = (cells.nth(i).locator(".chip").all_inner_texts() for i in (0, 1))
    assert first != second
    page.get_by_label("Text to encode").fill("<b>Nowak</b> 48")
    expect(row(page, "<b>Nowak</b>")).to_be_visible()
    expect(row(page, "48").last).to_contain_text("48")


def test_the_second_text_is_in_the_link(lesson: Open) -> None:
    """An English vocabulary spells Chinese in nearly three bytes a character."""
    page = lesson(corpus="news-en", second="news-zh", lang="zh")
    expect(page).to_have_url(re.compile("second=news-zh"))
    page.get_by_role("button", name=re.compile("图片与数据$")).last.click()
    expect(page.get_by_role("row", name=re.compile("^0%"))).to_contain_text(re.compile(r"2\.\d"))


def test_a_table_of_words_leads_to_a_text(page: Page, server) -> None:
    page.goto(f"{server.url}/languages?corpus=hug")
    page.get_by_role("button", name="Use a news article").click()
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()
