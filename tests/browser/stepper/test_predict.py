"""Predict the next step, as a learner does. Expected counts are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click

Visit = Callable[..., Locator]


def test_the_next_merge_is_predicted(page: Page, visit: Visit) -> None:
    """By clicks, with hints and by keyboard. The score survives a reload."""
    status = visit(page, step=1)
    sizes = [page.locator(f".buttons .{name}").bounding_box() for name in ("predict", "next")]
    (switch, button) = [(box["width"], box["height"]) for box in sizes if box]
    assert switch >= button, "as large as Next"
    page.get_by_label("Predict").check()
    nothing_gives_the_next_merge_away(page)
    click(page, "Previous")
    expect(page).not_to_have_url(re.compile("step=1"))
    turn = page.locator(".turn")
    tokens = page.locator(".words .word").nth(2).locator(".chip")
    for place in (0, 1, 1):  # p + u, and a second guess, which opens nothing and is not counted
        tokens.nth(place).click()
    expect(turn.locator(".answer")).to_contain_text("the count of p+u is 17, and u+g has 20")
    needs_no_scrolling(turn)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.reload()
    expect(turn).to_contain_text("0 of 1 right")
    click(page, "Start again")
    hints_come_in_three_grades(page)
    the_keyboard_alone_answers_and_goes_on(page, status)


def nothing_gives_the_next_merge_away(page: Page) -> None:
    """Bars, reasons, changes, the ring and the coming merges are hidden until the answer."""
    for name in (".why", ".pairs", ".changed"):
        expect(page.locator(name)).to_be_hidden()
    expect(page.locator(".words .coming")).to_have_count(0)
    page.get_by_label("also those to come").check()
    expect(page.locator(".merges .row")).to_have_count(1)
    expect(page).to_have_url(re.compile("view=predict"))


def needs_no_scrolling(turn: Locator) -> None:
    """All that is said in answer to a prediction, and its buttons, are in sight."""
    expect(turn.get_by_role("button").last).to_be_in_viewport(ratio=1)
    assert turn.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


def hints_come_in_three_grades(page: Page) -> None:
    turn = page.locator(".turn")
    hint = turn.get_by_role("button", name="Hint")
    hint.click()
    hint.click()
    expect(page.locator(".pairs")).to_be_hidden()
    hint.click()
    expect(page.locator(".pairs")).to_be_visible()
    needs_no_scrolling(turn)


def the_keyboard_alone_answers_and_goes_on(page: Page, status: Locator) -> None:
    page.locator(".words").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter"):  # h, u, picked, g
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Take this step")).to_be_focused()
    expect(page.locator(".answer.right")).to_be_visible()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Step 1 of 7")
    expect(page.locator(".words")).to_be_focused()


def test_what_a_merge_saves_is_answered_by_keys_alone(page: Page, visit: Visit) -> None:
    """The focus goes from question to question."""
    visit(page, "/model", corpus="hug")
    turn = page.locator(".turn")
    turn.get_by_role("button", name="about 21 bits").focus()
    page.keyboard.press("Enter")
    expect(turn.get_by_role("button", name="Take this step")).to_be_focused()
    page.keyboard.press("Enter")
    expect(turn.get_by_role("button", name="nothing")).to_be_focused()
    page.keyboard.press("Enter")
    expect(turn).to_contain_text("nothing saved: after u, n was certain.")
    expect(turn).to_contain_text("2 of 2 right")
