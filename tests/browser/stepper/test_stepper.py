"""The stepper of BPE and WordPiece, as a learner uses it. Expected values are counted by hand.

It is opened without the page around it; the lessons' tests cover what needs the page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from bpe_core import Corpus, train_bpe, train_wordpiece
from sample_corpora import load
from tests.browser.actions import NEXT_IN_MOTION, click

Open = Callable[..., Locator]

HUG = load("hug")


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_right_to_left_words_run_right_to_left(open_stepper: Open, unit: str) -> None:
    """Lamed, the second letter of shalom, is to the left of the first, shin."""
    page = open_stepper(train_bpe(Corpus.from_text("שלום", unit=unit))).page
    shin, lamed = page.locator(".words .chip").all()[:2]
    assert (lamed.bounding_box() or {})["x"] < (shin.bounding_box() or {})["x"]


#: Presses Next and, in the next picture, stops the movement at each of these moments: where the
#: tokens of the first word are, how visible the new one is, whether the next pair is ringed and
#: told, what is told of the changes, how far the line of what was gained ends from its dot, and
#: which counts stand at the bars.
MOVEMENT = """async (moments) => {
  const { ends, stopAt } = await (NEXT_IN_MOTION)();
  const place = (node) => {
    const { left, right } = node.getBoundingClientRect();
    return [Math.round(left), Math.round(right)];
  };
  return moments.map((moment) => {
    if (moment > 1_150) for (const end of ends) end();
    stopAt(moment);
    return {
      lent: [...document.querySelectorAll(".ghost.tokens")].map((each) => each.textContent),
      parts: [...document.querySelector(".ghost.tokens")?.children ?? []].map(place),
      count: place(document.querySelector(".words .count")),
      isOne: getComputedStyle(document.querySelector(".words .chip.new")).opacity === "1",
      ring: getComputedStyle(document.querySelector(".words .coming")).outlineColor,
      told: getComputedStyle(document.querySelector(".why .coming")).opacity,
      changed: getComputedStyle(document.querySelector(".changed .changes")).opacity,
      off: document.querySelector(".trade-off .so-far > div").getBoundingClientRect().bottom -
        document.querySelector(".trade-off .here").getBoundingClientRect().bottom,
      counts: [...document.querySelectorAll(".bars:not(.ghost) .value")]
        .map((value) => value.getBoundingClientRect())
        .map(({ left, top }) => document.elementFromPoint(left + 3, top + 6).firstChild?.nodeValue),
    };
  });
}""".replace("NEXT_IN_MOTION", NEXT_IN_MOTION)


def test_a_part_of_wordpiece_comes_apart_within_its_word(open_stepper: Open) -> None:
    """##i is wider than hi, which it comes from: it begins where h does, not left of it."""
    status = open_stepper(train_wordpiece(Corpus.from_counts({"hi": 5})))
    page = status.page
    click(page, "Last")
    page.emulate_media(reduced_motion="no-preference")
    lefts = """async () => {
      const { stopAt } = await (NEXT_IN_MOTION)(document, "previous");
      stopAt(0);
      const chips = [...document.querySelectorAll(".words .ring-left, .words .ring-right")];
      return chips.map((chip) => Math.round(chip.getBoundingClientRect().left));
    }""".replace("NEXT_IN_MOTION", NEXT_IN_MOTION)
    left, right = page.evaluate(lefts)
    assert right >= left


#: How many animations run once the picture that is drawn has been shown.
AFTER_TWO_FRAMES = """async () => {
  for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
  return document.getAnimations().length;
}"""


def test_two_tokens_slide_together_and_only_then_the_next_pair_is_ringed(
    open_stepper: Open,
) -> None:
    """Whoever wants less motion, or is quick, sees the end at once."""
    page = open_stepper(train_bpe(HUG)).page
    click(page, "Next")
    assert page.evaluate("document.getAnimations().length") == 0, "the browser asks for less motion"
    click(page, "Previous")
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    assert page.evaluate(AFTER_TWO_FRAMES) == 0, "a walk opens as it stands"
    first, slid, met, counted, last = page.evaluate(MOVEMENT, [0, 435, 590, 750, 1_200])
    assert first["lent"] == ["ug", "ug", "ug"]
    (u, g), (slid_u, slid_g) = first["parts"], slid["parts"]
    assert u[1] <= g[0] < g[1] <= first["count"][0], "side by side, before the word's count"
    assert slid_u == u
    assert u[0] < slid_g[0] < g[0]
    assert met["parts"][1][0] < slid_g[0], "it does not go back while it fades"
    assert [moment["isOne"] for moment in (first, slid, last)] == [False, False, True]
    assert first["counts"][2] == "17", "p + u is not counted anew yet"
    assert last["counts"][:3] == ["16", "15", "12"]
    assert first["ring"] == slid["ring"] == "rgba(0, 0, 0, 0)" != last["ring"]
    assert [moment["told"] for moment in (first, slid, last)] == ["0", "0", "1"]
    assert [moment["changed"] for moment in (first, slid, last)] == ["0", "0", "1"]
    moments = (first, slid, met, counted, last)
    assert all(abs(moment["off"]) <= 1 for moment in moments), "the line ends at its dot"
    page.evaluate("document.querySelector('.transport .next').click()")
    expect(page.locator(".headline")).to_contain_text("u + n → un, 16 times")
    assert page.evaluate("document.querySelectorAll('.ghost').length") == 0


def test_what_is_new_is_scrolled_to_in_a_stage_that_is_enlarged(open_stepper: Open) -> None:
    """As on a large screen. The 130th of 200 words is the only one that the step changes.

    In a list that opens with the first of its words, that is one of those that follow.
    """
    characters = [chr(0x4E00 + i) for i in range(199)]
    corpus = Corpus.from_counts(dict.fromkeys([*characters[:129], "ab", *characters[129:]], 2))
    page = open_stepper(train_bpe(corpus, num_merges=1)).page
    page.locator(".stage").evaluate("(stage) => { stage.style.zoom = 1.35; }")
    click(page, "Next")
    expect(page.locator(".words .new")).to_be_in_viewport(ratio=1)
