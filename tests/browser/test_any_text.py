"""Any text survives in every lesson: it is shown as it is, and nothing in it is executed."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from bpe_core.training.three_algorithms import HOLD_OUT
from classroom.hand import MOST_UNITS, MOST_WORDS, SHORT
from pages.lessons import FIRST_LESSON
from pages.session.link import NAME_LIMIT, OWN, Link
from tests.browser.conftest import LESSONS
from tests.browser.tricky import TRICKY, as_written
from tests.served_app import Server

NewPage = Callable[..., Page]

#: Lessons that cannot be compared word by word. Some choose a few words by their content, so tricky
#: words lead to a different choice; another test checks that every word is shown as it is. Others
#: show ids between a word's tokens, and how far these are merged depends on the other words.
CHOOSING = {"worksheet", "side_by_side", "code"}
#: The same number of harmless words, of the same lengths and kinds.
PLAIN = [f"w{i:02}{'x' * (len(word) - 3)}" for i, word in enumerate(TRICKY)]

#: Everything below a document, including its shadow roots: the text of each node, and which
#: elements could do something.
LOOK = """() => {
  const active = [
    "script, iframe, frame, object, embed, form, style, link, base, meta, img, a, video, audio",
    "svg, math, .katex, template, button, input",
  ].join();
  const text = [], found = {};
  const walk = (root) => {
    for (const { localName } of root.querySelectorAll(active))
      found[localName] = (found[localName] ?? 0) + 1;
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (!["SCRIPT", "STYLE", "TEXTAREA"].includes(node.nodeName)) text.push(node.textContent);
    }
  };
  walk(document.body);
  return { text: text.filter((part) => part.length < 2000).join("\\n"), found };
}"""


def look(page: Page, server: Server, lesson: str, words: list[str]) -> tuple[str, dict[str, int]]:
    """What a lesson shows of a table of words, after all merges."""
    table = "\n".join(f"{word}\t{len(words) - i}" for i, word in enumerate(words))
    link = Link(corpus=OWN, text=table, input=" ".join(words[:40]), num_merges=4000, lang="en")
    path = "" if lesson == FIRST_LESSON.address else lesson
    page.goto(f"{server.url}/{path}?{urlencode(link.to_params())}")
    page.locator("h1").first.wait_for()
    if lesson == "inside":  # a process opens its vocabulary first, and its parts come one by one
        page.get_by_role("heading", name="Unreachable tokens").wait_for()
        expect(page.get_by_text("This can take a few seconds.")).to_have_count(0)
    settled(page)
    last = page.get_by_role("button", name="Last", exact=True)
    if last.count():
        last.click()
    seen = settled(page)
    return as_written(seen["text"]), seen["found"]


def settled(page: Page) -> dict[str, Any]:
    """What can be seen once nothing runs and nothing changes any more."""
    app = page.get_by_test_id("stApp")
    before: dict[str, Any] = {}
    for _ in range(60):
        page.wait_for_timeout(300)
        seen = dict(page.evaluate(LOOK))
        running = app.get_attribute("data-test-script-state") != "notRunning"
        if seen == before and not running and not page.get_by_test_id("stProgress").count():
            return seen
        before = seen
    raise TimeoutError("the page did not come to rest")


@pytest.mark.parametrize("lesson", LESSONS)
def test_tricky_words_are_shown_like_any_other(
    new_page: NewPage, server: Server, lesson: str
) -> None:
    """A lesson shows tricky words exactly as it shows harmless ones, letter by letter.

    The page also has no element that it lacks with harmless words. Every page is watched for
    dialogs and requests to other hosts.
    """
    page = new_page(viewport={"width": 1280, "height": 1600})
    plain_text, plain_elements = look(page, server, lesson, PLAIN)
    text, elements = look(page, server, lesson, TRICKY)
    pairs = zip(PLAIN, TRICKY, strict=True)
    missing = [word for plain, word in pairs if plain in plain_text and word not in text]
    assert not missing or lesson in CHOOSING
    grown = {name: n for name, n in elements.items() if n > plain_elements.get(name, 0)}
    assert not set(grown) - {"button", "input", "svg"}


def address(server: Server, lesson: str, words: list[str]) -> str:
    """A lesson on a table of words, after all merges."""
    table = "\n".join(f"{word}\t{len(words) - i}" for i, word in enumerate(words))
    link = Link(corpus=OWN, text=table, num_merges=4000, lang="en")
    return f"{server.url}/{lesson}?{urlencode(link.to_params())}"


def come_to_read(rows: Locator, wanted: list[str]) -> None:
    """Wait until rows of tokens read as expected; WordPiece's prefix ## is not text."""
    read = """(rows) => rows.map((row) => [...row.children].map((chip) => chip.textContent))"""
    seen: list[str] = []
    for _ in range(200):
        found = rows.evaluate_all(read)
        plain = [[first, *(each.removeprefix("##") for each in rest)] for first, *rest in found]
        seen = [as_written("".join(tokens)) for tokens in plain]
        if seen == wanted:
            return
        rows.page.wait_for_timeout(20)
    assert seen == wanted


def test_every_tricky_word_is_on_a_worksheet_as_it_is(page: Page, server: Server) -> None:
    """A sheet uses a handful of short words; if all are long, it uses their beginnings."""
    short = [word for word in TRICKY if 2 <= len(word) <= SHORT]
    long = list(dict.fromkeys(word[:MOST_UNITS] for word in TRICKY if len(word) > SHORT))
    for words in (short, long):
        for i in range(0, len(words), MOST_WORDS):
            handful = words[i : i + MOST_WORDS]
            page.goto(address(server, "worksheet", handful))
            table = page.locator(".worksheet").first.locator("section").first
            table.wait_for()
            come_to_read(table.locator("td.tokens"), handful)


def test_every_tricky_word_is_cut_as_it_is_side_by_side(page: Page, server: Server) -> None:
    """Each of the three encodes them, typed as one word: several in a row, up to a word's limit."""
    # WordPiece must also know each character inside a word; and every tenth word is held out.
    corpus = ["x" + "".join(sorted(set("".join(TRICKY)))), *TRICKY]
    for i in range(HOLD_OUT - 1, len(corpus) + len(corpus) // HOLD_OUT + 1, HOLD_OUT):
        corpus.insert(i, f"plain{i}")
    page.goto(address(server, "side_by_side", corpus))
    page.get_by_role("button", name="Last", exact=True).click()
    field = page.get_by_label("Any word")
    for word in in_a_row(TRICKY, NAME_LIMIT):
        field.fill(word)
        field.press("Enter")
        come_to_read(page.locator(".row-of-word .cells"), [word] * 3)


def in_a_row(words: list[str], limit: int) -> Iterator[str]:
    """Words joined together, up to a number of characters."""
    row = ""
    for word in words:
        if len(row + word) > limit:
            yield row
            row = ""
        row += word
    yield row
