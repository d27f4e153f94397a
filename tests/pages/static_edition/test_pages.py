"""Compare the pages of the static edition, and what is done on them, with a kept outline."""

from typing import Any
from unittest.mock import patch

from pages.session.parameters import encode_text
from pages.static_edition import site_files
from sample_corpora import CATALOGUE
from tests.kept import OUTLINES, changes_by, compare_with_kept
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "page_in_browser.js"
KEPT = OUTLINES / "static-pages.outline"
CORPORA = ("hug", "low", "tea", "english", "lessons")
OWN = encode_text("哈哈 哈哈 low")
PAGE = "merge-by-merge.html"
ACTS = [
    ["open", PAGE, ""],
    ["open", PAGE, "?corpus=hug&step=2&lang=en"],
    ["press", "button.next"],
    *(["choose", f"#{field}", value] for field, value in {
        "tie": "lowest-id", "unit": "byte", "pre": "none", "marker": "·", "merges": "3", "min": "0",
        "lang": "zh", "corpus": "tea",
    }.items()),
    ["slow", True],
    ["choose", "#tie", "largest-text"],
    ["press", "#cancel"],
    ["slow", False],
    ["choose", "#corpus", "own"],
    ["choose", "#lang", "en"],
    ["press", "#train"],
    ["choose", "#text", "low " * 25_001],
    ["press", "#train"],
    ["choose", "#text", "low lower " * 200],  # a link holds no more
    ["press", "#train"],
    ["choose", "#text", "low lower " * 200 + "s"],
    ["press", "#train"],
    ["choose", "#text", "low lower"],
    ["press", "#train"],
    ["choose", "#min", "2"],
    ["open", PAGE, f"?text={OWN}&view=predict&merges=2000&lang=zh"],
    ["press", ".predict input"],
    ["open", PAGE, "?corpus=hug&view=present+predict"],
    ["press", ".turn button"],
    ["open", PAGE, "?corpus=low&fork=1.0.1"],
    ["open", PAGE, "?corpus=hug&fork=1.4.6&arrival=3&seed=4&embed=true"],
    ["press", "button.what-if", 1],
    ["choose", "#tie", "lowest-id"],
    ["late", "samples/english.js"],
    ["choose", "#corpus", "english"],
    ["choose", "#corpus", "low"],
    ["choose", "#marker", ""],
    ["arrive"],
    ["open", PAGE, "?corpus=hug&arrival=5"],
    ["press", ".go-on"],
    ["open", "unigram.html", "?corpus=low&step=1"],
    ["choose", "#corpus", "english"],
    ["open", "wordpiece.html", "?corpus=no-such&lang=zh"],
    ["open", "wordpiece.html", "?corpus=hug&view=predict"],
    ["press", ".turn button", 1],
    ["open", "what-tokens-are-for.html", "?corpus=hug&seed=2"],
    *(["open", "index.html", ""], ["open", "index.zh.html", ""]),
]  # fmt: skip


def test_each_page_is_drawn_and_used_as_it_was(browser: Script) -> None:
    """The walks themselves are compared elsewhere; here are all of its fields, and its address."""
    catalogue = {name: CATALOGUE[name] for name in CORPORA}
    with patch.multiple("pages.static_edition", CATALOGUE=catalogue, __version__="1.2.3"):
        files = site_files()
    del files["walks/unigram-english.js"]  # as without a network
    browser.ask(["site", files])

    def title(act: list[Any]) -> str:
        return " ".join(str(each)[:80] for each in act)

    compare_with_kept(changes_by(ACTS, browser.ask, title), KEPT)
