"""The lesson "Bytes", as a learner uses it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from pages.session.link import Link
from tests.browser.actions import open_fold
from tests.served_app import Server


def open_lesson(page: Page, server: Server, text: str, **params: str) -> None:
    params["input"] = Link(input=text).to_params()["input"]
    address = "&".join(f"{key}={value}" for key, value in params.items())
    page.goto(f"{server.url}/bytes?{address}")
    alphabet = page.locator(".alphabet")
    page.get_by_test_id("stExpander").filter(has=alphabet).locator("summary").click()
    expect(alphabet).to_be_visible()


def type_text(page: Page, text: str) -> None:
    page.get_by_label("Text to encode").fill(text)


def test_a_text_is_taken_apart_and_put_together(page: Page, server: Server) -> None:
    """On four rulers, in GPT-2's letters, and in tokens of three kinds; one text after another."""
    open_lesson(page, server, "hug 哈", corpus="hug", pre="gpt2")
    assert_bytes_know_what_characters_do_not(page)
    type_text(page, "a 哈")
    assert_a_bytes_character_is_derived(page)
    assert_a_byte_keeps_the_focus(page)
    type_text(page, "hug🇨🇳")
    assert_four_rulers(page)
    assert_a_text_arrives_token_by_token_by_keys(page)
    type_text(page, "")
    expect(page.locator(".panels .panel").last).to_contain_text("0 tokens")
    expect(page.locator(".panels .panel")).to_have_count(3)
    expect(page.locator(".panels .chip")).to_have_count(0)


def assert_four_rulers(page: Page) -> None:
    """hug is one token after two merges; the flag is one cluster of two code points."""
    expect(page.locator(".sums li")).to_have_text(
        [
            "4 characters as people see them",
            "5 code points",
            "11 bytes in UTF-8",
            "9 tokens, by their ids",
        ]
    )
    expect(page.locator(".cell.cluster")).to_have_text(["h", "u", "g", "🇨🇳"])
    expect(page.locator(".cell.cluster").last).to_have_css("grid-column-start", "4")
    expect(page.locator(".cell.goes")).to_have_count(0)
    expect(page.locator(".cell.byte").nth(3)).to_have_text("F0")
    expect(page.locator(".cell.byte.begins")).to_have_text(["F0", "F0"])
    expect(page.locator(".letter.used")).to_have_count(8)  # F0, 9F and 87 come twice
    expect(page.locator(".cell.token.merged")).to_have_count(1)


def assert_a_bytes_character_is_derived(page: Page) -> None:
    """The space is selected first; a click selects another byte, an arrow key the next one."""
    expect(page.locator(".spelled .literal")).to_have_text("aĠåĵĪ")
    about = page.locator(".about")
    expect(about).to_contain_text("character 256 + 32 = 288, which is U+0120: Ġ")
    page.get_by_role("button", name="Byte E5: å").click()
    expect(about).to_contain_text("So the byte is shown as å")
    expect(about).to_contain_text("begins a character of 3 bytes. It occurs once in your text.")
    page.keyboard.press("ArrowRight")
    expect(about).to_contain_text("Byte E6 is 230")


def assert_a_byte_keeps_the_focus(page: Page) -> None:
    """A new text, whose answer comes after the learner has gone on to the bytes."""
    byte = page.get_by_role("button", name="Byte E6: æ")
    type_text(page, "b 哈")
    byte.focus()
    expect(page.locator(".spelled .literal")).to_have_text("bĠåĵĪ")
    expect(byte).to_be_focused()


def assert_bytes_know_what_characters_do_not(page: Page) -> None:
    """Neither the space nor 哈 is in the corpus: by byte fallback they take one and three bytes."""
    characters, in_bytes, fallback = page.locator(".panels .panel").all()
    expect(characters).to_contain_text("3 tokens, 2 of them unknown")
    expect(characters.locator(".unknown")).to_have_count(2)
    expect(in_bytes).to_contain_text("哈 1/3")
    expect(in_bytes.locator(".unknown")).to_have_count(0)
    expect(fallback).to_contain_text("5 tokens, 4 of them bytes")
    expect(fallback.locator(".chip")).to_have_text(["hug", "<0x20>", "<0xE5>", "<0x93>", "<0x88>"])
    itself = "decodes to: exactly the same text, byte for byte"
    expect(page.locator(".panels .last")).to_have_text(
        ["decodes to: hug<unk><unk>", itself, itself]
    )


def assert_a_text_arrives_token_by_token_by_keys(page: Page) -> None:
    """On a phone; the corpus has no 茶, E8 8C B6, so that each of its bytes is a token.

    Its walk comes after the learner has gone on to the one of the text before, as above.
    """
    page.set_viewport_size({"width": 390, "height": 844})
    open_fold(page, "Incomplete characters while text arrives")
    walk = page.locator(".table-walk")
    to_next = walk.get_by_role("button", name="Next", exact=True)
    type_text(page, "hug 茶")
    to_next.focus()
    expect(walk.get_by_role("slider")).to_have_attribute("max", "4")
    expect(to_next).to_be_focused()
    alone, waits = walk.get_by_role("row").all()[1:]
    page.keyboard.press("End")
    expect(walk.get_by_role("status")).to_contain_text("completes a character")
    expect(alone.locator(".wrong")).to_have_text(["�", "�", "�"])
    expect(waits).to_contain_text("茶")
    page.keyboard.press("ArrowLeft")
    expect(waits).to_contain_text("E8 8C")
    expect(waits).not_to_contain_text("茶")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".alphabet").evaluate("grid => grid.scrollWidth <= grid.clientWidth")


def test_a_phone_begins_with_one_line_of_title_and_one_sentence(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/bytes")
    idea = page.locator(".st-key-idea_unread p")
    expect(idea.first).to_have_text("How long is your text? That depends on what you count.")
    expect(idea.last).to_be_hidden()
    page.get_by_role("button", name="The whole explanation").click()
    expect(idea.last).to_be_visible()
    page.goto(f"{server.url}/encode")
    title = page.get_by_role("heading", name="Encode and decode", level=1)
    lines = title.evaluate("h1 => h1.clientHeight / parseFloat(getComputedStyle(h1).lineHeight)")
    assert round(lines) == 1
