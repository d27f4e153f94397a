"""The lesson "Side by side", as a learner uses it. Expected values are counted by hand."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import MOVEMENT, click, come_to_rest, open_fold

Visit = Callable[..., Locator]
#: How the word is cut at this step; the other ways lie hidden in the same place.
SPLIT = ".row-of-word .split.now"
HOSTILE = "<img src=x onerror=a(1)>\x00\u202eb$x^2$"


def open_lesson(visit: Visit, page: Page, **params: object) -> None:
    visit(page, path="/side_by_side", **params)
    page.locator(".lockstep").wait_for()
    page.locator("table.shared").wait_for(state="attached")


def word_rows(page: Page) -> list[str]:
    return page.locator(SPLIT).evaluate_all(
        "rows => rows.map(row => [...row.children].map(chip => chip.textContent).join('|'))"
    )


def test_the_three_step_together_and_say_where_they_part(page: Page, visit: Visit) -> None:
    """u + g occurs 20 times; ##g + ##s has the score 5 / (20 × 5). Then hugs, as both leave it."""
    open_lesson(visit, page, to=12, word="hugs")
    assert_what_is_shared_at_the_start(page)
    flag = page.locator(".parting p").filter(visible=True)
    expect(flag).to_contain_text("BPE and WordPiece diverge at step 1")
    click(page, "Go to step 1")
    expect(flag).to_contain_text("Here they diverge: BPE merges u+g, WordPiece merges ##g+##s.")
    ways = page.locator(".does")
    expect(ways.nth(0)).to_contain_text("it has the highest count, 20")
    expect(ways.nth(1)).to_contain_text("5 / (20 × 5) = 0.05")
    assert word_rows(page)[:2] == ["h|ug|s", "h|##u|##gs"]
    click(page, "Last")
    expect(page.locator(".three .size")).to_have_text(["12 tokens", "12 tokens", "12 tokens"])
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
    page.locator(".buttons .next").evaluate("b => { b.click(); b.click(); }")
    expect(page).to_have_url(re.compile("step=3"))
    ask_for_words(page)


def assert_what_is_shared_at_the_start(page: Page) -> None:
    """At step 0 BPE and WordPiece have the same seven letters, and Unigram has them too."""
    open_fold(page, "The tokens they share at step 0")
    rows = page.locator("table.shared tbody tr")
    expect(rows.nth(0).locator("td").first).to_have_text("7")
    expect(rows.nth(0).locator("bdi")).to_have_text(list("bghnpsu"))
    expect(rows.nth(6)).to_contain_text("only Unigram")
    expect(page.get_by_text("Nothing is held out here")).to_be_visible()


def ask_for_words(page: Page) -> None:
    """One is in the link, and the step stays; any other is shown as it is."""
    field = page.get_by_label("Any word")
    field.fill("punbug")
    field.press("Enter")
    expect(page).to_have_url(re.compile("word=punbug"))
    expect(page.locator(".number")).to_have_value("3")
    # b never occurs inside a word: WordPiece does not know it there.
    expect(page.locator(SPLIT).nth(1)).to_have_text("[UNK]")
    field.evaluate("(field, word) => { field.value = word; }", HOSTILE)
    click(page, "Show this word")
    # Each of the three rows is of this word, none of the one before.
    expect(page.locator(SPLIT).nth(1)).to_have_text("[UNK]")
    expect(page).not_to_have_url(re.compile("word=punbug"))
    assert page.locator(".lockstep img, .lockstep script").count() == 0


def test_a_step_is_seen_in_all_three_columns_and_in_the_word(page: Page, visit: Visit) -> None:
    """Two tokens become one, forwards and backwards; what Unigram drops leaves."""
    open_lesson(visit, page, step=8, word="hugs")
    come_to_rest(page)  # a drawing ends a movement
    page.emulate_media(reduced_motion="no-preference")
    walk = page.locator(".lockstep")
    (dropped,) = walk.evaluate(MOVEMENT, ["next", [0]])
    assert dropped["over"] == dropped["won"] == ["pu", "##n", "ugs", "gs"]
    click(page, "Start")
    begins, ends = walk.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert (begins["over"], begins["visible"]) == (2 * ["u", "g", "##g", "##s"], [1])
    assert ends["visible"] == [0]
    (back,) = walk.evaluate(MOVEMENT, ["previous", [0]])
    assert back["over"] == ["ug", "##gs"]
    expect(walk.locator(".does.ghost .won")).to_have_text(["ug", "##gs"])


def test_a_jump_to_the_end_of_a_long_walk_shows_its_merges(page: Page, visit: Visit) -> None:
    """Those steps are fetched when needed. By then, BPE has merged each word into one token."""
    open_lesson(visit, page, corpus="inflections", to=400)
    expect(page.get_by_text("18 words are held out")).to_be_visible()
    expect(page.get_by_role("row", name="held out: unknown tokens")).to_be_visible()
    click(page, "Last")
    ways = page.locator(".does")
    expect(ways.nth(0)).to_have_text("has nothing left to merge.")
    expect(ways.nth(1)).to_contain_text("it has the highest score")
    assert int(page.locator(".number").input_value()) > 128
    page.keyboard.press("ArrowLeft")
    expect(ways.nth(1)).to_contain_text("it has the highest score")
