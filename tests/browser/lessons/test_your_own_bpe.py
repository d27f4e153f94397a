"""The lesson "Your own BPE", as a learner uses it. Expected counts are worked out by hand.

The corpus is hug 10, pug 5, pun 12, bun 4, hugs 5: ug 20, un 16, then h + ug 15 and p + un 12.
"""

import re

from playwright.sync_api import Page, expect

from tests.served_app import Server


def test_the_first_difference_its_counts_and_both_ways(page: Page, server: Server) -> None:
    """With each distinct word counted once, u g has 3; then comes the first of those with 2."""
    page.goto(f"{server.url}/your_bpe?corpus=hug&merges=3")
    field = page.get_by_role("textbox", name="The merges that your trainer learned")
    field.fill("u g\nu n\np un")
    page.get_by_role("button", name="Check", exact=True).click()
    said = page.locator(".found")
    expect(said).to_contain_text("The two lists differ from step 3 on.")
    rows = said.locator("tr")
    expect(rows.nth(0)).to_contain_text("expectedh+ugcount 15hug 10 + hugs 5")
    expect(rows.nth(1)).to_contain_text("yoursp+uncount 12pun 12")
    fork = page.locator(".fork")
    expect(fork).to_contain_text("The rule merges h+ug, count 15; you merge p+un, count 12.")
    expect(page.get_by_role("button", name="What if this pair were merged next?")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"step=3\b"))
