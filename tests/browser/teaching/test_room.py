"""A class predicts together: a projector and two phones, from the code to the table."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import ClientConnection, connect

from classroom import Hand
from pages.lessons.quiz.exports import room_questions
from sample_corpora import load
from tests.browser.actions import come_to_rest, go_to
from tests.served_app import Server

Visit = Callable[..., Locator]


@pytest.fixture(scope="module")
def kept_phones(browser: Browser) -> Iterator[list[Page]]:
    """Two phones, one of them in Chinese. Each has its own memory."""
    phones = [
        browser.new_page(
            locale=locale, viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True
        )
        for locale in ("en-US", "zh-CN")
    ]
    yield phones
    for phone in phones:
        phone.close()


@pytest.fixture
def phones(kept_phones: list[Page]) -> Iterator[list[Page]]:
    """They leave the room with the test: no other one has its code."""
    yield kept_phones
    for phone in kept_phones:
        phone.goto("about:blank")


def tap(phone: Page, word: int, token: int) -> None:
    phone.locator(f'[data-word="{word}"][data-token="{token}"]').tap()


def test_a_lesson_by_a_clicker(page: Page, visit: Visit, phones: list[Page]) -> None:
    visit(page, corpus="hug", view="present")
    page.get_by_role("button", name="Open a room").click()
    code = page.get_by_role("img", name="QR code of the room")
    expect(code).to_be_visible()
    read = zxingcpp.read_barcode(Image.open(BytesIO(code.screenshot())))
    assert read is not None
    for phone in phones:
        phone.goto(read.text)
    voters = page.locator(".voters")
    expect(voters).to_have_text("2 joined")
    page.get_by_role("button", name="Private link back to this room").click()
    link = page.get_by_label("Private link back to this room").last.input_value()
    page.keyboard.press("PageDown")
    first, second = phones
    said = first.locator("section").get_by_role("status")
    tap(first, 0, 2)
    expect(said).to_contain_text("You have picked g")
    tap(first, 0, 1)
    expect(said).to_have_text("Your vote: u + g. You can change it until the vote is closed.")
    # By keys: from h to u, and Enter on both.
    second.locator('[data-word="0"][data-token="0"]').press("Enter")
    second.keyboard.press("ArrowRight")
    second.keyboard.press("Enter")
    expect(second.locator("section").get_by_role("status")).to_contain_text("h + u")
    expect(voters).to_have_text("2 of 2 have voted")
    expect(page.locator(".votes")).to_have_count(0)
    the_walk_holds(page)
    second.reload()  # a phone that comes back keeps its vote
    expect(second.locator("section").get_by_role("status")).to_contain_text("h + u")
    page.keyboard.press("PageDown")
    expect(first.locator("section").get_by_role("status")).to_contain_text("Talk to your neighbour")
    expect(page.locator(".talk")).to_be_in_viewport(ratio=1)
    expect(page.locator(".asked-words .chip").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".room-bar .moves button").first).to_have_text("Vote again")
    page.keyboard.press("PageDown")  # on to the second vote, without showing anything
    expect(page.locator(".votes")).to_have_count(0)
    expect(voters).to_have_text("Second vote: 0 of 2 have voted")
    expect(second.get_by_role("heading", name="第二次投票")).to_be_visible()
    tap(second, 0, 1)
    tap(second, 0, 2)
    expect(voters).to_have_text("Second vote: 1 of 2 have voted")
    page.keyboard.press("PageDown")
    rows = page.locator(".votes tr")
    expect(rows.nth(1)).to_contain_text("u + g ✓ right")
    expect(rows.nth(1).locator(".sum")).to_have_text("hug 10 + pug 5 + hugs 5 = 20")
    expect(rows.nth(2).locator(".sum")).to_have_text("hug 10 + hugs 5 = 15 < 20")
    expect(rows.nth(1).locator("td")).to_have_text(["1 (50%)", "1 (100%)"])
    expect(first.locator(".why")).to_contain_text("hug 10 + pug 5 + hugs 5 = 20")
    page.keyboard.press("PageDown")
    expect(page.locator(".headline").first).to_contain_text("u + g → ug")
    page.reload()  # the tab keeps its room
    expect(page.locator(".way li")).to_have_text("step 1: 50% → 100%")
    second.goto(link)  # another device leads the room, from the step that the class has seen
    expect(second.locator(".way li")).to_have_text("step 1: 50% → 100%")
    expect(second.locator(".headline").first).to_contain_text("u + g → ug")
    assert "#" not in second.url
    expect(page.get_by_text("Another page leads the room now.")).to_be_visible()
    page.get_by_role("button", name="Lead the room here").click()
    page.get_by_text("Close the room").click()
    with page.expect_download() as table:
        page.get_by_role("button", name="Save the results, and close").click()
    lines = table.value.path().read_text("utf-8-sig").splitlines()
    rows = [line.split(",", 1)[1] for line in lines[1:]]
    assert rows == ["hug,2,,,1,,h + u,no,,1,0,2,", "hug,2,,,1,,u + g,yes,,1,1,1,2"]
    expect(first.get_by_text("The room is closed.")).to_be_visible()


def the_walk_holds(page: Page) -> None:
    """During a vote, the projector shows the question, and nothing leads to the answer."""
    question = page.locator(".room").get_by_role("heading")
    expect(question).to_have_text("Step 1: which two adjacent tokens merge next?")
    expect(page.locator(".asked-words .chip").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".way-in b").last).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Close the room")).to_be_in_viewport(ratio=1)
    for away in (".stage", ".transport", ".headline"):
        expect(page.locator(away).first).to_be_hidden()
    for key in ("End", "Home", " ", "PageUp", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("b")
    dark = page.locator("dialog.dark")
    expect(dark).to_be_visible()
    page.keyboard.press("PageDown")
    expect(dark).to_be_hidden()
    expect(question).to_be_visible()
    expect(page.locator(".room-bar .moves button")).to_have_text("Close the vote")
    assert "step" not in page.url


def open_room(page: Page, server: Server, phones: list[Page]) -> None:
    """Open a room and let the phones in; a phone finds it by its code."""
    page.get_by_role("button", name="Open a room").click()
    code = page.locator(".room .code").inner_text()
    for phone in phones:
        phone.goto(f"{server.url}/room/{code}")
    expect(page.locator(".voters")).to_have_text(f"{len(phones)} joined")


def press(page: Page, key: str, then: str) -> None:
    """Press a clicker's key, and wait until the next press does something else."""
    page.keyboard.press(key)
    expect(page.locator(".room-bar .moves button").first).to_have_text(then)


def close_and_show(page: Page, then: str) -> None:
    """Close the vote, show the votes, and then the answer."""
    press(page, "PageDown", "Vote again")
    page.get_by_role("button", name="Show the votes").click()
    expect(page.locator(".votes")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".room-bar .moves button")).to_have_text(then)


def test_a_class_predicts_a_round_of_unigram(
    page: Page, server: Server, visit: Visit, phones: list[Page]
) -> None:
    """One tap casts a vote, on a candidate or in the words.

    Any token that the round drops counts as right.
    """
    visit(page, "/unigram", corpus="hug", view="present")
    open_room(page, server, phones)
    page.keyboard.press("PageDown")
    first, second = phones
    candidates = ["bu", "gs", "hugs", "pu", "ug", "ugs"]
    expect(first.locator('[data-word="0"]')).to_have_text(candidates)
    tap(first, 0, 0)
    expect(first.locator("section").get_by_role("status")).to_contain_text("Your vote: bu.")
    # By keys: from the first candidate to the second, and down to the first word.
    second.locator('[data-word="0"][data-token="1"]').press("ArrowDown")
    second.keyboard.press("Enter")
    expect(second.get_by_role("button", name="hug", exact=True, pressed=True)).to_be_focused()
    expect(page.locator(".voters")).to_have_text("2 of 2 have voted")
    expect(page.get_by_text("Cheapest tokens to remove")).to_be_hidden()
    close_and_show(page, "Do the round")
    rows = page.locator(".votes tr")
    expect(rows.nth(1)).to_contain_text("bu ✓ right")
    expect(rows.nth(1).locator("td")).to_have_text("1 (50%)")
    expect(second.locator("section").get_by_role("status")).to_contain_text("bu 或 gs 或 ugs")
    page.keyboard.press("PageDown")
    expect(page.locator(".headline").first).to_contain_text("Round 1 of 2")
    expect(page.locator(".way li")).to_have_text("round 1: 50%")


def test_a_class_answers_a_quiz(page: Page, server: Server, phones: list[Page]) -> None:
    """Two presses are a question. Each phone asks in its language; the projector shows all of it.

    The results name the belief behind a wrong choice, as the teachers' page says.
    """
    page.goto(f"{server.url}/quiz?about=mistakes&seed=3&lang=en")
    open_room(page, server, phones)
    expect(page.get_by_role("heading", name="Quiz")).to_be_hidden()
    asked = room_questions(Hand.of(load("hug"), 3), 3, "mistakes")
    page.keyboard.press("PageDown")
    for phone, lang in zip(phones, ("en", "zh-Hans"), strict=True):
        texts = asked[0]["languages"][lang]
        expect(phone.locator(".asked")).to_have_text(texts["text"])
        expect(phone.locator(".choices button")).to_have_text(texts["choices"])
        expect(phone.locator("ul.scene li")).to_have_count(5)
    expect(page.locator(".asked-choices li").last).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Close the room")).to_be_in_viewport(ratio=1)
    wrong = next(i for i, belief in enumerate(asked[0]["beliefs"]) if belief)
    phones[0].locator(".choices button").nth(wrong).tap()
    expect(page.locator(".voters")).to_have_text("1 of 2 have voted")
    page.keyboard.press("PageDown")
    expect(page.locator(".votes")).to_contain_text("✓ right")
    expect(page.locator(".votes .belief")).to_contain_text("Step 1 shows it")
    with page.expect_download() as table:
        page.get_by_role("button", name="Results as CSV").click()
    lines = table.value.path().read_text("utf-8-sig").splitlines()
    assert any(f",no,{asked[0]['beliefs'][wrong]},1," in line for line in lines)
    page.keyboard.press("PageDown")
    expect(phones[1].get_by_role("heading", name="第 2 题")).to_be_visible()
    expect(page.locator(".asked-large h2")).to_have_text(asked[1]["text"])
    for number in range(3, len(asked) + 1):
        page.get_by_role("button", name="Go on without the answer").click()
        expect(phones[1].get_by_role("heading", name=f"第 {number} 题")).to_be_visible()
        expect(page.locator(".asked-large h2")).to_have_text(asked[number - 1]["text"])
    press(page, "PageDown", "Go on to the results")


def test_a_question_outlives_its_lesson(
    page: Page, server: Server, visit: Visit, phones: list[Page]
) -> None:
    """The next lesson takes the vote to its end, and is then led by nobody but its own page."""
    visit(page, corpus="hug", view="present")
    open_room(page, server, phones)
    page.keyboard.press("PageDown")
    tap(phones[0], 0, 1)
    tap(phones[0], 0, 2)
    expect(page.locator(".voters")).to_have_text("1 of 2 have voted")
    page.get_by_role("button", name="Leave the presenter view").click()
    expect(page.locator(".asked-words .chip").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".stage")).to_be_hidden()
    go_to(page, "In class", "Quiz")
    page.locator(".quiz").wait_for(state="attached")  # the lesson before shows the question, too
    come_to_rest(page)
    expect(page.locator(".asked-large h2")).to_contain_text("Step 1: which two")
    expect(page.locator(".quiz")).to_be_hidden()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".votes .right .sum")).to_have_text("hug 10 + pug 5 + hugs 5 = 20")
    press(page, "PageDown", "Ask the class this question")
    press(page, "PageDown", "Show the answer")
    phones[1].locator(".choices button").first.tap()
    expect(page.locator(".voters")).to_have_text("1 of 2 have voted")
    press(page, "PageDown", "Go on to the next question")
    press(page, "PageDown", "Show the answer")
    expect(phones[1].get_by_role("heading", name="第 2 题")).to_be_visible()
    page.get_by_role("button", name="Go on without the answer").click()  # as in a test
    expect(phones[1].get_by_role("heading", name="第 3 题")).to_be_visible()
    expect(page.locator(".votes")).to_have_count(0)


#: A phone in a village: a round trip of 400 ms, 400 kbit/s each way, in bytes a second.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
#: Every text that a live region shows, in the order in which a screen reader reads them out.
LISTEN = """() => {
  window.heard = [];
  const regions = () => document.querySelectorAll("[role=status]");
  const last = new Map([...regions()].map((node) => [node, node.textContent]));
  new MutationObserver(() => {
    for (const node of regions()) {
      if (!last.has(node)) window.heard.push("a new region, which is not read out");
      if (node.textContent !== last.get(node)) window.heard.push(node.textContent);
      last.set(node, node.textContent);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def hear(socket: ClientConnection, name: str) -> Any:
    while name not in (said := json.loads(socket.recv())):
        pass
    return said[name]


def test_a_slow_phone_is_told_everything_once(server: Server, phones: list[Page]) -> None:
    """The live region says the question, the vote and the right answer, on a slow connection."""
    phone = phones[0]
    slow = phone.context.new_cdp_session(phone)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", SLOW)
    with connect(f"{server.url.replace('http', 'ws')}/room/teacher") as teacher:

        def do(what: str, **more: Any) -> None:
            teacher.send(json.dumps({"do": what, **more}))
            assert hear(teacher, "did") == what

        teacher.send(json.dumps({"address": f"{server.url}/room/"}))
        phone.goto(f"{server.url}/room/{hear(teacher, 'opened')['code']}")
        state = phone.locator("section").get_by_role("status")
        expect(state).to_have_text("You are in. Wait for the next question.")
        phone.evaluate(LISTEN)
        question = {"step": 1, "text": "2 + 2?", "choices": ["3", "4"], "right": 1}
        do("ask", question=question)
        expect(state).to_have_text("There is a new question. Vote below.")
        tree = phone.locator("main").aria_snapshot()
        assert '- heading "Question 1"' in tree
        assert '- button "3"' in tree
        phone.get_by_role("button", name="3").focus()
        phone.keyboard.press("Enter")
        expect(state).to_contain_text("Your vote: 3.")
        expect(phone.get_by_role("button", name="3", pressed=True)).to_be_visible()
        for what in ("close", "again"):
            do(what)
        expect(state).to_have_text("The same question again. Vote once more below.")
        for what in ("close", "show"):
            do(what)
        expect(state).to_have_text("Right: 4.")
        heard = phone.evaluate("window.heard")
        assert "a new region, which is not read out" not in heard
        assert heard[0] == "There is a new question. Vote below."
        assert [text for text in heard if text.startswith("Your vote")] == [
            "Your vote: 3. You can change it until the vote is closed."
        ]
        assert all(one != after for one, after in pairwise(heard))
        do("end")
    slow.detach()
