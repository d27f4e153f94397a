"""The lesson "Without a tokenizer", on a phone and by keyboard."""

import re

from playwright.sync_api import Page, expect

from tests.browser.actions import come_to_rest
from tests.browser.every_lesson.test_keyboard import focused, reach
from tests.served_app import Server


def test_a_patch_goes_on_in_the_next_line_and_the_next_one_is_predicted(
    page: Page, server: Server
) -> None:
    """None of its words is broken up into two lines beside the next word."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/patches?corpus=news-en&step=100")
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
    predict_by_keyboard(page)


def predict_by_keyboard(page: Page) -> None:
    """Nothing gives the answer away until then, and the focus goes on to the next step."""
    come_to_rest(page)
    reach(page, "Predict")
    page.keyboard.press("Space")
    turn = page.locator(".turn")
    expect(turn.locator(".asked")).to_contain_text("Is H above")
    expect(page.locator(".gives-answer")).to_be_hidden()
    expect(page.locator(".panel.events")).to_be_hidden()
    reach(page, "No: the patch goes on")
    page.keyboard.press("Enter")
    expect(turn.locator(".answer")).to_be_visible()
    expect(page.locator(".gives-answer")).to_be_visible()
    assert focused(page) == "Take this step"
    page.keyboard.press("Enter")
    expect(turn).to_contain_text(re.compile("of 1 right"))
    expect(page).to_have_url(re.compile("view=predict"))
