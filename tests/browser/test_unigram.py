"""The lesson "Unigram", as a learner uses it. Expected values come from brute force."""

import re
from collections.abc import Callable
from math import log
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sample_corpora import CATALOGUE
from tests.browser.actions import click, come_to_rest, words
from tests.browser.brute_force import number_in, probabilities, segmentations

Visit = Callable[..., Locator]
NewPage = Callable[..., Page]


def open_lesson(visit: Visit, page: Page, **params: object) -> Locator:
    status = visit(page, path="/unigram", **params)
    page.locator(".diagram").wait_for()
    return status


def ask_for(page: Page, word: str) -> None:
    field = page.get_by_label("Any word")
    field.fill(word)
    field.press("Enter")


def shown_ways(page: Page) -> list[str]:
    """The segmentations that are listed: tokens between bars."""
    return page.locator(".ways .way").evaluate_all(
        """nodes => nodes.map(node => [...node.querySelectorAll('.chip')].map(c => c.textContent)
           .join('|'))"""
    )


def test_a_step_is_a_round_of_pruning(page: Page, visit: Visit) -> None:
    status = open_lesson(visit, page)
    expect(status).to_have_text("Round 0 of 2: a seed of 19 tokens, none dropped yet")
    click(page, "Next", 2)
    expect(status).to_have_text("Round 2 of 2: 4 tokens dropped, 10 left")
    assert words(page) == ["hug ×10", "pug ×5", "pun ×12", "b|u|n ×4", "hug|s ×5"]


def test_a_round_sends_nothing_and_one_report_follows(page: Page, visit: Visit) -> None:
    sent: list[Any] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda payload: sent.append(payload)))
    open_lesson(visit, page, corpus="learning")
    come_to_rest(page)
    sent.clear()
    button = page.get_by_role("button", name="Next", exact=True).first
    button.evaluate("button => { for (let i = 0; i < 3; i++) button.click(); }")
    assert sent == []
    expect(page).to_have_url(re.compile(r"step=3"))
    assert len(sent) == 1


def test_a_lattice_lists_every_segmentation(page: Page, visit: Visit) -> None:
    open_lesson(visit, page, step=1, word="hugs")
    for word in ("hugs", "puns", "bugs"):
        ask_for(page, word)
        expect(page.locator(".diagram .unit")).to_have_text(list(word))
        assert_every_segmentation(page, word)


def assert_every_segmentation(page: Page, word: str) -> None:
    every = sorted(segmentations(word, probabilities(1)), key=lambda found: -found[1])
    assert shown_ways(page) == ["|".join(tokens) for tokens, _ in every]
    cells = page.locator(".ways tbody tr td:nth-child(2)").all_text_contents()
    for text, (_, probability) in zip(cells, every, strict=False):
        assert number_in(text) == pytest.approx(probability, rel=0.01)
    assert number_in(cells[-1]) == pytest.approx(sum(p for _, p in every), rel=0.01)
    best = page.locator(".diagram .label[data-state=best] .chip").all_text_contents()
    assert sorted(best) == sorted(every[0][0])
    assert page.locator(".arc.best").first.evaluate("n => getComputedStyle(n).strokeDasharray") == (
        "none"
    )


def test_viterbis_table_fills_position_by_position(page: Page, visit: Visit) -> None:
    open_lesson(visit, page, step=2, word="hugs")
    click(page, "First position")
    rows = page.locator(".viterbi tbody tr")
    expect(rows.nth(1)).to_have_class(re.compile("later"))
    click(page, "Next position", 3)
    expect(page.locator(".viterbi .where")).to_have_text("position 3 of 4")
    expect(rows.nth(4)).to_have_class(re.compile("later"))
    p = probabilities(2)
    compared = rows.nth(3).locator(".compared > div")
    expect(compared.locator(".chip")).to_have_text(["hug", "g"])
    expect(compared.first).to_contain_text(f"−{-log(p['hug']):.3f} ✓")
    expect(compared.nth(1)).to_contain_text(f"−{-log(p['h'] * p['u'] * p['g']):.3f}")
    expect(rows.nth(3).locator("td").last).to_have_text("hug from 0")
    click(page, "Last position")
    expect(page.locator(".trace-back")).to_contain_text("s from 3, then hug from 0")


def test_arrows_walk_through_the_table_that_has_the_focus(page: Page, visit: Visit) -> None:
    status = open_lesson(visit, page, step=1, word="hugs")
    page.get_by_role("button", name="First position").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".viterbi .where")).to_have_text("position 2 of 4")
    expect(status).to_contain_text("Round 1 of 2")


def test_a_chosen_segmentation_is_drawn_beside_the_best(page: Page, visit: Visit) -> None:
    open_lesson(visit, page, step=2, word="hugs")
    page.locator(".ways .way").nth(1).click()
    expect(page.locator(".arc.chosen")).to_have_count(4)  # h, u, g and s
    expect(page.locator(".arc.best")).to_have_count(2)  # hug and s


def test_a_clicked_word_opens_its_lattice_and_the_link_says_so(page: Page, visit: Visit) -> None:
    open_lesson(visit, page, step=1)
    page.locator(".words .word").nth(2).click()
    expect(page.get_by_label("Any word")).to_have_value("pun")
    expect(page.locator(".diagram .unit")).to_have_text(["p", "u", "n"])
    expect(page).to_have_url(re.compile("word=pun"))


HOSTILE = [
    "<img src=x onerror=a(1)>",
    "![x](http://e.com/b.png)",
    "a\x00\u202eb$x^2$",
    "👨‍👩‍👧 e\u0301",
]


def test_any_word_is_shown_as_it_is(page: Page, visit: Visit) -> None:
    open_lesson(visit, page)
    for word in HOSTILE:
        page.get_by_label("Any word").evaluate("(field, word) => { field.value = word; }", word)
        click(page, "Show its lattice")
        expect(page.locator(".diagram .unit").first).to_have_text(word[0])
        expect(page.locator(".diagram .unit")).to_have_count(len(word))
        expect(page.locator(".note")).to_contain_text("Not in the vocabulary")
        assert page.locator(".lattice img, .lattice script").count() == 0


def test_unknown_characters_are_named(page: Page, visit: Visit) -> None:
    open_lesson(visit, page)
    ask_for(page, "hugqé")
    expect(page.locator(".note .literal")).to_have_text("q (U+0071) é (U+00E9)")


def test_a_word_that_is_too_long_is_refused_and_the_last_stays(page: Page, visit: Visit) -> None:
    open_lesson(visit, page)
    ask_for(page, "a" * 25)
    expect(page.get_by_role("alert").filter(has_text="25 characters")).to_be_visible()
    expect(page.locator(".diagram .unit")).to_have_text(list("hugs"))


def test_a_size_can_be_chosen_and_too_small_a_one_is_explained(page: Page, visit: Visit) -> None:
    status = open_lesson(visit, page, size=14)
    expect(status).to_contain_text("Round 0 of 1")
    field = page.get_by_role("spinbutton", name="Vocabulary size")
    field.fill("3")
    field.press("Enter")
    expect(page.get_by_text("Choose at least 7")).to_be_visible()
    field.fill("12")
    field.press("Enter")
    expect(status).to_contain_text("a seed of 19 tokens")
    expect(page).to_have_url(re.compile("size=12"))


def test_a_word_opens_by_keyboard(page: Page, visit: Visit) -> None:
    status = open_lesson(visit, page, step=1)
    page.locator(".words .word").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect(page.get_by_label("Any word")).to_have_value("pun")
    expect(status).to_contain_text("Round 1 of 2")
    assert page.get_by_role("button", name="Pause").count() == 0


def test_a_long_text_is_trained_whole_and_shows_how_far_it_is(page: Page, visit: Visit) -> None:
    """A worker trains 13,500 characters, with every word twice; all of them are counted."""
    open_lesson(visit, page)
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Your own text").click()
    area = page.get_by_label("Your own text, or words")
    area.evaluate("area => { area.value = 'pug hugs '.repeat(1500) + 'mug mug'; }")
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator(".words .count")).to_have_text(["×1,500", "×1,500", "×2"])
    expect(page.locator(".headline")).to_contain_text("Round 0")


def test_a_corpus_with_nothing_to_prune_still_draws(page: Page, visit: Visit) -> None:
    status = open_lesson(visit, page, size=100)
    expect(status).to_contain_text("Nothing to prune")


@pytest.mark.parametrize("corpus", ["low", "chinese"])
def test_in_chinese_no_english_word_is_left(page: Page, visit: Visit, corpus: str) -> None:
    open_lesson(visit, page, corpus=corpus, lang="zh", step=1)
    page.locator(".katex-display").nth(1).wait_for()  # formulas are drawn last
    come_to_rest(page)
    page.locator(".chip, .addend bdi, .katex, .unit, .read").evaluate_all(
        "nodes => nodes.forEach(node => node.textContent = '')"
    )
    page.get_by_test_id("stIconMaterial").evaluate_all("icons => icons.forEach(i => i.remove())")
    text = page.locator("body").inner_text()
    entry = CATALOGUE[corpus]  # small corpora are named after their words
    known = {"BPE", "WordPiece", "Unigram", "English", "ln", "lattice"}
    known |= {*re.findall("[a-z]+", entry.title["zh"] + entry.note["zh"])}
    assert set(re.findall(r"[A-Za-z]{2,}", text)) <= known


def test_a_phone_shows_it_without_scrolling_sideways(new_page: NewPage, visit: Visit) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    status = open_lesson(visit, page, corpus="low")
    expect(page.get_by_role("heading", name="Vocabulary growth")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(status).to_contain_text("Round 1 of 4")
    expect(page.get_by_role("heading", name="The lattice of a word, round 1")).to_be_visible()
    buttons = page.locator(".small-transport button")
    expect(buttons.last).to_be_visible()
    # All at once: the lattice of the new round may be drawn meanwhile.
    boxes = buttons.evaluate_all("all => all.map(node => node.getBoundingClientRect().toJSON())")
    assert boxes
    for box in boxes:
        assert box["height"] >= 44
        assert 0 <= box["left"] <= box["right"] <= 390
