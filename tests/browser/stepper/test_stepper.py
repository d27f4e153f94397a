"""The stepper of BPE and WordPiece, as a learner uses it. Expected values are counted by hand.

It is opened without the page around it; the lessons' tests cover what needs the page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bpe_core import Corpus, train_bpe, train_wordpiece
from sample_corpora import load
from tests.browser.actions import NEXT_IN_MOTION, click, words

Open = Callable[..., Locator]

HUG = load("hug")
LOW = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}, end_of_word="</w>")
LEARNING = Corpus.from_counts(
    {"deep": 5, "learning": 7, "natural": 6, "language": 3, "processing": 7}, end_of_word="</w>"
)
LAUGHTER = Corpus.from_counts({"aaaab": 5, "哈哈": 2, "哈哈哈": 4}, unit="byte", end_of_word="·")


def test_panels_follow_each_step_to_the_last(open_stepper: Open) -> None:
    page = open_stepper(train_bpe(HUG)).page
    page.locator(".bars li").first.hover()
    expect(page.locator(".words .ring-left")).to_have_text(["u", "u", "u"])
    expect(page.locator(".words .ring-right")).to_have_text(["g", "g", "g"])
    before = words(page)
    click(page, "Next")
    changed = page.locator(".changed")
    expect(changed.locator(".new li")).to_have_text(["h+ug 15", "p+ug 5", "ug+s 5"])
    expect(changed.locator(".fell li")).to_have_text(["p+u 17 → 12"])
    expect(changed.locator(".gone")).to_contain_text("h+u")
    expect(page.locator(".growth .made .chip")).to_have_text("ug")
    click(page, "Next", 2)
    a_token_opens_its_derivation(page)
    click(page, "Previous", 3)
    assert words(page) == before
    click(page, "Last")
    the_last_step_says_why_it_ends(page)
    junk_tokens_are_listed_with_the_merge_that_used_them_up(page)


def a_token_opens_its_derivation(page: Page) -> None:
    page.locator(".words .chip", has_text="hug").first.click()
    tree = page.locator("dialog[open]")
    expect(tree.locator(".leaf .chip")).to_have_text(["hug", "h", "ug", "u", "g"])
    expect(tree).to_contain_text("step 3")
    page.keyboard.press("Escape")
    expect(tree).to_have_count(0)


def the_last_step_says_why_it_ends(page: Page) -> None:
    assert words(page) == ["hug ×10", "pug ×5", "pun ×12", "bun ×4", "hugs ×5"]
    expect(page.locator(".why")).to_contain_text("no pairs are left")
    expect(page.locator(".finale")).to_contain_text("113 → 36 tokens")
    expect(page.locator(".pairs.panel")).to_be_hidden()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()


def junk_tokens_are_listed_with_the_merge_that_used_them_up(page: Page) -> None:
    """ug (step 1) is gone with step 5, p + ug; a click goes there."""
    panel = page.locator(".panel.junk")
    expect(panel.locator(".size")).to_have_text("2 of 14 tokens, 14.3%")
    row = panel.locator("button.row").first
    expect(row.locator(".step")).to_have_text(["1", "4", "5"])
    expect(row.locator(".chip")).to_have_text(["ug", "p", "ug", "pug"])
    row.click()
    expect(page.locator(".headline")).to_contain_text("Step 5 of 7")
    expect(panel.locator(".size")).to_have_text("1 of 12 tokens, 8.3%")


def test_a_step_is_reached_by_keys_by_its_number_and_from_the_list(open_stepper: Open) -> None:
    """Keys do nothing while a number is typed, and a word in its place changes nothing."""
    status = open_stepper(train_bpe(HUG))
    page = status.page
    expect(page.locator(".merges .row")).to_have_count(0)
    page.get_by_label("also those to come").check()
    page.locator(".merges .row").nth(2).click()
    expect(status).to_have_text("Step 3 of 7: h + ug → hug, 15 times")
    field = page.get_by_label("Step number")
    field.focus()
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("Step 3 of 7")
    field.fill("4")
    field.press("Enter")
    expect(status).to_contain_text("Step 4 of 7")
    field.fill("none")
    field.press("Enter")
    expect(field).to_have_value("4")
    field.blur()
    for keys, step in [
        (["Home", "ArrowRight", "ArrowRight"], 2),
        (["PageDown", "PageDown", "PageUp"], 3),
        (["End"], 7),
        (["ArrowLeft"], 6),
        (["Home"], 0),
    ]:
        for key in keys:
            page.keyboard.press(key)
        expect(status).to_contain_text(f"Step {step} of 7")
    page.keyboard.press("Space")  # plays
    expect(status).to_contain_text("Step 1 of 7")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_count_is_explained_and_the_vocabulary_says_what_is_in_use(open_stepper: Open) -> None:
    """The sum has the words that made the count; the vocabulary is of the last of 14 steps."""
    page = open_stepper(train_bpe(LEARNING, num_merges=14)).page
    expect(page.locator(".why .sum")).to_have_text("learning 7 + processing 7 + language 3 = 17")
    click(page, "Last")
    expect(page.locator(".finale")).to_contain_text("Pairs left: 19; the next would be process+ing")
    expect(page.locator(".vocabulary .size")).to_have_text("Tokens: 29, in use: 15")
    page.get_by_label("only tokens in use").check()
    page.locator(".vocabulary .long-list").evaluate("list => list.scrollTo(0, 0)")
    expect(page.locator(".vocabulary .row .chip").first).to_have_text("</w>")
    shown = page.locator(".vocabulary .row .chip").all_text_contents()
    assert shown[:4] == ["</w>", "a", "d", "e"]


def test_a_tie_is_told_with_the_rule_that_decides(open_stepper: Open) -> None:
    page = open_stepper(train_bpe(LOW)).page
    why = page.locator(".why")
    expect(why).to_contain_text("A tie: 3 pairs share the count 9")
    expect(why).to_contain_text("“first seen”")
    expect(page.locator(".bars .next")).to_have_count(1)
    expect(page.locator(".bars .tied")).to_have_count(2)


def test_a_sum_says_how_many_words_it_leaves_out(open_stepper: Open) -> None:
    counts = {f"aa{letter}": 9 for letter in "bcdefghijklmnopqrstu"}
    page = open_stepper(train_bpe(Corpus.from_counts(counts), num_merges=1)).page
    total = page.locator(".why .sum")
    expect(total).to_contain_text("= 180")
    expect(total).to_contain_text(f"more words ({20 - total.locator('.addend').count()})")


def test_bytes_say_which_part_of_which_character(open_stepper: Open) -> None:
    page = open_stepper(train_bpe(LAUGHTER)).page
    word = page.locator(".words .word").filter(has_text="哈").first
    expect(word.locator(".chip").first).to_contain_text("哈 1/3")
    expect(word.locator(".chip").first).to_contain_text("E5")
    expect(word.locator(".chip").last).to_have_text("·")  # two bytes
    click(page, "Next")
    expect(word.locator(".chip").first).to_contain_text("哈 1–2/3")
    assert "\ufffd" not in page.locator(".stepper").inner_text()


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_right_to_left_words_run_right_to_left(open_stepper: Open, unit: str) -> None:
    """Lamed, the second letter of shalom, is to the left of the first, shin."""
    page = open_stepper(train_bpe(Corpus.from_text("שלום", unit=unit))).page
    shin, lamed = page.locator(".words .chip").all()[:2]
    assert (lamed.bounding_box() or {})["x"] < (shin.bounding_box() or {})["x"]


def test_merges_go_by_score_and_inner_tokens_carry_the_prefix_once(open_stepper: Open) -> None:
    """5 / (20 x 5) = 1/20 for ##g + ##s; u + g occurs 20 times, but 20 / (36 x 20) = 1/36.

    After the first merge, six pairs have 1/36.
    """
    status = open_stepper(train_wordpiece(HUG))
    page = status.page
    why = page.locator(".why")
    expect(why).to_contain_text("score = 5 / (20 × 5) = 0.05")
    expect(why).to_contain_text("BPE would have merged ##u+##g (count 20)")
    expect(why).to_contain_text("20 / (36 × 20) = 0.0278")
    click(page, "Next")
    expect(status).to_have_text("Step 1 of 9: ##g + ##s → ##gs, score 0.05")
    expect(page.locator(".why .coming")).to_contain_text("A tie: 6 pairs share the score 0.0278")
    expect(page.locator(".bars .tied")).to_have_count(5)
    click(page, "Last")
    expect(page.locator(".words .chip")).to_have_text(["hug", "pug", "pun", "bun", "hugs"])
    click(page, "Previous")
    expect(page.locator(".words .chip", has_text="##n")).to_have_text(["##n"])


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
