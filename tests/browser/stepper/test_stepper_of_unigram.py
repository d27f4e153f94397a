"""The stepper of Unigram, as a learner uses it. Expected values were found by brute force.

It is opened without the page around it; the lesson's tests cover what needs the page.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from bpe_core import train_unigram
from sample_corpora import load
from tests.browser.actions import MOVEMENT, click, words

Open = Callable[..., Locator]


def test_rounds_of_pruning_are_walked_and_explained(open_stepper: Open) -> None:
    status = open_stepper(train_unigram(load("hug"), vocab_size=10))
    page = status.page
    page.set_viewport_size({"width": 1280, "height": 1500})  # room for both reasons
    expect(status).to_have_text("Round 0 of 2: a seed vocabulary of 19 tokens, none dropped yet")
    assert page.locator(".words").get_by_role("button").count() == 0, "no lattice without a server"
    click(page, "Next")
    expect(status).to_contain_text("Round 1 of 2")
    bars_are_what_removals_cost(page)
    a_reason_says_what_comes_instead(page)
    click(page, "Next")
    expect(status).to_have_text("Round 2 of 2: 4 tokens dropped, 10 left")
    words_are_shown_in_their_best_segmentation(page)
    what_changed_names_dropped_tokens_and_words(page)
    the_vocabulary_is_listed_by_probability(page)
    page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("Round 1 of 2")
    page.keyboard.press("End")
    expect(page.locator(".finale")).to_contain_text("Vocabulary: 19 → 10 tokens")


def test_a_word_is_seen_with_the_token_that_goes_before_it_falls_apart(open_stepper: Open) -> None:
    status = open_stepper(train_unigram(load("hug"), vocab_size=10))
    status.page.emulate_media(reduced_motion="no-preference")
    click(status.page, "Next")
    expect(status).to_contain_text("Round 1 of 2")
    begins, ends = status.evaluate(MOVEMENT, ["next", [0, 600]])
    assert begins["over"] == begins["won"] == ["bun", "hugs"]
    assert (begins["visible"], begins["below"]) == ([1], [0, 1])
    assert (ends["visible"], ends["below"]) == ([0], [1])


def test_what_a_round_drops_is_lit_forwards_only(open_stepper: Open) -> None:
    status = open_stepper(train_unigram(load("school"), vocab_size=30))
    status.page.emulate_media(reduced_motion="no-preference")
    (dropping,) = status.evaluate(MOVEMENT, ["next", [200]])
    assert dropping["lit"] > 0
    (back,) = status.evaluate(MOVEMENT, ["previous", [200]])
    assert back["leaving"] > back["lit"] == 0, "nothing has won"


def words_are_shown_in_their_best_segmentation(page: Page) -> None:
    assert words(page) == ["hug ×10", "pug ×5", "pun ×12", "b|u|n ×4", "hug|s ×5"]


def bars_are_what_removals_cost(page: Page) -> None:
    """The tokens to be dropped next are marked by a word, not only by colour."""
    tokens = page.locator(".bars .chip")
    expect(tokens).to_have_text(["ug", "pu", "hugs", "bun", "pug", "hug", "pun"])
    costs = ["2.86 × 10⁻⁶", "3.19 × 10⁻⁶", "18.3", "43.3", "55", "117.4", "142.8"]
    expect(page.locator(".bars .value")).to_have_text(costs)
    assert page.locator(".bars .mark").all_text_contents() == ["× next"] * 4 + [""] * 3


def a_reason_says_what_comes_instead(page: Page) -> None:
    stays = page.locator(".why .reason").nth(1)
    expect(stays.locator(".reason-title")).to_contain_text("pug is the cheapest that stays")
    expect(stays.locator(".removal")).to_contain_text(": pug would become pug.")
    expect(stays.locator(".removal .pair").nth(1).locator(".chip")).to_have_text(["p", "u", "g"])
    expect(stays.locator("details p").first).to_be_hidden()
    stays.get_by_text("The formula").click()
    expect(stays.locator("details p").first).to_have_text(re.compile("= 55$"))


def what_changed_names_dropped_tokens_and_words(page: Page) -> None:
    changed = page.locator(".changed")
    assert set(changed.locator(".gone .chip").all_text_contents()) == {"ug", "pu", "hugs", "bun"}
    expect(changed.locator(".moved li")).to_have_text(["bun→bun", "hugs→hugs"])
    expect(page.locator(".gains")).to_contain_text("+13")  # 36 tokens before, 49 now


def the_vocabulary_is_listed_by_probability(page: Page) -> None:
    rows = page.locator(".vocabulary .row")
    expect(rows.first.locator(".chip")).to_have_text("hug")
    expect(rows.first.locator(".value")).to_have_text("0.297")
    expect(page.locator(".vocabulary .size")).to_have_text("Tokens: 10, in use: 7")


def test_what_changed_compares_with_the_round_before(open_stepper: Open) -> None:
    """In `quit`, that is whole up to round 2, t and hat in round 3, and letters in round 4."""
    status = open_stepper(train_unigram(load("quit"), vocab_size=8), step=4)
    before = status.page.locator(".moved li", has_text="that").locator(".pair").first
    expect(before.locator(".chip")).to_have_text(["t", "hat"])


def test_a_corpus_with_nothing_to_prune_still_draws(open_stepper: Open) -> None:
    status = open_stepper(train_unigram(load("hug"), vocab_size=100))
    expect(status).to_contain_text("Nothing to prune")
