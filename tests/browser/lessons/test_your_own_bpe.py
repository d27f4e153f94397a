"""The lesson "Your own BPE", as a learner uses it. Expected counts are worked out by hand.

The corpus is hug 10, pug 5, pun 12, bun 4, hugs 5: ug 20, un 16, then h + ug 15 and p + un 12.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Locator]


def hand_in(page: Page, label: str, text: str) -> None:
    page.get_by_role("textbox", name=label).fill(text)
    page.get_by_role("button", name="Check", exact=True).click()


def test_the_first_difference_its_counts_its_reason_and_both_ways(
    page: Page, server, visit: Visit
) -> None:
    """With each distinct word counted once, u g has 3; then comes the first of those with 2."""
    page.goto(f"{server.url}/your_bpe?corpus=hug&merges=3")
    hand_in(page, "The merges that your trainer learned", "u g\nu n\np un")
    said = page.locator(".found")
    expect(said).to_contain_text("The two lists differ from step 3 on.")
    rows = said.locator("tr")
    expect(rows.nth(0)).to_contain_text("expectedh+ugcount 15hug 10 + hugs 5")
    expect(rows.nth(1)).to_contain_text("yoursp+uncount 12pun 12")
    expect(said.locator(".explanations, .unknown").first).to_be_visible()
    fork = page.locator(".fork")
    expect(fork).to_contain_text("The rule merges h+ug, count 15; you merge p+un, count 12.")
    expect(page.get_by_role("button", name="What if this pair were merged next?")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"step=3\b"))
    hand_in(page, "The merges that your trainer learned", "u g\nu n\nh ug")
    expect(said).to_contain_text("Equal: all 3 merges agree.")
    expect(fork).to_have_count(0)
    hand_in(page, "The merges that your trainer learned", "<b>x</b>")
    expect(page.get_by_text("Entry 1 is not a merge")).to_be_visible()
    page.get_by_text("The ids of your encoder").click()
    page.get_by_role("textbox", name="Text to encode").fill("hugs")
    hand_in(page, "The ids that your encoder gives for this text", "1 7")
    expect(said).to_contain_text("The ids differ from token")
