"""The lesson "Worksheet": what is left of the page on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from classroom import Hand
from classroom.worksheet import make_worksheet
from pages.lessons.worksheet.printing import class_sheets
from pages.session.language import LANGUAGES, speaking
from sample_corpora import load
from tests.served_app import Server


def test_on_paper_only_the_sheets_are_left(page: Page, server: Server) -> None:
    """The answers begin on their own page."""
    page.goto(f"{server.url}/worksheet?corpus=low&hand=2&lang=zh")
    expect(page.get_by_role("heading", name="答案：动手合并")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".worksheet")).to_have_count(2)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("spinbutton").first).to_be_hidden()
    expect(page.locator(".worksheet").last).to_have_css("break-before", "page")
    for node in page.locator(".worksheet").all():
        expect(node).to_be_visible()
    assert page.evaluate("document.body.innerText").strip().startswith("练习单：动手合并")


def pages_of(page: Page) -> int:
    """How many sheets of paper the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_merges_fit_one_page(page: Page, language: str) -> None:
    """A sheet for each of five seeds, of six words and two new ones; on one or two, the answers.

    How many lines fit on a page depends on the fonts of the machine.
    """
    with speaking(language):
        hands = {seed: Hand.of(load("english"), seed) for seed in range(1, 6)}
        sheets = {seed: make_worksheet(hand, seed=seed, merges=3) for seed, hand in hands.items()}
        assert {len(sheet.words) for sheet in sheets.values()} == {6}
        page.set_content(class_sheets(sheets, dict.fromkeys(sheets, "English prose · seed 10,000")))
    assert 5 + 1 <= pages_of(page) <= 5 + 2
