"""The lesson "Word, character, subword", as a learner uses it. Expected values are by hand."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.session.parameters import encode_text
from tests.browser.actions import open_fold

Open = Callable[..., Page]


@pytest.fixture
def lesson(page: Page, server) -> Open:
    """Open the lesson with these parameters and wait for its tokens."""

    def open_lesson(**params: object) -> Page:
        page.goto(f"{server.url}/compare?{urlencode(params)}")
        panels(page).last.wait_for()
        return page

    return open_lesson


def panels(page: Page) -> Locator:
    """The three panels of tokens."""
    return page.locator("section.panel")


def chips(page: Page, panel: int) -> Locator:
    return panels(page).nth(panel).locator(".chip")


def test_one_text_three_ways_and_in_a_tokenizer_from_a_file(lesson: Open, tmp_path: Path) -> None:
    """hugs and pug are words of the corpus, bugs is not; after 3 merges hug is a token."""
    page = lesson(corpus="hug", rules=3, input=encode_text("hugs bugs <b>"))
    expect(chips(page, 0)).to_have_text(["hugs", "<unk>", "<unk>"])
    expect(chips(page, 1).first).to_have_text("h")
    expect(chips(page, 2)).to_have_text(["hug", "s", "b", "ug", "s", "<unk>", "b", "<unk>"])
    expect(page.get_by_text("66.7%")).to_be_visible()
    page.get_by_label("Text to encode").fill("pun pun")
    expect(chips(page, 0)).to_have_text(["pun", "pun"])
    expect(page).to_have_url(re.compile("input="))
    page.get_by_label("Text to encode").fill(" \n")
    expect(panels(page).nth(1)).to_contain_text("0 tokens")
    page.get_by_label("Text to encode").fill("hug")
    expect(chips(page, 2)).to_have_text(["hug"])
    page.get_by_role("slider", name="Merges used").press("Home")
    expect(chips(page, 2)).to_have_text(["h", "u", "g"])  # before the first merge
    expect(page).to_have_url(re.compile("rules=0"))
    page.get_by_label("Text to encode").fill("low")
    expect(panels(page).nth(2)).to_contain_text("<unk>")
    open_fold(page, "Frequent and rare tokens")
    chart = page.get_by_test_id("stExpander").get_by_test_id("stVegaLiteChart")
    expect(chart.locator("svg.marks")).to_be_visible()
    expect(page).to_have_url(re.compile(f"input={re.escape(encode_text('low'))}"))
    page.reload()
    expect(panels(page).nth(2)).to_contain_text("<unk>")
    expect(page.get_by_label("Text to encode")).to_have_value("low")
    bring_in_a_file(page, tmp_path)


def bring_in_a_file(page: Page, folder: Path) -> None:
    """The file merges bytes: l + o, then lo + w. A broken file is reported; there is a way back."""
    file, broken = folder / "<b>mine<b>.model", folder / "broken.model"
    file.write_bytes(b"minbpe v1\n\n0\n108 111\n256 119\n")
    broken.write_bytes(b"minbpe v1\n\n0\n999 1\n")
    page.get_by_text("Use a tokenizer from a file").click()
    page.locator("input[type=file].file").set_input_files(file)
    expect(panels(page).nth(3).get_by_role("heading")).to_have_text("<b>mine<b>.model")
    expect(chips(page, 3)).to_have_text(["low"])
    open_fold(page, "What each of them costs a model")
    cells = page.locator("table.figures:visible td:nth-child(5)")
    expect(cells).to_have_text(["258", "1", "3", "1", "1", "198,144", "–"])
    expect(page.get_by_text("a tokenizer file has none")).to_be_visible()
    page.locator("input[type=file].file").set_input_files(broken)
    expect(page.get_by_text("which no earlier merge makes")).to_be_visible()
    expect(panels(page)).to_have_count(4)
    page.get_by_role("button", name="Remove this tokenizer").click()
    expect(panels(page)).to_have_count(3)
