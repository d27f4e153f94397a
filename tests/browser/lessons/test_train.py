"""The lesson "Merge by merge", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bpe_core import Corpus, Trace, train_bpe, train_unigram
from bpe_core.algorithms.unigram.trace import UnigramTrace
from tests.browser.actions import (
    click,
    come_to_rest,
    frames_sent,
    open_sidebar,
    own_text_field,
    use_text,
    words,
)
from tests.browser.conftest import status
from tests.served_app import Server

#: The words of the corpus "low", as in the paper.
LOW = {"low": 5, "lower": 2, "newest": 6, "widest": 3}

Visit = Callable[..., Locator]


def test_a_click_shows_a_merge_and_sends_nothing_and_one_report_follows(
    page: Page, visit: Visit
) -> None:
    """Back and forward in the browser then undo the steps and do them again."""
    sent = frames_sent(page)
    status = visit(page)
    expect(status).to_have_text("Step 0 of 7: A model has to read hugs. In which pieces?")
    come_to_rest(page)
    sent.clear()
    button = page.get_by_role("button", name="Next", exact=True)
    button.evaluate("button => button.click()")
    assert sent == []
    expect(status).to_have_text("Step 1 of 7: u + g → ug, 20 times")
    assert words(page) == ["h|ug ×10", "p|ug ×5", "p|u|n ×12", "b|u|n ×4", "h|ug|s ×5"]
    expect(page).to_have_url(re.compile(r"step=1"))
    come_to_rest(page)
    sent.clear()
    button.evaluate("button => { for (let i = 0; i < 4; i++) button.click(); }")
    assert sent == []
    expect(page).to_have_url(re.compile(r"step=5"))
    assert len(sent) == 1
    assert len(sent[0]) < 2_048
    page.go_back()
    expect(status).to_contain_text("Step 1 of 7")
    page.go_forward()
    expect(status).to_contain_text("Step 5 of 7")
    expect(page).to_have_url(re.compile("step=5"))


def test_what_is_drawn_later_leaves_the_walk_alone(page: Page, server: Server) -> None:
    """The first step happens before the settings and a notice come; the stepper stays as it is."""
    page.goto(f"{server.url}/?corpus=low&lang=en&merges=many")
    expect(status(page)).to_contain_text("Step 0 of 10")
    page.keyboard.press("ArrowRight")
    expect(status(page)).to_contain_text("Step 1 of 10")
    expect(page.get_by_test_id("stAlert")).to_contain_text("many")
    expect(page.get_by_label("End-of-word marker", exact=True)).to_be_attached()
    expect(status(page)).to_contain_text("Step 1 of 10")
    page.wait_for_url("**step=1*")
    half_a_character_in_a_field_is_replaced_and_told(page)


def half_a_character_in_a_field_is_replaced_and_told(page: Page) -> None:
    """A message that reached the server would end the connection."""
    open_sidebar(page)
    field = page.get_by_role("textbox", name="End-of-word marker")
    field.fill("<")
    field.evaluate(
        """node => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          set.call(node, "<" + String.fromCharCode(0xd83d, 0xd83d));
          node.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
        }"""
    )
    field.press("Enter")
    expect(page.get_by_text("2 half characters")).to_be_visible()
    expect(field).to_have_value("<\ufffd\ufffd")
    page.wait_for_url("**marker=*")


def choose_own_text(page: Page) -> None:
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Your own text").click()
    page.get_by_label("Your own text, or words").wait_for()


#: One character to a reader, and 10,001 code points.
LONG = "e" + "\u0301" * 10_000


def test_texts_of_ones_own_are_shown_or_refused_in_words(page: Page, visit: Visit) -> None:
    """One after another, as a learner types or chooses them; a refused one changes nothing."""
    visit(page, corpus="hug", step=7)
    click(page, "What comes next")  # the link opens the end of its walk
    expect(page.locator(".st-key-lesson_end")).to_be_in_viewport()
    page.get_by_role("combobox", name="Corpus").scroll_into_view_if_needed()
    come_to_rest(page)
    choose_own_text(page)
    own_text_field(page).fill("   ")
    click(page, "Use this text")
    expect(page.get_by_text("There is nothing to train on")).to_be_visible()
    use_text(page, "哈哈哈哈 aaaab")
    expect(page.locator(".words .word").first).to_have_text("哈哈哈哈×1")
    assert words(page)[0] == "哈|哈|哈|哈 ×1"
    expect(page).to_have_url(re.compile("text="))
    use_text(page, LONG)
    expect(page.get_by_text("10,001 characters in use")).to_be_visible()
    expect(page.locator(".why")).to_contain_text("9,999 times in the word")  # its walk is here
    click(page, "Last")
    expect(page.locator(".finale")).to_contain_text("10,001 → 9 tokens at step 11")  # of 2,048 each
    expect(page).to_have_url(re.compile("step="))  # reported before the next text comes
    use_text(page, "hug 10\npug 5")
    expect(page.locator(".words .count")).to_have_text(["×10", "×5"])
    use_text(page, "pug pug")
    expect(page.locator(".words .count")).to_have_text(["×2"])
    page.locator("input[type=file]").set_input_files(
        {"name": "bad.txt", "mimeType": "text/plain", "buffer": b"caf\xe9 au lait"}
    )
    expect(page.get_by_text("not text in UTF-8")).to_contain_text("3")
    expect(page.locator(".words .count")).to_have_text(["×2"])
    own_text_field(page).evaluate("area => { area.value = 'a'.repeat(200001); }")
    click(page, "Use this text")
    expect(page.get_by_text("200,001 bytes")).to_be_visible()
    expect(page.locator(".words .count")).to_have_text(["×2"])
    own_text_field(page).evaluate(r"area => { area.value = 'ab \ud83d ab'; }")
    click(page, "Use this text")
    expect(page.get_by_text("1 half character ")).to_be_visible()
    expect(page.locator(".words .word").first).to_have_text("ab×2")  # its walk is here
    click(page, "Next")
    expect(page.locator(".headline")).to_contain_text("Step 1 of")
    expect(page).to_have_url(re.compile("step=1"))
    use_text(page, "a a a")
    expect(page.get_by_text("There is nothing to merge")).to_be_visible()


def box_the_marker(page: Page) -> None:
    """With w as the marker, low ends with two w: the last one is boxed, and the page says why."""
    words = page.locator(".words").first.locator(".word")
    boxes = words.locator(".chip").last.locator(".marker")
    expect(boxes).to_have_text("w")
    assert words.locator(".marker").count() == words.count()
    legend = "w in a separate box is the end-of-word marker."
    expect(page.get_by_text(legend).first).to_be_visible()


MARKED = Corpus.from_counts(LOW, end_of_word="w")
MARKED_BYTES = Corpus.from_counts(LOW, unit="byte", end_of_word="w")


@pytest.mark.parametrize(
    ("trace", "step"),
    [
        (train_bpe(MARKED, num_merges=10), 3),
        (train_bpe(MARKED_BYTES, num_merges=10), 3),
        (train_unigram(MARKED, vocab_size=20), 1),
    ],
    ids=["characters", "bytes", "unigram"],
)
def test_a_marker_that_is_a_letter_is_told_from_it(
    open_stepper: Callable[..., Locator], trace: Trace | UnigramTrace, step: int
) -> None:
    box_the_marker(open_stepper(trace, step=step).page)


def test_a_long_title_of_a_corpus_has_a_row_of_its_own_on_a_phone(
    new_page: Callable[..., Page], visit: Visit
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    title = page.locator(".st-key-corpus_choice input")
    for corpus in ("learning", "repetition"):
        visit(page, corpus=corpus)
        assert title.evaluate("input => input.scrollWidth <= input.clientWidth")
