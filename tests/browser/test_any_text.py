"""Any text survives, in every lesson: nothing in it is obeyed, and it is shown as it is."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from pages.ui.link import OWN, Link
from tests.browser.conftest import LESSONS, Server
from tests.browser.tricky import TRICKY, as_written

NewPage = Callable[..., Page]

#: These choose a few words by what is in them, so that other words stand there than harmless ones.
CHOOSING = {"worksheet", "side_by_side"}
#: As many words that nothing reads anything into, of the same lengths and kinds.
PLAIN = [f"w{i:02}{'x' * (len(word) - 3)}" for i, word in enumerate(TRICKY)]

#: Everything below a document, its shadow roots included: the text of each bit of it and which
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
    path = "" if lesson == "train" else lesson
    page.goto(f"{server.url}/{path}?{urlencode(link.to_params())}")
    page.locator("h1").first.wait_for(timeout=20_000)
    settled(page)
    last = page.get_by_role("button", name="Last", exact=True)
    if last.count():
        last.click()
    seen = settled(page)
    return as_written(seen["text"]), seen["found"]


def settled(page: Page) -> dict[str, Any]:
    """What is to be seen once nothing runs and nothing changes any more."""
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
    """What a lesson shows of harmless words, it shows of tricky ones, letter by letter.

    And no element stands there that does not stand there with harmless words; that nothing opens
    a dialog or asks another host is watched on every page.
    """
    page = new_page(viewport={"width": 1280, "height": 1600})
    plain_text, plain_elements = look(page, server, lesson, PLAIN)
    text, elements = look(page, server, lesson, TRICKY)
    pairs = zip(PLAIN, TRICKY, strict=True)
    missing = [word for plain, word in pairs if plain in plain_text and word not in text]
    assert not missing or lesson in CHOOSING
    grown = {name: n for name, n in elements.items() if n > plain_elements.get(name, 0)}
    assert not set(grown) - {"button", "input", "svg"}
