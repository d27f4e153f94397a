"""Texts of one's own in "Fair to languages": a file for each language, chosen at once."""

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.actions import come_to_rest
from tests.served_app import Server


def a_file(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_a_file_for_each_language_is_walked_and_outlives_a_reload(
    page: Page, server: Server
) -> None:
    """Together they are too long for a link, so the tab keeps them."""
    english, chinese = "the pug hugs the bug\n" * 200, "外婆家在山里\n" * 199
    page.goto(f"{server.url}/parity?texts=files")
    files = page.locator("input[type=file]")
    files.set_input_files([a_file("English.txt", english), a_file("中文.txt", chinese)])
    names = page.locator(".event-walk .row-name")
    expect(names).to_have_text(["English", "中文"])
    expect(page.get_by_text("number of lines")).to_contain_text("(200 and 199)")
    come_to_rest(page)  # the field folds, and all that is below it moves up
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".headline").first).to_contain_text("was longest")
    come_to_rest(page)
    page.reload()
    expect(names).to_have_text(["English", "中文"])
