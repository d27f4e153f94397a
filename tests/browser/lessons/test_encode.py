"""The lesson "Encode and decode", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import MOVEMENT, come_to_rest, fold, open_fold

DROPOUT = "BPE-dropout: other segmentations of the same word"
OPENED_AND_SCROLLED = """(fold) => {
  fold.querySelector("summary").click();
  fold.scrollTop = 9;
  return [fold.open, fold.scrollTop];
}"""


def test_a_word_is_walked_rule_by_rule_and_a_text_follows_the_typing(
    page: Page, visit: Callable[..., Locator]
) -> None:
    """nest with low, lower, newest, widest: rules 1, 2 and 3 make es, est and est</w>.

    A fold that is closed by hand stays closed. Opening, it does not scroll.
    """
    visit(page, path="/encode", corpus="low", word="nest", drop=50)
    open_fold(page, DROPOUT)  # the link opened it, so this closes it
    expect(fold(page, DROPOUT)).not_to_have_attribute("open", "")
    page.keyboard.press("End")
    word = page.locator(".one-word .chip")
    expect(word).to_have_text(["n", "est</w>"])
    expect(page).to_have_url(re.compile("at=3"))
    a_slider_and_a_text_say_which_tokens_there_are(page)
    expect(fold(page, DROPOUT)).not_to_have_attribute("open", "")
    assert fold(page, DROPOUT).evaluate(OPENED_AND_SCROLLED) == [True, 0]
    two_tokens_become_one_and_come_apart(page)
    page.set_viewport_size({"width": 390, "height": 844})
    title = page.get_by_role("heading", name="Encode and decode", level=1)
    lines = title.evaluate("h1 => h1.clientHeight / parseFloat(getComputedStyle(h1).lineHeight)")
    assert round(lines) == 1


def a_slider_and_a_text_say_which_tokens_there_are(page: Page) -> None:
    """With the first rule only, and with a special token that is text."""
    slider = page.get_by_role("slider", name="Merges used")
    slider.press("Home")
    expect(page).to_have_url(re.compile("rules=0"))
    come_to_rest(page)
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("rules=1"))
    field = page.get_by_role("textbox", name="Text to encode")
    field.fill("nest low")
    tokens = page.locator(".encoded .chip")
    expect(tokens).to_have_text(["n", "es", "t", "</w>", "l", "o", "w", "</w>"])
    field.press("End")
    field.press_sequentially("es")
    expect(page.locator(".edit")).to_have_text("Your edit: no token → es. Unchanged tokens: 8.")
    expect(page).to_have_url(re.compile("input="))
    page.locator(".pick").nth(1).click()
    expect(page.get_by_role("heading", name="How lowes is encoded")).to_be_visible()


def two_tokens_become_one_and_come_apart(page: Page) -> None:
    come_to_rest(page)  # a drawing ends a movement
    page.emulate_media(reduced_motion="no-preference")
    word = page.locator(".one-word")
    parts, one = word.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert (parts["over"], parts["visible"], one["visible"]) == (["e", "s"], [1], [0])
    (whole,) = word.evaluate(MOVEMENT, ["previous", [0]])
    assert whole["over"] == ["es"]
