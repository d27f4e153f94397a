"""The lesson "WordPiece", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, go_to

Visit = Callable[..., Locator]


def test_the_first_merge_goes_by_score(page: Page, visit: Visit) -> None:
    """5 / (20 x 5) = 1/20 for ##g + ##s; u + g occurs 20 times, but 20 / (36 x 20) = 1/36."""
    status = visit(page, path="/wordpiece")
    why = page.locator(".why")
    expect(why).to_contain_text("score = 5 / (20 × 5) = 0.05")
    expect(why).to_contain_text("BPE would have taken ##u+##g, with the count 20")
    expect(why).to_contain_text("20 / (36 × 20) = 0.0278")
    click(page, "Next")
    expect(status).to_have_text("Step 1 of 9: ##g + ##s → ##gs, score 0.05")


def test_the_corpus_goes_along_to_the_other_lesson(page: Page, visit: Visit) -> None:
    visit(page, corpus="low")
    go_to(page, "Other algorithms", "WordPiece")
    expect(page.get_by_role("heading", name="WordPiece", exact=False).first).to_be_visible()
    expect(page.locator(".words .word").first).to_have_text("l##o##w×5")
    expect(page).to_have_url(re.compile("wordpiece.*corpus=low"))


@pytest.mark.parametrize("corpus", ["chinese", "course"])
def test_every_step_can_be_reached(page: Page, visit: Visit, corpus: str) -> None:
    status = visit(page, path="/wordpiece", corpus=corpus)
    click(page, "Last")
    expect(status).not_to_contain_text("Step 0 of")
    expect(page.locator(".why")).to_contain_text("Training stops here")


def test_in_chinese_no_english_word_is_left(page: Page, visit: Visit) -> None:
    visit(page, path="/wordpiece", lang="zh", step=1)
    page.locator(".chip, .addend bdi").evaluate_all("all => all.forEach(n => n.textContent = '')")
    page.get_by_test_id("stIconMaterial").evaluate_all("icons => icons.forEach(i => i.remove())")
    page.get_by_test_id("stExpander").evaluate_all("all => all.forEach(n => n.remove())")
    page.locator(".katex").evaluate_all("formulas => formulas.forEach(n => n.remove())")
    words = set(re.findall("[A-Za-z]{2,}", page.locator("body").inner_text()))
    assert words <= {"BPE", "WordPiece", "Unigram", "English", "id", "hug", "pug", "pun"} | {
        "SVG",
        "PNG",
    }


def test_the_formula_has_the_numbers_of_the_step(page: Page, visit: Visit) -> None:
    """Step 2: of hu, hugs... h + ##u occurs 15 times, h 15 times, ##u 36 times."""
    visit(page, path="/wordpiece", step=2)
    expect(page.get_by_role("heading", name="The score of step 2")).to_be_visible()
    formula = page.locator(".katex-display annotation").first
    expect(formula).to_have_text(re.compile(r"\\frac\{15\}\{15 \\times 36\} = 0\.0278"))
