"""The lesson "Unigram", as a learner uses it."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click

HOSTILE = "<img/src=x/onerror=a(1)>"


def ask_for(page: Page, word: str) -> None:
    field = page.get_by_label("Any word")
    field.fill(word)
    field.press("Enter")
    expect_lattice_of(page, word)


def expect_lattice_of(page: Page, word: str) -> None:
    expect(page.get_by_label("Any word")).to_have_value(word)
    expect(page.locator(".diagram .unit")).to_have_text([*word, "</w>"])


def test_a_word_is_cut_in_every_way_at_every_round(
    page: Page, visit: Callable[..., Locator]
) -> None:
    """Any word can be typed, and a word of the corpus clicked; the address says which."""
    status = visit(page, path="/unigram", corpus="inflections", step=1, word="hugs")
    expect_lattice_of(page, "hugs")
    best = page.locator(".arc.best").first
    assert best.evaluate("n => getComputedStyle(n).strokeDasharray") == "none"
    page.locator(".words .word").nth(2).click()
    expect_lattice_of(page, "played")
    expect(page).to_have_url(re.compile("word=played"))
    open_by_keyboard(page)
    expect(status).to_contain_text("Round 1 of")
    click(page, "Next")
    expect(page.get_by_role("heading", name="The lattice of a word, round 2")).to_be_visible()
    expect(page).to_have_url(re.compile("step=2"))
    page.locator(".ways .way").nth(1).click()
    expect(page.locator(".ways .way").nth(1)).to_have_attribute("aria-pressed", "true")
    ask_for(page, HOSTILE)
    assert page.locator(".lattice img, .lattice script").count() == 0
    page.set_viewport_size({"width": 390, "height": 844})
    ask_for(page, "friendliness")
    a_long_word_fits_a_phone(page)


def open_by_keyboard(page: Page) -> None:
    """The second word; the space bar does not start the walk.

    The table uses the arrows that are pressed in it, and the diagram too, but Tab leaves it.
    """
    page.locator(".words .word").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect_lattice_of(page, "plays")
    assert page.get_by_role("button", name="Pause").count() == 0
    page.get_by_role("button", name="First position").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".viterbi .where")).to_have_text("position 5 of 6")
    diagram = page.locator(".diagram > .scroll:not(.ways)")
    diagram.focus()
    page.keyboard.press("Tab")
    expect(diagram).not_to_be_focused()


def a_long_word_fits_a_phone(page: Page) -> None:
    """Its lattice without probabilities, and its segmentations: nothing is cut at the right."""
    expect(page.locator(".diagram .label small")).to_have_count(0)
    for box in page.locator(".diagram .scroll, .scroll.ways").all():
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 1
