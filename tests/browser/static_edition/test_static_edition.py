"""The static edition in a real browser: from a web server, without a network, and from a disk."""

import functools
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from bpe_core import Corpus, train_bpe
from pages.session.parameters import decode_text, encode_text
from pages.static_edition import write_site
from sample_corpora import CATALOGUE
from tests.browser.accessibility import findings
from tests.browser.conftest import Watch
from tests.examples import explores

#: The corpora that are opened here: a search writes the walks of all of them.
OPENED = ("hug", "low", "tea", "school", "english")
OWN = "哈哈哈哈 嘻嘻 low lower lowest"
#: Bytes that may be sent until the first step can be taken.
MOST_SENT = 300_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    samples = {name: CATALOGUE[name] for name in (CATALOGUE if explores() else OPENED)}
    with patch("pages.static_edition.CATALOGUE", samples):
        write_site(folder)
    return folder


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The site, served as any web space serves files."""
    handler = functools.partial(Handler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def predict(page: Page) -> None:
    """Guess one of the candidates for the next step, and be told whether it was right."""
    page.locator(".predict input").check()
    candidates = page.locator("details.candidates")
    if candidates.get_attribute("open") is None:
        candidates.locator("summary").click()
    candidates.get_by_role("button").last.click()
    expect(page.locator(".answer")).not_to_be_empty()


def test_a_walk_without_the_app(new_page: Callable[..., Page], address: str, watch: Watch) -> None:
    """It steps, predicts, forks, trains an own text, speaks both languages, and needs no network.

    Afterwards the address says what is shown, as a link of the app would.
    """
    page = new_page(url=address)
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers["content-length"])))
    page.goto(f"{address}/merge-by-merge.html?corpus=hug")
    next_step = page.get_by_role("button", name="Next", exact=True)
    next_step.click()
    assert sum(sizes) < MOST_SENT
    expect(page.get_by_role("status").filter(has_text="Step 1 of")).to_contain_text("20")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=2*")
    assert findings(page) == []
    for panel in (".changed", ".why", ".growth"):
        expect(page.locator(panel)).to_be_in_viewport(ratio=1)

    page.get_by_role("button", name="What if this pair were merged next?").nth(1).click()
    expect(page.get_by_text("What if? Two trainings side by side")).to_be_visible()
    page.wait_for_url("**fork=3.*")

    page.locator("#lang").select_option("zh")
    expect(page.get_by_role("heading", level=1)).to_have_text("逐步合并")
    expect(page).to_have_title("逐步合并")
    page.locator("#corpus").select_option("own")
    expect(page.locator("#own")).to_be_visible()
    expect(page.locator("#status")).to_be_empty()
    page.locator("#text").fill("a" * 100_001)
    page.locator("#train").click()
    expect(page.locator("#status")).to_contain_text("10 万字节")
    page.locator("#text").fill(OWN)
    page.locator("#train").click()
    expect(page.locator("#pre")).to_have_value("gpt2")
    page.wait_for_url("**text=*")
    code = page.evaluate("new URLSearchParams(location.search).get('text')")
    assert decode_text(code) == OWN
    first = train_bpe(Corpus.from_text(OWN, pre_tokenizer="gpt2"), num_merges=1).merges[0]
    page.get_by_role("button", name="下一步", exact=True).click()
    said = page.get_by_role("status").filter(has_text="第 1 步")
    expect(said).to_contain_text(first.token)
    expect(said).to_contain_text(str(first.count))

    page.set_viewport_size({"width": 390, "height": 844})
    assert findings(page) == []

    page.goto(f"{address}/what-tokens-are-for.html?lang=en&corpus=hug&step=1&seed=2")
    expect(page.get_by_text("It wrote")).to_be_visible()
    page.get_by_role("button", name="nothing", exact=True).click()
    expect(page.locator(".turn .answer")).to_have_text("Right.")
    page.get_by_role("button", name="Write another word").click()
    page.wait_for_url("**seed=3*")
    assert findings(page) == []

    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(
        "caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys())"
        ".then((requests) => requests.map(({ url }) => url))"
    )
    assert f"{address}/merge-by-merge.html" in kept
    assert f"{address}/walks/unigram-tea-worths.js" in kept
    assert not [url for url in kept if "-english" in url and "/walks/" in url]
    for steps, is_offline in ((1, False), (2, True)):  # what was answered is not asked again
        page.context.set_offline(is_offline)
        for walk in ("unigram.html?lang=zh&corpus=low", "wordpiece.html?corpus=english&embed=true"):
            page.goto(f"{address}/{walk}")
            for _step in range(steps):
                page.get_by_role("button", name=re.compile("^(Next|下一步)$")).click()
            predict(page)
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    page.goto(f"{address}/unigram.html?lang=en&corpus=tea")  # never opened before
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_enabled()
    page.goto(f"{address}/unigram.html?lang=en&corpus=english")
    expect(page.locator("#status")).to_have_text("Open this corpus once with a network connection.")
    (problem,) = watch.problems
    assert "unigram-english.js" in problem
    watch.problems.clear()
    page.goto(f"{address}/index.zh.html")
    expect(page.get_by_role("link", name="WordPiece")).to_be_visible()
    assert findings(page) == []
    page.context.set_offline(False)


def test_a_walk_from_a_disk_on_a_phone(new_page: Callable[..., Page], site: Path) -> None:
    """An own text of the app's link is trained, and nothing is wider than the screen."""
    page = new_page(
        url=site.as_uri(), viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN"
    )
    page.goto(f"{site.as_uri()}/merge-by-merge.html?text={encode_text('a a a aaab')}&unit=byte")
    expect(page.locator("#text")).to_have_value("a a a aaab")
    page.get_by_role("button", name="下一步", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="第 1 步")).to_contain_text("2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{site.as_uri()}/merge-by-merge.html")  # a first visit answers first
    expect(page.locator(".arrival h2")).to_have_text("哪两个相邻的字符一起出现得最多？点一点它们。")
    for first in range(2):
        page.locator(".words .chip").nth(first).click()
    page.get_by_role("button", name="合并").click()
    expect(page.locator(".arrival h2")).to_have_text("接下来是哪两个？")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="显示全部面板").click()
    expect(page.locator("#corpus")).to_be_visible()
    # Begins with the lesson's words, like the app, and whole: only BPE has an arrival.
    page.goto(f"{site.as_uri()}/wordpiece.html?arrival=2")
    expect(page.locator("#corpus")).to_have_value("school")
    expect(page.locator("#corpus")).to_be_visible()
