"""What surrounds the lessons, as a browser sees it."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pages.session.link import OWN, Link
from tests.browser.conftest import Watch
from tests.served_app import start_server, stop

Visit = Callable[..., Locator]
NewPage = Callable[..., Page]


def test_the_first_page_is_ready_to_step(page: Page, visit: Visit) -> None:
    """The landing page has a corpus loaded and shows the state before the first merge."""
    expect(visit(page)).to_contain_text("Step 0")
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize(
    ("locale", "params", "lang", "words"),
    [
        ("zh-CN", {}, "zh-Hans", "0 步"),
        ("zh-CN", {"lang": "en"}, "en", "Step 0"),
    ],
)
def test_the_language_is_the_links_then_the_browsers(
    new_page: NewPage, visit: Visit, locale: str, params: dict[str, str], lang: str, words: str
) -> None:
    """The document also says which language it is in."""
    page = new_page(locale=locale)
    expect(visit(page, **params)).to_contain_text(words)
    expect(page.locator("html")).to_have_attribute("lang", lang)


def test_the_address_says_what_is_shown(page: Page, visit: Visit) -> None:
    """The address includes the language, so that a copied link opens as it looked."""
    visit(page, corpus="low", step=2)
    page.wait_for_url(re.compile("lang="))
    params = {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}
    assert params == {"corpus": "low", "step": "2", "lang": "en"}


def test_a_lessons_own_address_works_as_the_first_after_a_start(
    new_page: NewPage, tmp_path: Path
) -> None:
    """The whole frame is there, and the link's corpus and step."""
    fresh = start_server(tmp_path / "log.txt")
    page = new_page(fresh.url)
    try:
        page.goto(f"{fresh.url}/unigram?corpus=low&step=2")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Round 2 ")).to_be_visible()
        expect(page.get_by_test_id("stSidebar")).to_be_attached()
    finally:
        page.close()
        stop(fresh.process)
    assert not fresh.faults()


#: A wrong value for each parameter of a link that is a choice: all are reported.
WRONG = {
    "corpus": "![x](http://localhost:9/b.png)",
    "unit": "<img src=x onerror=alert(1)>",
    "tie": "`:red[x]` $x^2$ :smile: [a](javascript:alert(1))",
    "pre": "</code><script>alert(1)</script>",
}


def test_a_link_that_is_wrong_is_told_and_not_obeyed(page: Page, visit: Visit) -> None:
    """The page repeats the bad value as shortened text, and shows the default."""
    visit(page, **WRONG)
    notices = page.get_by_test_id("stAlert")
    expect(notices).to_have_count(len(WRONG))
    for value in WRONG.values():
        expect(notices.filter(has_text=value[:40])).to_have_count(1)
    assert notices.locator("img, a, script").count() == 0


def test_a_text_in_a_link_is_shown_as_text(page: Page, visit: Visit) -> None:
    """Nothing in it runs, contacts another host, or breaks the page: the watch would notice."""
    text = (
        "<img src=x onerror=alert(1)> </script><script>alert(1)</script>"
        " ![x](http://localhost:9/b.png) :red[x] $$x$$ https://localhost:9/"
        " a\0b e" + "\u0301" * 500 + " \u202eabc\u202c שלום عليكم 👩‍👩‍👧‍👦 哈哈哈哈"
    )
    status = visit(page, **Link(corpus=OWN, text=text, step=1).to_params())
    expect(status).to_contain_text("Step 1")


@pytest.mark.parametrize(("scheme", "ground"), [("light", "255"), ("dark", "20")])
def test_light_and_dark_follow_the_reader(
    new_page: NewPage, visit: Visit, scheme: str, ground: str
) -> None:
    page = new_page(color_scheme=scheme)
    visit(page)
    colour = page.get_by_test_id("stApp").evaluate("node => getComputedStyle(node).backgroundColor")
    assert colour.startswith(f"rgb({ground},")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_never_scrolls_sideways(new_page: NewPage, visit: Visit, language: str) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    visit(page, lang=language)
    wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    main = page.get_by_test_id("stMain").evaluate("node => node.scrollWidth - node.clientWidth")
    assert (wide, main) == (0, 0)


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>alert(1)</script>", "dialog: 1"),
        ("<script>throw new Error('oh')</script>", "page error: oh"),
        ("<img src='http://localhost:9/b.png'>", "request to another host"),
    ],
)
def test_the_watch_would_see_it(browser: Browser, html: str, problem: str) -> None:
    """Each kind of trouble, on a page that has it."""
    watch = Watch()
    page = browser.new_page()
    watch.follow(page, "http://127.0.0.1:1")
    page.set_content(html)
    page.close()
    assert any(problem in seen for seen in watch.problems)
