"""The lesson "Encode and decode", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from pages.session.link import OWN, Link
from tests.browser.actions import click

Visit = Callable[..., Locator]


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Text to encode")


def test_one_word_is_walked_rule_by_rule(page: Page, visit: Visit) -> None:
    """nest with low, lower, newest, widest: rules 1, 2 and 3 make es, est and est</w>."""
    visit(page, path="/encode", corpus="low", word="nest")
    status = page.locator(".headline")
    expect(status).to_have_text("Step 0 of 3: the word as base tokens")
    expect(page.locator(".rules .first")).to_have_text("e+s1es◀ first")
    click(page, "Next")
    expect(status).to_have_text("Step 1 of 3: rule 1, e + s → es")
    page.keyboard.press("End")
    expect(page.locator(".one-word .chip")).to_have_text(["n", "est</w>"])
    expect(page.locator(".rules")).to_contain_text("No rule fits any more")
    expect(page.locator(".match dd").nth(1).locator(".chip")).to_have_text(["ne", "s", "t", "</w>"])
    expect(page.locator(".match")).to_contain_text("The two differ")
    expect(page).to_have_url(re.compile("at=3"))
    page.reload()
    expect(status).to_have_text("Step 3 of 3: rule 3, est + </w> → est</w>")


def test_an_edit_says_which_tokens_changed(page: Page, visit: Visit) -> None:
    visit(page, path="/encode", corpus="low", rules=3)
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


def test_special_tokens_are_text_or_tokens(page: Page, visit: Visit) -> None:
    visit(page, path="/encode", corpus="hug", special="<s>")
    field(page).fill("hug<s>")
    expect(page.locator(".encoded .chip").last).to_have_text("<unk>")
    expect(page.locator(".causes")).to_contain_text("Not in the vocabulary: < >")
    page.get_by_role("radio", name="as tokens").click()
    expect(page.locator(".encoded .chip")).to_have_text(["hug", "<s>"])
    expect(page.locator(".check")).to_contain_text("Identical, byte for byte")
    expect(page).to_have_url(re.compile("as=tokens"))


def test_a_text_is_shown_as_text(page: Page, visit: Visit) -> None:
    """Nothing in it runs or contacts another host: the watch would notice."""
    text = "<img src=x onerror=alert(1)> ![x](http://localhost:9/b) \u202eabc\0 👩‍👩‍👧‍👦"
    visit(page, path="/encode", **Link(corpus=OWN, text=text, input=text, unit="byte").to_params())
    expect(page.locator(".check")).to_contain_text(re.compile("Identical|Not identical"))
    assert page.locator(".encoder img").count() == 0


def test_in_chinese_no_english_word_is_left(page: Page, visit: Visit) -> None:
    visit(page, path="/encode", corpus="low", lang="zh")
    chips = page.locator(".chip, textarea, .literal")
    chips.evaluate_all("all => all.forEach(n => n.textContent = '')")
    page.get_by_test_id("stIconMaterial").evaluate_all("icons => icons.forEach(i => i.remove())")
    page.get_by_test_id("stExpander").evaluate_all("all => all.forEach(n => n.remove())")
    words = set(re.findall("[A-Za-z]{2,}", page.locator("body").inner_text()))
    assert words <= {
        "BPE",
        "dropout",
        "WordPiece",
        "Unigram",
        "English",
        "id",
        "low",
        "lower",
        "newest",
        "widest",
    }
