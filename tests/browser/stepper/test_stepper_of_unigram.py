"""The stepper of Unigram, as a learner uses it. Expected values come from brute force.

It is opened without the page around it; the lesson's tests cover what needs the page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bpe_core import Corpus
from bpe_core.algorithms.unigram import train_unigram
from tests.browser.actions import NEXT_IN_MOTION, click, words
from tests.browser.brute_force import (
    HUG,
    cost_without,
    hug_trace,
    number_in,
    probabilities,
    segmentations,
)

Open = Callable[..., Locator]


def test_rounds_of_pruning_are_walked_and_explained(open_stepper: Open) -> None:
    status = open_stepper(hug_trace())
    page = status.page
    page.set_viewport_size({"width": 1280, "height": 1500})  # room for both reasons
    expect(status).to_have_text("Round 0 of 2: a seed vocabulary of 19 tokens, none dropped yet")
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
    expect(status).to_contain_text("Round 2 of 2")


#: Presses Next and stops the movement at its beginning and once words have fallen apart: the words
#: that are still shown as they were, the tokens in them that go, and how visible all others are.
FALLS_APART = """async () => {
  const { stopAt } = await (NEXT_IN_MOTION)();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const visible = (nodes) => nodes.map((node) => Number(getComputedStyle(node).opacity));
  return [0, 600].map((moment) => {
    stopAt(moment);
    return {
      words: all(".ghost.tokens").map((each) => each.textContent),
      go: all(".ghost .won").map((each) => each.textContent),
      before: visible(all(".ghost.tokens .chip")),
      after: visible(all(".words .chip.new")),
    };
  });
}""".replace("NEXT_IN_MOTION", NEXT_IN_MOTION)


def test_a_word_is_seen_with_the_token_that_goes_before_it_falls_apart(open_stepper: Open) -> None:
    status = open_stepper(hug_trace())
    page = status.page
    page.emulate_media(reduced_motion="no-preference")
    click(page, "Next")
    expect(status).to_contain_text("Round 1 of 2")
    was, now = (
        {word: max(segmentations(word, p), key=lambda found: found[1])[0] for word in HUG}
        for p in (probabilities(1), probabilities(2))
    )
    changed = [word for word in HUG if was[word] != now[word]]
    begins, ends = page.evaluate(FALLS_APART)
    assert begins["words"] == changed != []
    gone = [token for word in changed for token in was[word] if token not in now[word]]
    assert begins["go"] == gone != []
    assert set(begins["before"]) == {1}
    assert set(begins["after"]) == {0}
    assert set(ends["before"]) == {0}
    assert set(ends["after"]) == {1}


def words_are_shown_in_their_best_segmentation(page: Page) -> None:
    p = probabilities(2)
    best = [max(segmentations(word, p), key=lambda found: found[1])[0] for word in HUG]
    shown = words(page)
    assert shown == [
        f"{'|'.join(tokens)} ×{count}" for tokens, count in zip(best, HUG.values(), strict=True)
    ]
    assert shown == ["hug ×10", "pug ×5", "pun ×12", "b|u|n ×4", "hug|s ×5"]


def bars_are_what_removals_cost(page: Page) -> None:
    """The tokens to be dropped next are marked by a word, not only by colour."""
    p = probabilities(1)
    tokens = page.locator(".bars .chip").all_text_contents()
    costs = [number_in(text) for text in page.locator(".bars .value").all_text_contents()]
    assert tokens == sorted((t for t in p if len(t) > 1), key=lambda token: cost_without(token, p))
    for token, cost in zip(tokens, costs, strict=True):
        assert cost == pytest.approx(cost_without(token, p), rel=0.01, abs=1e-8)
    assert page.locator(".bars .mark").all_text_contents() == ["× next"] * 4 + [""] * 3


def a_reason_says_what_comes_instead(page: Page) -> None:
    stays = page.locator(".why .reason").nth(1)
    expect(stays.locator(".reason-title")).to_contain_text("pug is the cheapest that stays")
    expect(stays.locator(".removal")).to_contain_text(": pug would become pug.")
    expect(stays.locator(".removal .pair").nth(1).locator(".chip")).to_have_text(["p", "u", "g"])
    expect(stays.locator("details p").first).to_be_hidden()
    stays.get_by_text("The formula").click()
    says = stays.locator("details p").first.inner_text()
    assert number_in(says) == pytest.approx(cost_without("pug", probabilities(1)), rel=0.01)


def what_changed_names_dropped_tokens_and_words(page: Page) -> None:
    changed = page.locator(".changed")
    assert set(changed.locator(".gone .chip").all_text_contents()) == {"ug", "pu", "hugs", "bun"}
    expect(changed.locator(".moved li")).to_have_text(["bun→bun", "hugs→hugs"])
    expect(page.locator(".gains")).to_contain_text("+13")  # 36 tokens before, 49 now


def the_vocabulary_is_listed_by_probability(page: Page) -> None:
    rows = page.locator(".vocabulary .row")
    expect(rows.first.locator(".chip")).to_have_text("hug")
    value = rows.first.locator(".value").text_content()  # below the edge of the screen
    assert float(value or "") == pytest.approx(max(probabilities(2).values()), rel=0.01)
    expect(page.locator(".vocabulary .size")).to_have_text("Tokens: 10, in use: 7")


def test_a_corpus_with_nothing_to_prune_still_draws(open_stepper: Open) -> None:
    status = open_stepper(train_unigram(Corpus.from_counts(HUG), vocab_size=100))
    expect(status).to_contain_text("Nothing to prune")
