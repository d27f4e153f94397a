"""The lesson "Merge by merge", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest, open_sidebar, own_text_field, use_text, words
from tests.browser.conftest import Watch, status
from tests.served_app import Server

Visit = Callable[..., Locator]


def test_a_click_shows_a_merge_and_sends_nothing_and_one_report_follows(
    page: Page, visit: Visit, watch: Watch
) -> None:
    """Back and forward in the browser then undo the steps and do them again."""
    sent: list[Any] = watch.requests  # and frames:
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    status = visit(page)
    expect(status).to_have_text("Step 0 of 7: A model has to read hugs. In which pieces?")
    come_to_rest(page)
    sent.clear()
    button = page.get_by_role("button", name="Next", exact=True)
    button.evaluate("button => button.click()")
    assert sent == []
    expect(status).to_have_text("Step 1 of 7: u + g → ug, 20 times")
    assert words(page) == ["h|ug ×10", "p|ug ×5", "p|u|n ×12", "b|u|n ×4", "h|ug|s ×5"]
    expect(page).to_have_url(re.compile(r"step=1"))
    come_to_rest(page)
    sent.clear()
    button.evaluate("button => { for (let i = 0; i < 4; i++) button.click(); }")
    assert sent == []
    expect(page).to_have_url(re.compile(r"step=5"))
    assert len(sent) == 1
    assert len(sent[0]) < 2_048
    page.go_back()
    expect(status).to_contain_text("Step 1 of 7")
    page.go_forward()
    expect(status).to_contain_text("Step 5 of 7")
    expect(page).to_have_url(re.compile("step=5"))


def test_what_is_drawn_later_leaves_the_walk_alone(page: Page, server: Server) -> None:
    """The first step happens before the settings and a notice come; the stepper stays as it is."""
    page.goto(f"{server.url}/?corpus=low&lang=en&merges=many")
    expect(status(page)).to_contain_text("Step 0 of 10")
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_contain_text("Step 1 of 10")
    expect(page.get_by_test_id("stAlert")).to_contain_text("many")
    expect(page.get_by_label("End-of-word marker", exact=True)).to_be_attached()
    expect(status(page)).to_contain_text("Step 1 of 10")
    page.wait_for_url("**step=1*")
    half_a_character_in_a_field_is_replaced_and_told(page)


def half_a_character_in_a_field_is_replaced_and_told(page: Page) -> None:
    """A message that reached the server would end the connection."""
    open_sidebar(page)
    field = page.get_by_role("textbox", name="End-of-word marker")
    field.fill("<")
    field.evaluate(
        """node => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          set.call(node, "<" + String.fromCharCode(0xd83d, 0xd83d));
          node.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
        }"""
    )
    field.press("Enter")
    expect(page.get_by_text("2 half characters")).to_be_visible()
    expect(field).to_have_value("<\ufffd\ufffd")
    page.wait_for_url("**marker=*")


def test_texts_of_ones_own_are_shown_or_refused_in_words(page: Page, visit: Visit) -> None:
    """One after another, as a learner types or chooses them; a refused one changes nothing."""
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, corpus="learning", merges=3, step=3)
    title = page.locator(".st-key-corpus_choice input")
    assert title.evaluate("input => input.scrollWidth <= input.clientWidth"), "it has its own row"
    page.set_viewport_size({"width": 1280, "height": 720})
    click(page, "What comes next")  # the link opens the end of its walk
    expect(page.locator(".st-key-lesson_end")).to_be_in_viewport()
    page.get_by_role("combobox", name="Corpus").scroll_into_view_if_needed()
    come_to_rest(page)
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Your own text").click()
    use_text(page, "哈哈哈哈 aaaab")
    expect(page.locator(".words .word").first).to_have_text("哈哈哈哈×1")
    assert words(page)[0] == "哈|哈|哈|哈 ×1"
    expect(page).to_have_url(re.compile("text="))
    page.locator("input[type=file]").set_input_files(
        {"name": "bad.txt", "mimeType": "text/plain", "buffer": b"caf\xe9 au lait"}
    )
    expect(page.get_by_text("not text in UTF-8")).to_contain_text("3")
    expect(page.locator(".words .count")).to_have_text(["×1", "×1"])
    own_text_field(page).evaluate(r"area => { area.value = 'ab \ud83d ab'; }")
    click(page, "Use this text")
    expect(page.get_by_text("1 half character ")).to_be_visible()
    expect(page.locator(".words .word").first).to_have_text("ab×2")  # its walk is here
    click(page, "Next")
    expect(page.locator(".headline")).to_contain_text("Step 1 of")
    expect(page).to_have_url(re.compile("step=1"))
