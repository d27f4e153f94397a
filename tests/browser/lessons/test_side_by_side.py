"""The lesson "Side by side", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import MOVEMENT, click, come_to_rest


def test_the_three_step_together(page: Page, visit: Callable[..., Locator]) -> None:
    """By a jump, too, whose steps are fetched when it is made.

    At its end, BPE has merged each word into one token.
    """
    visit(page, path="/side_by_side", corpus="inflections", to=400, word="inch")
    click(page, "Last")
    ways = page.locator(".does")
    expect(ways.nth(0)).to_have_text("has nothing left to merge.")
    expect(ways.nth(1)).to_contain_text("it has the highest score")
    assert int(page.locator(".number").input_value()) > 128
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
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
