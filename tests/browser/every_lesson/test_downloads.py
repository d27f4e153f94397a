"""Downloads work at home: the files, and the stepper without this app."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tokenizers import Tokenizer

from bpe_core import Corpus, train_bpe, train_wordpiece
from tests.browser.actions import come_to_rest, words
from tests.browser.conftest import status
from tests.served_app import Server

STEPS = 24
HOSTILE = "</script><script>document.title='owned'</script> <img/src=x/onerror=alert(1)> %%DATA%%"


@pytest.fixture
def offline(open_stepper: Callable[..., Locator]) -> Page:
    """The file of a hostile corpus, at its second step, without a server."""
    corpus = Corpus.from_text(f"low low lower hug hug {HOSTILE} {HOSTILE}")
    return open_stepper(train_bpe(corpus, num_merges=STEPS), 2).page


def test_the_stepper_works_without_this_app(offline: Page) -> None:
    """Buttons, keys, the tree of a token, and both languages; a hostile text stays text."""
    expect(status(offline)).to_contain_text(f"Step 2 of {STEPS}")
    offline.get_by_role("button", name="Next", exact=True).click()
    expect(status(offline)).to_contain_text(f"Step 3 of {STEPS}")
    offline.keyboard.press("End")
    expect(status(offline)).to_contain_text(f"Step {STEPS} of {STEPS}")
    texts = [word.replace("|", "") for word in words(offline)]
    assert any("</script><script>document.title='owned'</script>" in text for text in texts), texts
    offline.locator(".words .chip", has_text="hug").first.click()
    expect(offline.locator("dialog[open] .leaf .chip")).to_contain_text(["hug"])
    offline.keyboard.press("Escape")
    offline.get_by_role("combobox", name="Language").select_option("zh")
    expect(status(offline)).to_contain_text(f"第 {STEPS} 步")
    assert offline.locator(".what-if, .other").count() == 0, "which ask for another training"
    assert offline.title() != "owned"
    assert offline.locator("script").count() == 2
    assert offline.locator("img").count() == 0


BACKGROUND = "(node) => getComputedStyle(node).getPropertyValue('--st-background-color')"


def test_a_printed_file_has_one_step_a_page(offline: Page) -> None:
    pages = re.findall(rb"/Type /Page\b", offline.pdf(prefer_css_page_size=True))
    assert len(pages) == STEPS + 1


def test_paper_is_light_for_a_learner_whose_screen_is_dark(offline: Page) -> None:
    offline.emulate_media(color_scheme="dark")
    offline.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert offline.locator("body").evaluate(BACKGROUND) == "#14171C"
    assert offline.locator("#pages").evaluate(BACKGROUND) == "#FFFFFF"
    merged = "(mount) => mount.style.getPropertyValue('--merged-tone')"
    tones = [offline.locator(f"{at} .mount").first.evaluate(merged) for at in ("#place", "#pages")]
    assert tones == ["90%, 62%", "90%, 40%"]


def choose(page: Page, title: str) -> None:
    """Choose a file under "Downloads" once nothing moves: a list closes when the page scrolls."""
    box = page.get_by_role("combobox", name="What to download")
    box.scroll_into_view_if_needed()
    come_to_rest(page)
    box.click()
    page.get_by_role("option", name=title).click()


def take(page: Page, title: str, told: str) -> Path:
    """Choose a file, which a sentence then describes, and download it."""
    choose(page, title)
    expect(page.get_by_text(told)).to_be_visible()
    return press_download(page)


def press_download(page: Page) -> Path:
    """Download what the button offers once it is drawn anew, which it is after its description."""
    come_to_rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    return Path(download.value.path())


def test_files_are_taken_home_from_a_lesson(page: Page, visit: Callable[..., object]) -> None:
    """The page, the tokenizer at this step, the table; a format that can't says why."""
    visit(page, corpus="low", step=3)
    page.get_by_text("Downloads", exact=True).click()
    assert (
        b'<script type="application/json" id="data">'
        in take(page, "as a web page", "One HTML file").read_bytes()
    )
    tokenizer = Tokenizer.from_file(str(take(page, "tokenizer.json", "the library tokenizers")))
    assert len(json.loads(tokenizer.to_str())["model"]["merges"]) == 3
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("(step 4 of 10)")).to_be_visible()
    later = Tokenizer.from_file(str(press_download(page)))
    assert len(json.loads(later.to_str())["model"]["merges"]) == 4
    table = take(page, "as a table", "One row per step").read_text(encoding="utf-8-sig")
    assert table.startswith("step,left,right,token,count")
    choose(page, "minbpe")
    expect(page.get_by_text("starts from bytes")).to_be_visible()


def taken_tokenizer(page: Page) -> dict[str, Any]:
    """The model in the tokenizer.json of the current lesson."""
    page.get_by_text("Downloads", exact=True).click()
    file = take(page, "tokenizer.json", "the library tokenizers")
    model: dict[str, Any] = json.loads(Tokenizer.from_file(str(file)).to_str())["model"]
    return model


def test_each_of_three_is_taken_home_as_it_is_at_its_step(
    page: Page, visit: Callable[..., object]
) -> None:
    """Side by side offers all three; the choice stays while the learner steps on."""
    visit(page, path="/side_by_side", corpus="low", step=3)
    assert len(taken_tokenizer(page)["merges"]) == 3
    page.get_by_role("combobox", name="Which training").click()
    page.get_by_role("option", name="WordPiece").click()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("(step 4 of ")).to_be_visible()
    tokenizer = json.loads(press_download(page).read_text(encoding="utf-8"))
    words = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trace = train_wordpiece(words, num_merges=4)
    assert list(tokenizer["model"]["vocab"]) == list(trace.tokenizer().vocabulary)


def test_a_tokenizer_is_brought_in_from_a_file(page: Page, server: Server, tmp_path: Path) -> None:
    """The file encodes, and there is a way back."""
    file = tmp_path / "<b>mine<b>.model"
    file.write_bytes(b"minbpe v1\n\n0\n108 111\n256 119\n")
    page.goto(f"{server.url}/encode?lang=en&corpus=low")
    expect(page.get_by_text("The text as tokens")).to_be_visible()
    page.get_by_text("Use a tokenizer from a file").click()
    page.locator("input[type=file].file").set_input_files(file)
    expect(page.get_by_text("tokens: 258, merges: 2")).to_be_visible()
    expect(page.get_by_text("<b>mine<b>.model")).to_be_visible()
    expect(page.locator(".chip", has_text=re.compile("^low$")).first).to_be_visible()
    page.get_by_role("button", name="Remove this tokenizer").press("Enter")
    expect(page.get_by_text("tokens: 258, merges: 2")).to_have_count(0)
