"""Another pair can be chosen to win: two trainings side by side.

Expected counts are worked out by hand.

The corpus is the 3, hen 3, moth 2, ten 2: 32 letters. By the rule h + e saves 6 tokens, and
breaks t + h and e + n, which save 5 each.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from pages.session.link import Link
from tests.browser.actions import come_to_rest

Visit = Callable[..., Locator]
GREED = Link(text="the 3\nhen 3\nmoth 2\nten 2", num_merges=4).to_params()


def words(page: Page, panel: str) -> list[str]:
    """The words of one of the two trainings: tokens between bars."""
    return page.locator(f"{panel} .word .tokens").evaluate_all(
        "nodes => nodes.map(node => [...node.children].map(c => c.textContent).join('|'))"
    )


def ask_what_if(page: Page, panel: str, pair: str) -> None:
    row = page.locator(f"{panel} li", has_text=re.compile(rf"^{re.escape(pair)}\d"))
    row.get_by_role("button", name="What if this pair were merged next?").click()


def test_a_rarer_pair_beats_greedy_bpe_and_another_follows_it(page: Page, visit: Visit) -> None:
    """Both trainings in lockstep, the first difference, the vocabularies, and a link to it all."""
    visit(page, **GREED)
    ask_what_if(page, ".pairs", "t+h")
    fork = page.locator(".fork")
    expect(fork.locator("li")).to_have_text("Step 1: you merged t+h, count 5. Undo")
    expect(fork).to_contain_text("The rule merges h+e, count 6.")
    expect(fork.locator(".answer")).to_have_count(0)
    both_are_in_sight(page)
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
    expect(fork.locator("tr", has_text="tokens at step 2")).to_have_text("tokens at step 22322")
    by_rule = ["the", "he|n", "m|o|t|h", "t|e|n"]
    assert words(page, ".corpus:not(.own-corpus)") == by_rule
    own_way = ["th|e", "h|en", "m|o|th", "t|en"]
    assert words(page, ".own-corpus") == own_way
    expect(page).to_have_url(re.compile(r"step=2.*fork=1\.5\.1"))
    page.goto(page.url)
    expect(fork.locator("tr", has_text="tokens at step 2")).to_have_text("tokens at step 22322")
    assert words(page, ".own-corpus") == own_way
    come_to_rest(page)
    top = both_are_in_sight(page)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(fork).to_contain_text("Tokens saved by your choice: 2. You beat greedy BPE.")
    expect(fork).to_contain_text("Only in yours: 2. th en")
    assert both_are_in_sight(page) == top, "the end moves the words"
    for _ in range(3):
        page.get_by_role("button", name="Previous", exact=True).click()
    choose_another_and_take_it_back(page)


def both_are_in_sight(page: Page) -> float:
    """The words of both trainings, beginning at one height, which it returns."""
    tops = set()
    for panel in (".corpus:not(.own-corpus)", ".own-corpus"):
        words = page.locator(f"{panel} .word")
        expect(words.last).to_be_in_viewport(ratio=1)
        tops.add((words.first.bounding_box() or {})["y"])
    (top,) = tops
    return top


def choose_another_and_take_it_back(page: Page) -> None:
    ask_what_if(page, ".own-pairs", "m+o")
    chosen = page.locator(".fork .chosen li")
    expect(chosen).to_contain_text(["Step 1: you merged t+h", "Step 2: you merged m+o"])
    expect(page).to_have_url(re.compile(r"fork=1\.5\.1(,|%2C)2\.2\.4"))
    chosen.nth(1).get_by_role("button", name="Undo").click()
    expect(chosen).to_have_count(1)
    page.locator(".fork").get_by_role("button", name="Close").click()
    expect(page.locator(".fork")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("fork"))


def test_at_a_tie_the_other_pair_can_win_until_another_corpus(page: Page, visit: Visit) -> None:
    """Low, lower, newest, widest: s t instead of e s, and both end with the same tokens.

    The choices name tokens by their ids, which other words do not have.
    """
    visit(page, corpus="low")
    page.locator(".why").get_by_role("button", name="What if s + t had won?").click()
    fork = page.locator(".fork")
    expect(fork).to_contain_text("Step 1: you merged s+t, count 9.")
    expect(fork).to_contain_text("The rule merges e+s, count 9.")
    page.get_by_role("button", name="Last", exact=True).click()
    expect(fork).to_contain_text("Both end with the same number of tokens.")
    expect(page).to_have_url(re.compile("fork"))
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="hug, pug, pun").click()
    expect(fork).to_have_count(0)
    expect(page).not_to_have_url(re.compile("fork"))
