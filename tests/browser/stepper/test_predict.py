"""Predict the next step, as a learner does. Expected counts are counted by hand."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from pages.session.link import Link
from tests.browser.actions import click, come_to_rest, use_text
from tests.browser.every_lesson.test_keyboard import focused, reach
from tests.served_app import Server

Visit = Callable[..., Locator]


def pick(page: Page, word: int, first: int) -> None:
    """Click a token of a word and its right neighbour."""
    tokens = page.locator(".words .word").nth(word).locator(".chip")
    tokens.nth(first).click()
    tokens.nth(first + 1).click()


def test_the_next_merge_is_predicted(page: Page, visit: Visit) -> None:
    """By clicks, with hints and by keyboard. The score survives a reload and another lesson."""
    status = visit(page, step=1)
    sizes = [page.locator(f".buttons .{name}").bounding_box() for name in ("predict", "next")]
    (switch, button) = [(box["width"], box["height"]) for box in sizes if box]
    assert switch >= button, "as large as Next"
    page.get_by_label("Predict").check()
    nothing_gives_the_next_merge_away(page)
    click(page, "Previous")
    expect(page).not_to_have_url(re.compile("step=1"))
    two_answers_are_checked(page)
    walked = page.url
    page.goto(walked.replace("/?", "/wordpiece?corpus=hug&"))  # else it has words of its own
    expect(page.locator(".headline")).to_contain_text("score")
    score_of_wordpiece_ties(page)
    page.goto(walked)
    turn = page.locator(".turn")
    expect(turn).to_contain_text("1 of 2 right, 1 of them without a hint. In a row: 1.")
    page.reload()
    expect(turn).to_contain_text("1 of 2 right")
    click(page, "Start again")
    expect(turn).to_contain_text("Which pair will merge in step 2?")
    expect(turn).not_to_contain_text("right,")
    click(page, "Previous")
    hints_come_in_three_grades_and_a_list_helps(page)
    click(page, "Start again")
    the_keyboard_alone_answers_and_goes_on(page, status)


def nothing_gives_the_next_merge_away(page: Page) -> None:
    """Bars, reasons, changes, the ring and the coming merges are hidden until the answer."""
    for name in (".why", ".pairs", ".changed"):
        expect(page.locator(name)).to_be_hidden()
    expect(page.locator(".words .coming")).to_have_count(0)
    page.get_by_label("also those to come").check()
    expect(page.locator(".merges .row")).to_have_count(1)
    expect(page).to_have_url(re.compile("view=predict"))


def two_answers_are_checked(page: Page) -> None:
    """A wrong one by both sums, and a right one."""
    turn = page.locator(".turn")
    pick(page, word=2, first=0)  # p + u
    expect(turn.locator(".answer")).to_contain_text("the count of p+u is 17, and u+g has 20")
    expect(turn.locator(".sum")).to_have_text(
        ["pun 12 + pug 5 = 17", "hug 10 + pug 5 + hugs 5 = 20"]
    )
    needs_no_scrolling(turn)
    pick(page, word=2, first=1)  # a second guess opens nothing, and is not counted
    expect(page.locator("dialog[open]")).to_have_count(0)
    turn.get_by_role("button", name="Take this step").click()
    pick(page, word=2, first=1)  # u + n
    expect(turn.locator(".answer")).to_contain_text("Right: u+n merges next")
    expect(page).to_have_url(re.compile("step=1"))


def needs_no_scrolling(turn: Locator) -> None:
    """All that is said in answer to a prediction, and its buttons, are in sight."""
    expect(turn.get_by_role("button").last).to_be_in_viewport(ratio=1)
    assert turn.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


def score_of_wordpiece_ties(page: Page) -> None:
    """h + ##u ties at 15 / (15 × 36), the highest score after the first step; p + ##u too."""
    expect(page.locator(".headline")).to_contain_text("Step 1 of")
    pick(page, word=2, first=0)
    expect(page.locator(".answer.tied")).to_contain_text("the same as h+##u")


def hints_come_in_three_grades_and_a_list_helps(page: Page) -> None:
    turn = page.locator(".turn")
    turn.get_by_role("button", name="Hint 1").click()
    expect(turn.locator(".hint")).to_have_text("The pair occurs here: hug, pug, hugs.")
    turn.get_by_role("button", name="Hint 2").click()
    expect(turn.locator(".hint")).to_have_text("Its first token is u.")
    expect(page.locator(".pairs")).to_be_hidden()
    turn.get_by_role("button", name="Hint 3").click()
    expect(page.locator(".pairs")).to_be_visible()
    needs_no_scrolling(turn)
    turn.get_by_text("Choose from a list").click()
    turn.get_by_role("button", name="u + g").click()
    expect(turn).to_contain_text("1 of 1 right, 0 of them without a hint")


def the_keyboard_alone_answers_and_goes_on(page: Page, status: Locator) -> None:
    page.locator(".words").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter"):  # h, u, picked, g
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Take this step")).to_be_focused()
    expect(page.locator(".answer.right")).to_be_visible()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Step 1 of 7")
    expect(page.locator(".words")).to_be_focused()


def test_ties_and_beliefs_are_told(page: Page, visit: Visit) -> None:
    """The rule decides between tied pairs; what would explain a wrong answer is named."""
    visit(page, corpus="low", view="predict")
    pick(page, word=2, first=4)  # s + t of newest
    expect(page.locator(".answer.tied")).to_contain_text("has the same count as e+s, 9")
    expect(page.locator(".turn")).to_contain_text("The rule “first seen” decides")
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Your own text").click()
    use_text(page, "ab 9\nbc 1\nbcb 1\ndbc 1")
    expect(page.locator(".words .word")).to_have_count(4)
    # If each word counted once, b + c would have 3 and a + b 1; in fact a + b has 9.
    pick(page, word=1, first=0)  # b + c
    belief = page.locator(".turn .belief")
    expect(belief).to_contain_text("b+c would win if each word counted only once.")
    expect(belief).to_contain_text("Step 1 shows it: a+b is merged, with the count 9; b+c has 3.")


def test_in_a_walk_over_events_the_next_one_is_predicted_by_keyboard(
    page: Page, server: Server
) -> None:
    """Nothing gives the answer away until then, and the focus goes on to the next step."""
    query = urlencode({"corpus": "low", **Link(input="low").to_params()})
    page.goto(f"{server.url}/patches?{query}")
    come_to_rest(page)
    reach(page, "Predict")
    page.keyboard.press("Space")
    turn = page.locator(".turn")
    expect(turn).to_contain_text("There is nothing to choose here")
    reach(page, "Take this step")
    page.keyboard.press("Enter")
    expect(turn.locator(".asked")).to_contain_text("Is H above 3?")
    expect(page.locator(".gives-answer")).to_be_hidden()
    expect(page.locator(".panel.events")).to_be_hidden()
    reach(page, "No: the patch goes on")
    page.keyboard.press("Enter")
    expect(turn.locator(".answer")).to_have_text("Right.")
    expect(page.locator(".gives-answer")).to_be_visible()
    assert focused(page) == "Take this step"
    page.keyboard.press("Enter")
    expect(turn).to_contain_text("1 of 1 right. In a row: 1.")
    expect(page).to_have_url(re.compile("view=predict"))


def test_what_a_merge_saves_is_answered_by_keys_alone(page: Page, visit: Visit) -> None:
    """The focus goes from question to question, and another lesson's questions stay open."""
    visit(page, "/model", corpus="hug")
    turn = page.locator(".turn")
    turn.get_by_role("button", name="about 21 bits").focus()
    page.keyboard.press("Enter")
    expect(turn.get_by_role("button", name="Take this step")).to_be_focused()
    page.keyboard.press("Enter")
    expect(turn.get_by_role("button", name="nothing")).to_be_focused()
    page.keyboard.press("Enter")
    expect(turn).to_contain_text("nothing saved: after u, n was certain.")
    expect(turn).to_contain_text("2 of 2 right")
    visit(page, corpus="hug")
    page.get_by_label("Predict").check()
    expect(turn.locator(".answer")).to_have_count(0)
    expect(turn).not_to_contain_text("right")
