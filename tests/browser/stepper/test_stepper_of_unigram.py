"""The stepper of Unigram, as a learner uses it. Expected values were found by brute force.

It is opened without the page around it; the lesson's tests cover what needs the page.
"""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from bpe_core import train_unigram
from sample_corpora import load
from tests.browser.actions import MOVEMENT, click

Open = Callable[..., Locator]


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
