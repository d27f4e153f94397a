"""The lesson "Before the merges", as a learner uses it."""

import re

from playwright.sync_api import Locator, Page, expect

from pages.session.link import Link
from tests.browser.actions import come_to_rest
from tests.browser.every_lesson.test_downloads import taken_tokenizer
from tests.served_app import Server

PATTERN = "Your own pattern: each match is a word"


def open_lesson(page: Page, server: Server, **params: str) -> None:
    address = "&".join(f"{key}={value}" for key, value in params.items())
    page.goto(f"{server.url}/before_merges?{address}")
    expect(page.locator(".numbers")).to_be_attached()
    page.locator(".other-rules > summary").click()
    page.locator(".of-numbers > summary").click()
    boxes = page.get_by_test_id("stMain").get_by_test_id("stExpander").locator("summary")
    boxes.nth(0).click()  # each normalization
    boxes.nth(1).click()  # the patterns
    expect(page.locator(".numbers")).to_be_visible()
    come_to_rest(page)  # a fold that opens moves what the mouse points to


def cut_pieces(page: Page, pattern: str) -> Locator:
    """The text as this pattern cuts it."""
    return page.locator(f'.pieces[aria-label="{pattern}"]')


def cut_by(page: Page, pattern: str) -> None:
    page.get_by_label(PATTERN).fill(pattern)
    page.get_by_role("button", name="Use this pattern").click()


def type_text(page: Page, text: str) -> None:
    page.get_by_label("Text to encode").fill(text)


def test_a_text_is_normalized_cut_and_taken_apart(page: Page, server: Server) -> None:
    """The chain and the first text come from the link; other texts are typed on the same page."""
    text = Link(input="ﬁne ①").to_params()["input"]
    open_lesson(page, server, input=text, norm="nfkc", pre="gpt4", merges="4")
    expect(page.locator(".verdict.gone")).to_have_text(re.compile("^× Not reversible: in 2 places"))
    assert_a_word_points_to_its_characters(page)
    assert_a_press_outlives_a_new_drawing(page)
    type_text(page, "I'LL pay 1234!\n\nOK")
    assert_a_pattern_is_taken_apart(page)
    type_text(page, "Café")
    assert_the_whole_way_ends_in_ids(page)
    type_text(page, "to be 42")
    assert_an_own_pattern_says_what_it_drops(page)
    type_text(page, "a" * 1_000)
    page.get_by_label(PATTERN).fill("a+")
    assert_a_pattern_that_repeats_too_often_is_refused(page)
    assert len(taken_tokenizer(page)["merges"]) == 4  # trained for whoever takes it home


def assert_a_word_points_to_its_characters(page: Page) -> None:
    row = page.locator("[data-name=gpt4]")
    expect(row).to_contain_text("used for training")
    expect(row.locator(".chip")).to_have_text(["fine", "Ġ", "1"])
    row.locator(".chip").last.hover()
    expect(page.locator(".characters .pointed")).to_have_text("①")
    expect(page.get_by_text("1: character 5 of your text")).to_be_visible()
    row.locator(".chip").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".characters .pointed")).to_have_text("␣")


def assert_a_press_outlives_a_new_drawing(page: Page) -> None:
    """The press sends what was typed, and the answer comes before the press ends."""
    summary = page.locator(".other-rules > summary")
    pressed = summary.element_handle()
    type_text(page, "ﬁne ②")
    summary.hover()
    page.mouse.down()
    page.wait_for_function("pressed => !pressed.isConnected", arg=pressed)
    page.mouse.up()
    expect(page.locator(".other-rules")).not_to_have_attribute("open", "")
    summary.click()


def assert_a_pattern_is_taken_apart(page: Page) -> None:
    """Each piece has the number of its alternative, and one alternative's pieces stand out."""
    pieces = cut_pieces(page, "GPT-2").locator(".chip")
    expect(pieces).to_have_text(["I2", "'4", "LL2", "␣pay2", "␣12343", "!4", "↵5", "↵6", "OK2"])
    pieces = cut_pieces(page, "GPT-4").locator(".chip")
    expect(pieces).to_have_text(["I2", "'LL1", "␣pay2", "␣7", "1233", "43", "!↵↵4", "OK2"])
    page.get_by_role("button", name="GPT-4", exact=True).click()
    page.locator(".alternative", has_text="up to three digits").click()
    expect(cut_pieces(page, "GPT-4").locator(".chip:not(.other)")).to_have_text(["1233", "43"])
    expect(cut_pieces(page, "GPT-2").locator(".chip.other")).to_have_count(0)


def assert_the_whole_way_ends_in_ids(page: Page) -> None:
    """BERT's published vocabulary, with the tokens that it adds."""
    ways = page.locator(".chain")
    expect(ways).to_have_count(2)
    expect(ways.last.locator(".panel")).to_have_count(4)
    expect(ways.last.locator(".last")).to_have_text("ids: 101 7668 102")


def assert_an_own_pattern_says_what_it_drops(page: Page) -> None:
    """The pattern is not in the address."""
    expect(cut_pieces(page, "GPT-4").locator(".chip")).to_have_text(["to2", "␣be2", "␣7", "423"])
    cut_by(page, r"\p{L}+")
    row = page.locator("[data-name=own]")
    expect(row.locator(".parts .chip:not(.dropped)")).to_have_text(["to", "be"])
    expect(row).to_contain_text("Your pattern drops text at: 2–3 ␣, 5–8 ␣42")
    assert "p%7BL" not in page.url
    assert "pattern" not in page.url


def assert_a_pattern_that_repeats_too_often_is_refused(page: Page) -> None:
    """The page goes on."""
    expect(cut_pieces(page, "GPT-2").locator(".chip")).to_have_text(["a" * 1_000 + "2"])
    expect(page.get_by_label(PATTERN)).to_have_value("a+")  # not sent, and not lost
    expect(page.get_by_label(PATTERN)).to_be_focused()
    cut_by(page, "a{99999999}")
    alert = page.get_by_test_id("stAlert").first
    expect(alert).to_contain_text("repeats something 99999999 times")
    cut_by(page, "a{500}")
    expect(page.locator("[data-name=own] .said")).to_contain_text("2 words")
