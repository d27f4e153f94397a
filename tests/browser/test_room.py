"""A class predicts together: a projector and two phones, from the code to the table."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

Visit = Callable[..., Locator]


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    """Two of them, one in Chinese, each with its own memory."""
    contexts = [
        browser.new_context(
            locale=locale, viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True
        )
        for locale in ("en-US", "zh-CN")
    ]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def tap(phone: Page, word: int, token: int) -> None:
    phone.locator(f'[data-word="{word}"][data-token="{token}"]').tap()


def test_a_lesson_by_a_clicker(page: Page, visit: Visit, phones: list[Page]) -> None:
    visit(page, corpus="hug", view="present")
    page.get_by_role("button", name="Open a room").click()
    code = page.get_by_role("img", name="QR code of the room")
    expect(code).to_be_visible()
    read = zxingcpp.read_barcode(Image.open(BytesIO(code.screenshot())))
    assert read is not None
    for phone in phones:
        phone.goto(read.text)
    voters = page.locator(".voters")
    expect(voters).to_have_text("2 here")
    page.keyboard.press("PageDown")
    first, second = phones
    said = first.locator("section").get_by_role("status")
    tap(first, 0, 2)
    expect(said).to_contain_text("You have picked g")
    tap(first, 0, 1)
    expect(said).to_have_text("Your vote: u + g. You can change it until the vote is closed.")
    # By keys: from h to u, and Enter on both.
    second.locator('[data-word="0"][data-token="0"]').press("Enter")
    second.keyboard.press("ArrowRight")
    second.keyboard.press("Enter")
    expect(second.locator("section").get_by_role("status")).to_contain_text("h + u")
    expect(voters).to_have_text("2 of 2 have voted")
    expect(page.locator(".votes")).to_have_count(0)
    second.reload()  # a phone that comes back keeps its vote
    expect(second.locator("section").get_by_role("status")).to_contain_text("h + u")
    page.keyboard.press("PageDown")
    expect(first.locator("section").get_by_role("status")).to_contain_text("The vote is closed")
    page.keyboard.press("PageUp")
    expect(voters).to_have_text("Second vote: 0 of 2 have voted")
    expect(second.get_by_role("heading", name="第二次投票")).to_be_visible()
    tap(second, 0, 1)
    tap(second, 0, 2)
    expect(voters).to_have_text("Second vote: 1 of 2 have voted")
    page.keyboard.press("PageDown")
    expect(page.get_by_role("button", name="Show the votes")).to_be_visible()
    page.keyboard.press("PageDown")
    rows = page.locator(".votes tr")
    expect(rows.nth(1)).to_contain_text("u + g ✓ right")
    expect(rows.nth(1).locator("td")).to_have_text(["1 (50%)", "1 (100%)"])
    page.keyboard.press("PageDown")
    expect(page.locator(".headline").first).to_contain_text("u + g → ug")
    page.reload()  # the tab keeps its room
    expect(page.locator(".way li")).to_have_text("step 1: 50% → 100%")
    with page.expect_download() as table:
        page.get_by_role("button", name="Close the room").click()
    lines = table.value.path().read_text("utf-8-sig").splitlines()
    assert lines[1:] == ["1,h + u,no,,1,0", "1,u + g,yes,,1,1"]
    expect(first.get_by_text("The room is closed.")).to_be_visible()
