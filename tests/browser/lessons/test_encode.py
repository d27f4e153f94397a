"""The lesson "Encode and decode", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import MOVEMENT, click, come_to_rest, fold, open_fold

Visit = Callable[..., Locator]
DROPOUT = "BPE-dropout: other segmentations of the same word"
OPENED_AND_SCROLLED = """(fold) => {
  fold.querySelector("summary").click();
  fold.scrollTop = 9;
  return [fold.open, fold.scrollTop];
}"""


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Text to encode")


def test_a_word_is_walked_rule_by_rule_and_a_text_follows_the_typing(
    page: Page, visit: Visit
) -> None:
    """nest with low, lower, newest, widest: rules 1, 2 and 3 make es, est and est</w>.

    A fold that is closed by hand stays closed. Opening, it does not scroll.
    """
    visit(page, path="/encode", corpus="low", word="nest", special="<s>", drop=50)
    expect(page.get_by_role("button", name="Draw again")).to_be_visible()
    open_fold(page, DROPOUT)  # the link opened it, so this closes it
    expect(fold(page, DROPOUT)).not_to_have_attribute("open", "")
    status = page.locator(".headline")
    expect(status).to_have_text("Step 0 of 3: the word as base tokens")
    expect(page.locator(".rules .first")).to_have_text("e+s1es◀ first")
    for is_asked in (True, False):  # what would give the next rule away
        page.get_by_label("Predict").set_checked(is_asked)
        expect(page.locator(".rules")).to_be_visible(visible=not is_asked)
        expect(page.locator(".back")).to_be_visible(visible=not is_asked)
    click(page, "Next")
    expect(status).to_have_text("Step 1 of 3: rule 1, e + s → es")
    page.keyboard.press("End")
    expect(page.locator(".one-word .chip")).to_have_text(["n", "est</w>"])
    expect(page.locator(".rules")).to_contain_text("No rule fits any more")
    expect(page.locator(".match dd").nth(1).locator(".chip")).to_have_text(["ne", "s", "t", "</w>"])
    expect(page.locator(".match")).to_contain_text("The two differ")
    expect(page).to_have_url(re.compile("at=3"))
    field(page).fill("played")
    come_to_rest(page)
    expect(fold(page, DROPOUT)).not_to_have_attribute("open", "")
    assert fold(page, DROPOUT).evaluate(OPENED_AND_SCROLLED) == [True, 0]
    open_fold(page, DROPOUT)
    assert_an_edit_says_which_tokens_changed(page)
    assert_special_tokens_are_text_or_tokens(page)


def test_two_tokens_become_one_and_come_apart(page: Page, visit: Visit) -> None:
    visit(page, path="/encode", corpus="low", word="nest")
    come_to_rest(page)  # a drawing ends a movement
    page.emulate_media(reduced_motion="no-preference")
    word = page.locator(".one-word")
    parts, one = word.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert (parts["over"], parts["visible"], one["visible"]) == (["e", "s"], [1], [0])
    (whole,) = word.evaluate(MOVEMENT, ["previous", [0]])
    assert whole["over"] == ["es"]


def assert_an_edit_says_which_tokens_changed(page: Page) -> None:
    """With the first three rules only."""
    come_to_rest(page)
    slider = page.get_by_role("slider", name="Merges used")
    slider.press("Home")
    for rules in range(4):
        expect(page).to_have_url(re.compile(f"rules={rules}"))
        come_to_rest(page)
        slider.press("ArrowRight" if rules < 3 else "Tab")
    expect(fold(page, DROPOUT)).not_to_have_attribute("open", "")  # nor was it without a merge
    field(page).fill("nest low")
    expect(page.locator(".encoded .chip")).to_have_text(["n", "est</w>", "l", "o", "w", "</w>"])
    expect(page.locator(".check")).to_have_text(
        "✓ Identical, byte for byte. Bytes in: 8, bytes out: 8."
    )
    field(page).press("End")
    field(page).press_sequentially("est")
    expect(page.locator(".edit")).to_have_text("Your edit: </w> → est</w>. Unchanged tokens: 5.")
    expect(page).to_have_url(re.compile("input="))
    page.locator(".pick").nth(1).click()
    expect(page.get_by_role("heading", name="How lowest is encoded")).to_be_visible()


def assert_special_tokens_are_text_or_tokens(page: Page) -> None:
    """As text, < and > are unknown; s is a letter of newest."""
    field(page).fill("low <s>")
    expect(page.locator(".causes")).to_contain_text("Not in the vocabulary: < >")
    expect(page.locator(".encoded .chip")).to_have_text(
        ["l", "o", "w", "</w>", "<unk>", "s", "<unk>", "</w>"]
    )
    expect(page.locator(".check")).to_contain_text("They agree up to low")
    page.get_by_role("radio", name="as tokens").click()
    expect(page.locator(".encoded .chip")).to_have_text(["l", "o", "w", "</w>", "<s>"])
    expect(page.locator(".check")).to_contain_text("Identical, byte for byte")
    expect(page).to_have_url(re.compile("as=tokens"))
