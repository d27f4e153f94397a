"""Another pair can be chosen to win: two trainings side by side.

Expected counts are worked out by hand.

The corpus is the 3, hen 3, moth 2, ten 2: 32 letters. By the rule h + e saves 6 tokens, and
breaks t + h and e + n, which save 5 each.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from pages.session.link import Link
from tests.browser.actions import click

GREED = Link(text="the 3\nhen 3\nmoth 2\nten 2", num_merges=4).to_params()


def words(page: Page, panel: str) -> list[str]:
    """The words of one of the two trainings: tokens between bars."""
    return page.locator(f"{panel} .word .tokens").evaluate_all(
        "nodes => nodes.map(node => [...node.children].map(c => c.textContent).join('|'))"
    )


def ask_what_if(page: Page, panel: str, pair: str) -> None:
    row = page.locator(f"{panel} li", has_text=re.compile(rf"^{re.escape(pair)}\d"))
    row.get_by_role("button", name="What if this pair were merged next?").click()


def test_a_rarer_pair_beats_greedy_bpe(page: Page, visit: Callable[..., Locator]) -> None:
    """Both trainings in lockstep, a second choice, and a link to it all."""
    visit(page, **GREED)
    ask_what_if(page, ".pairs", "t+h")
    fork = page.locator(".fork")
    expect(fork).to_contain_text("The rule merges h+e, count 6.")
    top = both_are_in_sight(page)
    click(page, "Next", times=2)
    expect(fork.locator("tr", has_text="tokens at step 2")).to_have_text("tokens at step 22322")
    assert words(page, ".corpus:not(.own-corpus)") == ["the", "he|n", "m|o|t|h", "t|e|n"]
    assert words(page, ".own-corpus") == ["th|e", "h|en", "m|o|th", "t|en"]
    expect(page).to_have_url(re.compile(r"step=2.*fork=1\.5\.1"))
    click(page, "Last")
    expect(fork).to_contain_text("Tokens saved by your choice: 2. You beat greedy BPE.")
    assert both_are_in_sight(page) == top, "the end moves the words"
    click(page, "Previous", times=3)
    ask_what_if(page, ".own-pairs", "m+o")
    expect(page).to_have_url(re.compile(r"fork=1\.5\.1(,|%2C)2\.2\.4"))
    chosen = page.locator(".fork .chosen li")
    chosen.nth(1).get_by_role("button", name="Undo").click()
    expect(chosen).to_have_count(1)
    page.locator(".fork").get_by_role("button", name="Close").click()
    expect(fork).to_have_count(0)
    expect(page).not_to_have_url(re.compile("fork"))


def both_are_in_sight(page: Page) -> float:
    """The words of both trainings, beginning at one height, which it returns."""
    tops = set()
    for panel in (".corpus:not(.own-corpus)", ".own-corpus"):
        words = page.locator(f"{panel} .word")
        expect(words.last).to_be_in_viewport(ratio=1)
        tops.add((words.first.bounding_box() or {})["y"])
    (top,) = tops
    return top
