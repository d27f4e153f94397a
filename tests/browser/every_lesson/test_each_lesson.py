"""Each lesson, opened as at a first visit, with words that are more than text.

What only a browser can show of every lesson: nothing moves while it is drawn, it is accessible in
both themes, languages and widths, it is whole at twice the size and on a phone, no English word is
left in Chinese, any text is shown as it is, and nothing in it is executed.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, NamedTuple
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from benchmarks.learner import Learner
from pages.lessons import FIRST_LESSON
from pages.lessons import LESSONS as RECORDS
from pages.session.link import OWN, Link
from tests.browser.accessibility import CUT_OFF, OVERLAPPING, STRAY_STOPS, findings
from tests.browser.actions import come_to_rest, latin_words, open_charts, resize, stood_still
from tests.browser.conftest import BEEN_HERE, LESSONS
from tests.browser.tricky import TRICKY, as_written
from tests.examples import explores
from tests.served_app import PATIENCE, Server

HEIGHTS = {1280: 720, 390: 844}


class Look(NamedTuple):
    """How a visitor sees a page; on a phone, the switch for the language is folded away."""

    theme: Literal["light", "dark"]
    language: Literal["en", "zh"]
    width: int  # pixels

    def size(self) -> ViewportSize:
        return {"width": self.width, "height": HEIGHTS[self.width]}


#: Lessons take turns: together they are seen in both themes, languages and widths.
LOOKS = [
    Look("dark", "zh", 390),
    Look("dark", "en", 1280),
    Look("light", "en", 390),
    Look("light", "zh", 1280),
]
#: How many words of the text to encode a lesson shows.
TO_ENCODE = 5


def tricky_words(lesson: str) -> list[str]:
    """Lessons take turns at these words, too: a third for each, of every kind."""
    return TRICKY if explores() else TRICKY[LESSONS.index(lesson) % 3 :: 3]


def to_encode(words: list[str]) -> list[str]:
    """Some of the words of the corpus, of every kind."""
    return words[:: len(words) // TO_ENCODE][:TO_ENCODE]


def tricky_link(lesson: str) -> Link:
    """A table of the tricky words, all different in their counts, to be merged completely."""
    words = tricky_words(lesson)
    table = "\n".join(f"{word}\t{len(words) - i}" for i, word in enumerate(words))
    text = " ".join(to_encode(words))
    return Link(corpus=OWN, text=table, input=text, step=3, num_merges=4000)


#: What a lesson reads besides in `make explore`: its own corpus, a toy one, and Chinese as bytes.
USUAL = {
    "own": Link(),
    "hug": Link(corpus="hug", step=2),
    "bytes": Link(corpus=OWN, text="哈哈哈哈 你好，世界 hug", unit="byte", step=3),
}


def visits() -> Iterator[Any]:
    """A visit a lesson, to the first one also without a link; in `make explore`, all of them."""
    for i, lesson in enumerate(LESSONS):
        links = {"tricky": tricky_link(lesson), **(USUAL if explores() else {})}
        if lesson == FIRST_LESSON.address:
            links["own"] = USUAL["own"]
        for name, link in links.items():
            for look in LOOKS if explores() else [LOOKS[i % 4]]:
                words = f"{lesson}-{name}-{'-'.join(map(str, look))}"
                yield pytest.param(lesson, look, link, id=words)


#: What is written in Latin letters in Chinese, too: names, units and signs, and the corpus.
LATIN = {
    *("BPE", "WordPiece", "Unigram", "SentencePiece", "English", "id", "SVG", "PNG", "UTF"),
    *("hug", "pug", "pun", "bun", "hugs", "token"),
}
MODELS = {"BERT", "DeepSeek", "GPT", "Qwen", "cl", "gpt", "oss"}
GLITCHES = {"SolidGoldMagikarp", "rawdownloadcloneembedreportprint", "useRalative"}
#: And in some lessons, where terms in English stand behind the Chinese ones; code is not read.
LATIN_IN = {
    "across": {"BoundlessBPE", "SuperBPE", "GPT", "of", "the"},
    "before_merges": {"BERT", "CLS", "GPT", "SEP", "uncased"},
    "bytes": {"AE", "BC", "CC", "EF", "GBK", "Unicode", "byte", "fallback", "unk", "xE"},
    "compare": {
        "OOV",
        "held",
        "out",
        "set",
        "subword",
        "unk",
        *"keep keeper keepers light lighter lighting work worker workers".split(),
    },
    "course": {"Picky", "Python"},
    "quiz": {"Picky"},
    "encode": {"dropout"},
    "languages": {"GPT", "joint"},
    "model": {"GPT", "log"},
    "patches": {"byte", "log", "patch"},
    "picky": {"Picky", "ing"},  # a token of the corpus
    "sees": MODELS,
    "train": {"tokenizer"},
    "unigram": {"lattice", "likelihood", "ln"},
    "wild": {*MODELS, "glitch", *GLITCHES},
    "worksheet": {"Markdown", "PDF"},
    "your_bpe": {"CS"},
}
#: Where texts of learners, tokens, formulas and facts, with their authors' names, are shown.
AS_IT_IS = ".chip, bdi, .katex, .literal, .unit, .read, .program, table.facts"

#: Lessons that begin with a walk over the corpus.
WALKS = {"train", "wordpiece", "unigram", "across", "picky", "model"}
#: Lessons that show a few words, which they choose by their content, or none. Others test that
#: every word on a worksheet, side by side or in the code is shown as it is.
SHOWS_FEW = {"worksheet", "side_by_side", "code"}
SHOWS_NONE = {*("course", "languages", "parity", "quiz", "rooms", "sees", "terms", "your_bpe")}
LAST_STEP = {"en": "Last", "zh": "最后一步"}
#: The button that shows all of an introduction.
UNFOLD = {"en": "The whole explanation", "zh": "完整说明"}
GROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 28)"}

#: Everything below a document, including its shadow roots: the text of each node, and which
#: elements could do something. The navigation, which looks otherwise on a phone, has none of it.
ACTIVE_AND_TEXT = """() => {
  const active = [
    "script, iframe, frame, object, embed, style, link, base, meta, img, video, audio, template",
    "form[action], [onload], [onerror], [onmouseover]",
  ].join();
  const text = [], found = [], links = [], formulas = [];
  const walk = (root) => {
    for (const node of root.querySelectorAll(active)) {
      const { localName, textContent, content } = node;
      // Each panel brings its own of these two: only those out of a tricky word count.
      if (localName === "style" && !textContent.includes("color:red}")) continue;
      if (localName === "template" && !content.querySelector("slot")) continue;
      found.push(node.outerHTML.slice(0, 200));
    }
    for (const node of root.querySelectorAll("a")) links.push(node.href);
    for (const node of root.querySelectorAll("annotation")) formulas.push(node.textContent);
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (!["SCRIPT", "STYLE", "TEXTAREA"].includes(node.nodeName)) text.push(node.textContent);
    }
  };
  walk(document.body);
  return { text: text.filter((part) => part.length < 2000).join("\\n"), found, links, formulas };
}"""

#: Where the last thing ends that is neither folded nor the lesson's end, in pixels from the top. Of
#: what scrolls by itself, the part that is seen counts.
LAST_UNFOLDED = """() => {
  let last = 0;
  const walk = (node, floor) => {
    if (node.matches("details, .st-key-lesson_end") || !node.checkVisibility()) return;
    const { bottom, height } = node.getBoundingClientRect();
    const clips = height && getComputedStyle(node).overflowY !== "visible";
    const lowest = clips ? Math.min(floor, bottom) : floor;
    const texts = [...node.childNodes].some((it) => it.nodeType === Node.TEXT_NODE);
    const parts = [...node.children, ...(node.shadowRoot?.children ?? [])];
    if (texts || !parts.length) last = Math.max(last, Math.min(lowest, bottom));
    for (const part of parts) walk(part, lowest);
  };
  walk(document.querySelector("[data-testid='stMainBlockContainer']"), Infinity);
  return last;
}"""


#: Components that have drawn nothing. A page is not shown before all of its own have, or only after
#: eight seconds.
EMPTY = """() => [...document.querySelectorAll("[data-testid='stBidiComponentIsolated']")]
  .filter(({ shadowRoot }) => !shadowRoot?.querySelector(".mount")?.childElementCount)
  .map((node) => node.parentElement.closest("[class*='st-key-']")?.className ?? node.innerHTML)"""


@pytest.fixture(scope="module", autouse=True)
def vocabularies(server: Server) -> None:
    """Have the server load the published vocabularies, which it does once.

    Until then the lessons on them show the progress, and what comes then moves what is below.
    """
    visitor = Learner(server.url, "lang=en", "sees")
    visitor.wait_for_training()
    visitor.close()


def open_lesson(page: Page, server: Server, lesson: str, look: Look, link: Link) -> None:
    """Open a link to a lesson, as at a first visit after the arrival; wait until it is drawn."""
    page.emulate_media(color_scheme=look.theme)
    page.set_viewport_size(look.size())
    page.context.clear_cookies()  # nothing has been read yet
    page.context.add_cookies([BEEN_HERE])
    path = "" if lesson == FIRST_LESSON.address else lesson
    query = urlencode(replace(link, lang=look.language).to_params())
    page.goto(f"{server.url}/{path}?{query}")
    page.get_by_role("heading", level=1).wait_for()
    if lesson in WALKS:  # its training may take a while
        last_step(page, look.language).wait_for()
    come_to_rest(page)


def is_accessible_and_whole(page: Page, look: Look) -> None:
    """axe finds no violation that we caused; no line starts with punctuation.

    Nothing goes sideways on a phone; no text is cut off at twice the size.
    """
    ground = page.get_by_test_id("stApp").evaluate("n => getComputedStyle(n).backgroundColor")
    assert ground == GROUND[look.theme]
    assert findings(page) == []
    assert page.evaluate(STRAY_STOPS) == []
    assert page.evaluate(OVERLAPPING) == []
    # Of 1280 × 720 pixels, 640 × 360 are left at twice the size.
    for width, height in ((640, 360), (390, 844)) if look.width == 1280 else ((390, 844),):
        resize(page, width, height)
        assert page.evaluate(CUT_OFF) == [], width
    suits_a_thumb(page)


def keeps_its_length(page: Page) -> None:
    """A part is as high before it is scrolled to as it is then: nothing moves under a finger."""
    length = page.evaluate(LENGTH)
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    come_to_rest(page)
    assert page.evaluate(LENGTH) == length
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")


def suits_a_thumb(page: Page) -> None:
    """A walk's buttons are large enough on a phone; none is beyond its edge, nor is any choice."""
    boxes = page.locator(":is(.transport .buttons, .small-transport) button").evaluate_all(
        """all => all.filter((node) => node.checkVisibility())
          .map((node) => node.getBoundingClientRect().toJSON())"""
    )
    for box in boxes:
        assert box["height"] >= 44
        assert 0 <= box["left"] <= box["right"] <= 390
    beyond = page.locator('.st-key-off_stage [data-testid="stButtonGroup"] button').evaluate_all(
        """all => all.filter((node) => node.getBoundingClientRect().right > 390)
          .map((node) => node.textContent)"""
    )
    assert beyond == []


def introduction_is_whole_and_short(page: Page, language: str) -> None:
    """Above a stage on a phone, it is its first sentence, on two lines at most.

    A button shows the rest.
    """
    lead, rest = page.locator("[class*='st-key-idea_'] p").all()
    lines = lead.evaluate(
        """node => node.getBoundingClientRect().height /
          parseFloat(getComputedStyle(node).lineHeight)"""
    )
    assert lines < 2.5, lead.inner_text()
    expect(rest).to_be_hidden()
    page.get_by_role("button", name=UNFOLD[language]).click()
    expect(rest).to_be_visible()


LENGTH = """() => document.querySelector('[data-testid="stMain"]').scrollHeight"""


def is_in_chinese(page: Page, lesson: str, link: Link) -> None:
    """No English word is left, neither in sight nor in a button's name; charts are opened first."""
    has_charts = page.locator(".st-key-charts_box").count()
    if has_charts:
        open_charts(page)
        page.get_by_test_id("stVegaLiteChart").first.wait_for()
    words = latin_words(page, AS_IT_IS)
    labels = page.locator("[aria-label]").evaluate_all(
        """nodes => nodes.filter((node) => !node.closest("svg") && node.checkVisibility())
          .map((node) => node.ariaLabel)"""
    )
    words |= {word for label in labels for word in re.findall("[A-Za-z]{3,}", label)}
    # Some are parts of the corpus's words.
    ours = {word for word in words if word not in (link.text or "")}
    assert ours <= LATIN | LATIN_IN.get(lesson, set())
    if has_charts:
        open_charts(page)  # closes them


def fits_two_screens(page: Page, lesson: str) -> None:
    """A step of the course shows its argument on two screens; the rest is folded."""
    if RECORDS[lesson].step is None:
        return
    resize(page, 1280, HEIGHTS[1280])
    page.keyboard.press("Home")  # before any merges are listed
    most = 2.25 * HEIGHTS[1280]  # the tricky words need a little more room than a lesson's own
    page.wait_for_function(f"() => ({LAST_UNFOLDED})() <= {most}")


@pytest.mark.parametrize(("lesson", "look", "link"), list(visits()))
def test_a_lesson_is_accessible_stands_still_and_shows_any_text_as_it_is(
    measured_page: Page, server: Server, lesson: str, look: Look, link: Link
) -> None:
    """axe finds no fault but Streamlit's own; no layout shift is above 0.05; no text is cut off.

    The page is watched for dialogs and requests to other hosts.
    """
    page = measured_page
    open_lesson(page, server, lesson, look, link)
    assert page.evaluate(EMPTY) == []
    stood_still(page)  # trained before it is drawn
    keeps_its_length(page)
    if look.width == 1280:
        fits_two_screens(page, lesson)
    if look.language == "zh" and lesson != "code":
        is_in_chinese(page, lesson, link)
    if look.theme == "dark":  # axe looks at the first steps of some lessons, at the last of others
        to_last_step(page, look)
    is_accessible_and_whole(page, look)
    if RECORDS[lesson].can_be_presented:
        introduction_is_whole_and_short(page, look.language)
    shows_text_as_it_is(page, server, lesson, look, link)
    assert page.evaluate(CUT_OFF) == []
    if look.width == 390:
        fits_two_screens(page, lesson)


def shows_text_as_it_is(page: Page, server: Server, lesson: str, look: Look, link: Link) -> None:
    """After all merges, each tricky word can be read, and nothing in it does anything."""
    seen = to_last_step(page, look)
    if link.corpus == OWN and link.unit == "char":
        end = time.monotonic() + PATIENCE
        while (missing := missing_words(lesson, seen["text"])) and time.monotonic() < end:
            come_to_rest(page)
            seen = to_last_step(page, look)
        assert missing == []
    assert seen["found"] == []
    assert [link for link in seen["links"] if not link.startswith(server.url)] == []
    assert [formula for formula in seen["formulas"] if f"${formula}$" in "".join(TRICKY)] == []


def missing_words(lesson: str, text: str) -> list[str]:
    """The tricky words that a lesson must show and does not, by the page's text."""
    written = as_written(text)
    return [word for word in shown_words(lesson) if word not in written]


def last_step(page: Page, language: str) -> Locator:
    """The button of a walk that goes to its end."""
    return page.get_by_role("button", name=LAST_STEP[language], exact=True)


def to_last_step(page: Page, look: Look) -> dict[str, Any]:
    """Go to the last step, if the lesson is a walk, and return what can be seen."""
    last = last_step(page, look.language)
    if last.count() and last.is_enabled():
        last.click()
        come_to_rest(page)
    seen: dict[str, Any] = page.evaluate(ACTIVE_AND_TEXT)
    return seen


def shown_words(lesson: str) -> list[str]:
    """The tricky words that a lesson must show."""
    if lesson in SHOWS_FEW | SHOWS_NONE:
        return []
    words = tricky_words(lesson)
    return words if lesson in WALKS else to_encode(words)
