"""The lesson "Worksheet": what is left of the page on paper."""

from playwright.sync_api import Page, expect

from tests.served_app import Server


def test_on_paper_only_the_sheets_are_left(page: Page, server: Server) -> None:
    """In both languages; the answers begin on their own page."""
    for lang, heading in (("en", "Answers: merge by hand"), ("zh", "答案：动手合并")):
        page.emulate_media(media="screen")
        page.goto(f"{server.url}/worksheet?corpus=low&hand=2&lang={lang}")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator(".worksheet")).to_have_count(2)
        expect(page.get_by_test_id("stSidebar")).to_be_hidden()
        expect(page.get_by_role("spinbutton").first).to_be_hidden()
        expect(page.locator(".worksheet").last).to_have_css("break-before", "page")
        for node in page.locator(".worksheet").all():
            expect(node).to_be_visible()
        assert (
            page.evaluate("document.body.innerText")
            .strip()
            .startswith(("Worksheet: merge by hand", "练习：动手合并"))
        )
