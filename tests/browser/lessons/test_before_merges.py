"""The lesson "Before the merges", as a learner uses it."""

from playwright.sync_api import Page, expect

from pages.session.link import Link
from tests.browser.actions import come_to_rest
from tests.served_app import Server

PATTERN = "Your own pattern: each match is a word"


def test_a_text_is_normalized_and_cut(page: Page, server: Server) -> None:
    """The chain and the first text come from the link; other texts are typed on the same page.

    A pattern of one's own is not in the address.
    """
    text = Link(input="ﬁne ①").to_params()["input"]
    page.goto(f"{server.url}/before_merges?input={text}&norm=nfkc&pre=gpt4")
    page.locator(".other-rules > summary").click()
    come_to_rest(page)  # a fold that opens moves what the mouse points to
    row = page.locator("[data-name=gpt4]")
    expect(row.locator(".chip")).to_have_text(["fine", "Ġ", "1"])
    row.locator(".chip").last.hover()
    expect(page.locator(".characters .pointed")).to_have_text("①")
    assert_a_press_outlives_a_new_drawing(page)
    page.get_by_label(PATTERN).fill(r"\p{L}+")
    page.get_by_role("button", name="Use this pattern").click()
    row = page.locator("[data-name=own]")
    expect(row).to_contain_text("Your pattern drops text at: 3–5 ␣2")
    assert "p%7BL" not in page.url
    assert "pattern" not in page.url
    assert_a_pattern_that_is_typed_outlives_a_new_text(page)


def type_text(page: Page, text: str) -> None:
    page.get_by_label("Text to encode").fill(text)


def assert_a_press_outlives_a_new_drawing(page: Page) -> None:
    """The press sends what was typed, and the answer comes before the press ends."""
    summary = page.locator(".other-rules > summary")
    pressed = summary.element_handle()
    type_text(page, "ﬁne ②")
    summary.hover()
    page.mouse.down()
    page.wait_for_function("pressed => !pressed.isConnected", arg=pressed)
    page.mouse.up()
    expect(page.locator(".other-rules")).not_to_have_attribute("open", "")
    summary.click()


def assert_a_pattern_that_is_typed_outlives_a_new_text(page: Page) -> None:
    type_text(page, "aaa")
    page.get_by_label(PATTERN).fill("a+")
    expect(page.locator("[data-name=gpt4] .chip")).to_have_text(["aaa"])
    expect(page.get_by_label(PATTERN)).to_have_value("a+")  # not sent, and not lost
    expect(page.get_by_label(PATTERN)).to_be_focused()
