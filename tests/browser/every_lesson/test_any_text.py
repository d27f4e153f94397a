"""Any text survives where a lesson chooses from it: each tricky word is shown as it is.

`test_each_lesson` looks at every lesson; here are those that show a few words at a time.
"""

import time
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page

from bpe_core import Corpus
from classroom import Hand
from classroom.hand import MOST_UNITS, MOST_WORDS, SHORT
from classroom.worksheet import make_worksheet
from pages.lessons.worksheet.sheet import sheet_html, student
from pages.session.link import OWN, Link
from tests.browser.conftest import PATIENCE
from tests.browser.tricky import TRICKY, as_written
from tests.served_app import Server


def address(server: Server, lesson: str, words: list[str]) -> str:
    """A lesson on a table of words, after all merges."""
    table = "\n".join(f"{word}\t{len(words) - i}" for i, word in enumerate(words))
    link = Link(corpus=OWN, text=table, num_merges=4000, lang="en")
    return f"{server.url}/{lesson}?{urlencode(link.to_params())}"


def come_to_read(rows: Locator, wanted: list[str]) -> None:
    """Wait until rows of tokens read as expected."""
    read = """(rows) => rows.map((row) => [...row.children].map((chip) => chip.textContent))"""
    seen: list[str] = []
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        found = rows.evaluate_all(read)
        seen = [as_written("".join(tokens)) for tokens in found]
        if seen == wanted:
            return
        rows.page.wait_for_timeout(20)
    assert seen == wanted


def handfuls() -> list[list[str]]:
    """A sheet uses a handful of short words; if all are long, it uses their beginnings."""
    short = [word for word in TRICKY if 2 <= len(word) <= SHORT]
    long = list(dict.fromkeys(word[:MOST_UNITS] for word in TRICKY if len(word) > SHORT))
    return [
        words[i : i + MOST_WORDS]
        for words in (short, long)
        for i in range(0, len(words), MOST_WORDS)
    ]


def test_every_tricky_word_is_on_a_worksheet_as_it_is(page: Page, server: Server) -> None:
    """One sheet in the app, and the HTML of all others as a browser reads it."""
    first, *others = handfuls()
    page.goto(address(server, "worksheet", first))
    words_to_merge = page.locator(".worksheet").first.locator("section").first
    come_to_read(words_to_merge.locator("td.tokens"), first)
    sheets = []
    for words in others:
        counts = {word: len(words) - i for i, word in enumerate(words)}
        sheet = make_worksheet(Hand.of(Corpus.from_counts(counts), 0), seed=0, merges=3)
        sheets.append(sheet_html(sheet, student(), source=""))
    # The app's scripts would live on in a document that is only filled again, and add to it.
    page.goto("about:blank")
    page.set_content("".join(sheets))
    for words, sheet in zip(others, page.locator(".worksheet").all(), strict=True):
        come_to_read(sheet.locator("section").first.locator("td.tokens"), words)
    assert page.locator("script, iframe, form, img, a, svg, style, template").count() == 0
