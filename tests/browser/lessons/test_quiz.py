"""The lesson "Quiz", as a learner takes it."""

from playwright.sync_api import Page, expect

from classroom import Hand
from pages.lessons.quiz.rounds import draw_quiz
from sample_corpora import load
from tests.browser.actions import come_to_rest
from tests.served_app import Server


def test_answers_are_marked_and_outlive_a_reload(page: Page, server: Server) -> None:
    """Each is marked when it is given. The link has none."""
    first, second, *_ = [q["right"] for q in draw_quiz(Hand.of(load("low"), 5), 5)]
    page.goto(f"{server.url}/quiz?corpus=low&seed=5")
    page.locator(".choice").nth(first).click()
    expect(page.locator(".marked .verdict")).to_have_text("✓ right")
    assert page.locator(".choice").count() == 0, "it can be answered again"
    page.get_by_role("button", name="Next question").click()
    page.locator(".choice").nth(1 - min(second, 1)).click()
    expect(page.locator(".marked .verdict").first).to_have_text("✗ wrong")
    assert "answers" not in page.url
    come_to_rest(page)
    page.reload()
    expect(page.locator(".dots .done")).to_have_count(2)
    expect(page.get_by_text("Question 3 of 10")).to_be_visible()
