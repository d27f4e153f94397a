"""The lesson "WordPiece", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest, latin_words

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
    assert_the_last_step_says_why(page, "Last", "Training stops here")


def assert_the_last_step_says_why(page: Page, last: str, why: str) -> None:
    click(page, last)
    expect(page.locator(".number, input[type=number]").first).not_to_have_value("0")
    expect(page.locator(".why")).to_contain_text(why)


def test_a_chinese_page_has_no_english_word_left(page: Page, visit: Visit) -> None:
    visit(page, path="/wordpiece", corpus="chinese", lang="zh", step=1)
    page.locator(".katex-display").first.wait_for()  # formulas are drawn last
    come_to_rest(page)
    assert_the_last_step_says_why(page, "最后一步", "训练到此")
    words = latin_words(page, ".chip, .addend bdi, .katex, [data-testid=stExpander]")
    assert words <= {"BPE", "WordPiece", "Unigram", "English", "id", "SVG", "PNG"}
