"""The lesson "Without a tokenizer" on a phone."""

from playwright.sync_api import Page, expect

from tests.served_app import Server


def test_a_patch_that_is_longer_than_its_line_goes_on_in_the_next_one(
    page: Page, server: Server
) -> None:
    """None of its words is broken up into two lines beside the next word."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/patches?corpus=news-en&step=120")
    patch = page.locator(".event-walk .words .chip", has_text="Rotterdam").first
    expect(patch).to_be_visible()
    words = patch.evaluate(
        """node => [...node.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE)
          .map((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return [part.textContent, range.getClientRects().length];
          })"""
    )
    assert words == [[word, 1] for word, _ in words]
