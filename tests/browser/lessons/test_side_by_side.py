"""The lesson "Side by side", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import MOVEMENT, click, come_to_rest

#: How the word is cut at this step; the other ways lie hidden in the same place.
SPLIT = ".row-of-word .split.now"
HOSTILE = "<img src=x onerror=a(1)>\x00\u202eb$x^2$"


def test_the_three_step_together(page: Page, visit: Callable[..., Locator]) -> None:
    """By a jump, too, whose steps are fetched when it is made.

    At its end, BPE has merged each word into one token.
    """
    visit(page, path="/side_by_side", corpus="inflections", to=400, word="punbug")
    click(page, "Last")
    ways = page.locator(".does")
    expect(ways.nth(0)).to_have_text("has nothing left to merge.")
    expect(ways.nth(1)).to_contain_text("it has the highest score")
    assert int(page.locator(".number").input_value()) > 128
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
    ask_for_words(page)
    click(page, "Start")
    expect(page).not_to_have_url(re.compile("step="))
    a_step_is_seen_in_all_three_columns_and_in_the_word(page)


def a_step_is_seen_in_all_three_columns_and_in_the_word(page: Page) -> None:
    """Two tokens become one, forwards and backwards."""
    come_to_rest(page)  # a drawing ends a movement
    page.emulate_media(reduced_motion="no-preference")
    walk = page.locator(".lockstep")
    begins, ends = walk.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert begins["over"] == ["i", "n", "##c", "##h", "i", "n"]
    assert (begins["visible"], ends["visible"]) == ([1], [0])
    (back,) = walk.evaluate(MOVEMENT, ["previous", [0]])
    assert back["over"] == ["in"]


def ask_for_words(page: Page) -> None:
    """Any word is shown as it is. One that a link can hold is in the link, and the step stays."""
    field = page.get_by_label("Any word")
    field.evaluate("(field, word) => { field.value = word; }", HOSTILE)
    click(page, "Show this word")
    expect(page).not_to_have_url(re.compile("word=punbug"))
    expect(page.locator(SPLIT).nth(1)).to_have_text("[UNK]")
    assert page.locator(".lockstep img, .lockstep script").count() == 0
    field.fill("inch")
    field.press("Enter")
    expect(page).to_have_url(re.compile("word=inch"))
    expect(page.locator(".number")).to_have_value("1")
