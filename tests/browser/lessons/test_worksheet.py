"""The lesson "Worksheet": what is left of the page on paper."""

from playwright.sync_api import Page, expect

from tests.served_app import Server


def test_on_paper_only_the_sheets_are_left(page: Page, server: Server) -> None:
    """In both languages; the answers begin on their own page."""
    page.goto(f"{server.url}/worksheet?corpus=low&hand=2&lang=en")
    expect(page.get_by_role("heading", name="Answers: merge by hand")).to_be_visible()
    assert_paper_begins_with(page, "Worksheet: merge by hand")
    page.get_by_role("radio", name="简体中文").click()
    expect(page.get_by_role("heading", name="答案：动手合并")).to_be_visible()
    assert_paper_begins_with(page, "练习：动手合并")


def assert_paper_begins_with(page: Page, title: str) -> None:
    page.emulate_media(media="print")
    expect(page.locator(".worksheet")).to_have_count(2)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("spinbutton").first).to_be_hidden()
    expect(page.locator(".worksheet").last).to_have_css("break-before", "page")
    for node in page.locator(".worksheet").all():
        expect(node).to_be_visible()
    assert page.evaluate("document.body.innerText").strip().startswith(title)
    page.emulate_media(media="screen")
