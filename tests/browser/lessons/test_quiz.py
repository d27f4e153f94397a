"""The lesson "Quiz", as a learner takes it."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from classroom import Hand
from pages.lessons.quiz.rounds import draw_quiz
from pages.session.link import Link
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


def test_hostile_words_are_literal_in_a_quiz(page: Page, server: Server) -> None:
    """Words are literal whatever they say, on a Chinese page too.

    The link has the answers, so it opens with the result. The same questions can be asked again.
    """
    text = "<b>x</b> 9\n![x](http://e.example/) 5\n**ab** 4\n\u202eab 3"
    query = urlencode(Link(text=text, lang="zh").to_params() | {"answers": "0000000000"})
    page.goto(f"{server.url}/quiz?{query}")
    expect(page.get_by_text(re.compile(r"10 题答对 \d+ 题"))).to_be_visible()
    assert page.locator(".quiz").locator("b, img, strong, a").count() == 0
    assert "\u202e" not in page.locator(".quiz").inner_text()
    page.get_by_role("button", name="重做这套题").click()
    expect(page.get_by_text(re.compile("第 1 题"))).to_be_visible()
    expect(page.locator(".choice[aria-pressed=true], .marked")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("answers"))
