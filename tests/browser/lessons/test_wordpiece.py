"""The lesson "WordPiece", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest

Visit = Callable[..., Locator]


def test_the_formula_has_the_numbers_of_the_step(page: Page, visit: Visit) -> None:
    """Step 2: of hu, hugs... h + ##u occurs 15 times, h 15 times, ##u 36 times.

    The last step of a long walk, whose merges are fetched, is reached on the same page.
    """
    visit(page, path="/wordpiece", step=2)
    expect(page.get_by_role("heading", name="The score of step 2")).to_be_visible()
    formula = page.locator(".katex-display annotation").first
    expect(formula).to_have_text(re.compile(r"\\frac\{15\}\{15 \\times 36\} = 0\.0278"))
    come_to_rest(page)
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Four sentences on tokenizers").click()
    status = page.locator(".headline")
    expect(status).to_contain_text("Step 0 of")
    click(page, "Last")
    expect(page.locator(".number, input[type=number]").first).not_to_have_value("0")
    expect(page.locator(".why")).to_contain_text("Training stops here")
