"""The arrival: a first visit meets one stage and one question, and answers first."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import findings
from tests.browser.lessons.conftest import OpenHeld
from tests.browser.lessons.test_first_walk import PHONE


def pick(page: Page, first: int) -> None:
    """Tap a token of the words and the one after it, counted from 0."""
    chips = page.locator(".words .chip")
    chips.nth(first).click()
    chips.nth(first + 1).click()


def shown(page: Page) -> list[str]:
    """The panels in sight, by their headings."""
    return page.locator(".stepper .panel:visible").evaluate_all(
        "panels => panels.map((panel) => panel.classList[1])"
    )


def test_the_way_from_the_first_question_to_all_panels(open_held: OpenHeld) -> None:
    """The first answers come before Streamlit has loaded. Wrong ones are no dead end."""
    page = open_held("en-GB", cookies=())
    question, answer = page.locator(".arrival h2"), page.locator(".turn .question")
    expect(question).to_have_text("Which two neighbours occur together most often? Tap them.")
    assert shown(page) == ["corpus", "turn"]
    assert not findings(page)
    pick(page, 0)  # h u
    expect(answer).to_contain_text("h+uhug\u00a010 + hugs\u00a05 = 15")
    expect(answer).to_contain_text("u+ghug\u00a010 + pug\u00a05 + hugs\u00a05 = 20")
    assert shown(page) == ["corpus", "turn", "pairs"]
    page.evaluate("window.letIn()")
    expect(page).to_have_url(re.compile("arrival=1"))
    answer.get_by_role("button", name="Merge").click()
    expect(page.locator(".arrival .lead")).to_contain_text("ug is one token now,")
    expect(page.locator(".words .word").first).to_contain_text("hug")
    expect(page).to_have_url(re.compile("step=1.*arrival=2"))
    expect(question).to_have_accessible_description(re.compile("ug is one token now"))
    assert shown(page) == ["corpus", "turn"]
    pick(page, 4)  # p u of pun
    told = answer.get_by_role("status").filter(has_text="had 17 at the start and has 12 now")
    expect(told).to_be_visible()
    page.reload()
    page.evaluate("window.letIn()")
    expect(question).to_have_text("Which two come next?")
    expect(answer).to_contain_text("has 12 now")
    answer.get_by_role("button", name="Merge").click()
    expect(question).to_have_text("And now?")
    expect(page).to_have_url(re.compile("arrival=3"))
    page.go_back()
    expect(question).to_have_text("Which two come next?")
    page.get_by_role("button", name="Merge").click()
    page.get_by_text("Choose from a list").click()
    page.get_by_role("button", name=re.compile("h ?\\+ ?ug")).click()
    page.get_by_role("button", name="Merge").click()
    expect(question).to_have_text("Several pairs share the highest count. Tap one of them.")
    page.get_by_text("Choose from a list").click()
    page.get_by_role("button", name=re.compile("p ?\\+ ?ug")).click()
    expect(answer).to_contain_text("Right")
    expect(answer).to_contain_text("A tie: 2 pairs share the count 5.")
    page.get_by_role("button", name="Merge").click()
    expect(page.locator(".arrival .lead")).to_have_text("No pair is left after 7 merges.")
    expect(page).to_have_url(re.compile("step=7"))
    page.get_by_role("button", name="Take 2,000 words").click()
    expect(question).to_have_text("What was gained?")
    expect(question).to_be_focused()
    expect(page.locator(".gained")).to_contain_text("Characters: only 51")
    assert shown(page) == ["growth"]
    assert not findings(page)
    expect(page).to_have_url(re.compile("step=300"))
    page.go_back()
    expect(page.locator(".arrival .lead")).to_have_text("No pair is left after 7 merges.")
    page.go_forward()
    expect(question).to_have_text("What was gained?")
    page.get_by_role("button", name="What about a word that it has never read?").click()
    page.get_by_label("Type a word that it has never read.").fill("lighthouses <b>")
    page.keyboard.press("Enter")
    expect(page.locator(".encoded .chip")).to_have_text(["<", ">"])
    page.get_by_role("button", name="Go on").click()
    page.locator(".arrival-tool").get_by_role("button", name="Show all panels").click()
    expect(page.locator(".transport .next")).to_be_enabled()
    expect(page).not_to_have_url(re.compile("arrival"))
    expect(page.get_by_text("What is this?")).to_be_visible()
    assert "train" in {cookie.get("value") for cookie in page.context.cookies()}


def test_chinese_words_come_first_on_a_chinese_phone(open_held: OpenHeld) -> None:
    """Without a tie among them, the way goes on without that question; all fits the width."""
    page = open_held("zh-SG", PHONE, cookies=())
    question = page.locator(".arrival h2")
    expect(question).to_have_text("哪两个相邻的字符一起出现得最多？点一点它们。")
    # No button for the sidebar is beside the title, before and after Streamlit has loaded.
    expect(page.locator("#first-walk h1")).to_have_css("padding-left", "0px")
    page.evaluate("window.letIn()")
    for first, asked in ((0, "接下来是哪两个？"), (1, "现在呢？")):
        pick(page, first)
        page.get_by_role("button", name="合并").click()
        expect(question).to_have_text(asked)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    title = page.get_by_test_id("stElementContainer").filter(has=page.get_by_test_id("stHeading"))
    expect(title).to_have_css("padding-left", "0px")
    page.get_by_text("从列表里选").click()
    page.get_by_role("button", name=re.compile("绿 ?\\+ ?茶")).click()
    page.get_by_role("button", name="合并").click()
    expect(page.locator(".arrival .lead")).to_have_text("6 次合并之后，已经没有词元对了。")
