"""The lesson "Quiz", as a learner takes it."""

import re

from playwright.sync_api import Page, expect

from classroom import Hand
from pages.lessons.quiz.rounds import draw_quiz
from pages.session.link import Link
from sample_corpora import load
from tests.browser.actions import come_to_rest
from tests.served_app import Server


def test_ten_right_answers_are_ten_right(page: Page, server: Server) -> None:
    """Each is marked when it is given. A reload keeps the answers; the link has none."""
    right = [q["right"] for q in draw_quiz(Hand.of(load("low"), 5), 5)]
    page.goto(f"{server.url}/quiz?corpus=low&seed=5")
    for i, choice in enumerate(right):
        expect(page.get_by_text(f"Question {i + 1} of 10")).to_be_visible()
        page.locator(".choice").nth(choice).click()
        expect(page.locator(".marked .verdict")).to_have_text("✓ right")
        assert page.locator(".choice").count() == 0, "it can be answered again"
        page.get_by_role("button", name="Next question" if i < 9 else "Show the result").click()
    expect(page.get_by_text("10 of 10 right")).to_be_visible()
    page.wait_for_url("**seed=5*")
    assert "answers" not in page.url
    come_to_rest(page)
    page.reload()
    expect(page.get_by_text("10 of 10 right")).to_be_visible()
    page.get_by_role("button", name="New questions").click()
    expect(page.get_by_text("Question 1 of 10")).to_be_visible()
    expect(page).to_have_url(re.compile(r"seed=(?!5\b)\d+"))


def test_hostile_words_are_literal_in_a_quiz(page: Page, server: Server) -> None:
    """Words are literal whatever they say, on a Chinese page too.

    The link has the answers, so it opens with the result. The same questions can be asked again.
    """
    text = "<b>x</b> 9\n![x](http://e.example/) 5\n**ab** 4\n\u202eab 3"
    params = Link(text=text, lang="zh").to_params()
    query = "&".join(f"{key}={value}" for key, value in params.items())
    page.goto(f"{server.url}/quiz?{query}&answers=0000000000")
    expect(page.get_by_text(re.compile(r"10 题答对 \d+ 题"))).to_be_visible()
    assert page.locator(".quiz").locator("b, img, strong, a").count() == 0
    assert "\u202e" not in page.locator(".quiz").inner_text()
    page.get_by_role("button", name="重做这套题").click()
    expect(page.get_by_text(re.compile("第 1 题"))).to_be_visible()
    expect(page.locator(".choice[aria-pressed=true], .marked")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("answers"))
