"""The lesson "Bytes", as a learner uses it on a phone."""

from playwright.sync_api import Page, expect

from pages.session.link import Link
from tests.browser.actions import open_fold
from tests.browser.conftest import BEEN_HERE
from tests.served_app import Server


def type_text(page: Page, text: str) -> None:
    page.get_by_label("Text to encode").fill(text)


def test_texts_are_typed_while_another_answer_is_on_its_way(page: Page, server: Server) -> None:
    """The lesson begins with one sentence of its idea. What has the focus keeps it."""
    page.context.add_cookies([BEEN_HERE])  # in place of what other tests have read
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/bytes?corpus=hug&input={Link(input='a 哈').to_params()['input']}")
    idea = page.locator(".st-key-idea_unread p")
    expect(idea.first).to_have_text("How long is your text? That depends on what you count.")
    expect(idea.last).to_be_hidden()
    page.get_by_role("button", name="The whole explanation").click()
    expect(idea.last).to_be_visible()
    a_byte_keeps_the_focus(page)
    a_walk_keeps_the_focus(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".alphabet").evaluate("grid => grid.scrollWidth <= grid.clientWidth")


def a_byte_keeps_the_focus(page: Page) -> None:
    alphabet = page.locator(".alphabet")
    page.get_by_test_id("stExpander").filter(has=alphabet).locator("summary").click()
    expect(page.locator(".spelled .literal")).to_have_text("aĠåĵĪ")
    page.get_by_role("button", name="Byte E5: å").click()
    expect(page.locator(".about")).to_contain_text("So the byte is shown as å")
    byte = page.get_by_role("button", name="Byte E6: æ")
    type_text(page, "b 哈")
    byte.focus()
    expect(page.locator(".spelled .literal")).to_have_text("bĠåĵĪ")
    expect(byte).to_be_focused()


def a_walk_keeps_the_focus(page: Page) -> None:
    """No byte of 茶 is in the corpus, so each is a token. The text before has four tokens."""
    open_fold(page, "Incomplete characters while text arrives")
    walk = page.locator(".table-walk")
    to_next = walk.get_by_role("button", name="Next", exact=True)
    type_text(page, "hug 茶茶")
    to_next.focus()
    expect(walk.get_by_role("slider")).to_have_attribute("max", "7")
    expect(to_next).to_be_focused()
    page.keyboard.press("End")
    expect(walk.get_by_role("status")).to_contain_text("completes a character")
