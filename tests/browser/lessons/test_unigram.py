"""The lesson "Unigram", as a learner uses it. Expected values were found by brute force."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.session.link import Link
from tests.browser.actions import click, come_to_rest, frames_sent, own_text_field

Visit = Callable[..., Locator]


def open_lesson(visit: Visit, page: Page, **params: object) -> Locator:
    status = visit(page, path="/unigram", **params)
    page.locator(".diagram").wait_for()
    return status


def ask_for(page: Page, word: str) -> None:
    field = page.get_by_label("Any word")
    field.fill(word)
    field.press("Enter")


def test_a_word_is_cut_in_every_way_at_every_round(page: Page, visit: Visit) -> None:
    """Any word can be typed, and a word of the corpus clicked; the address says which."""
    status = open_lesson(visit, page, step=1, word="hugs")
    expect(status).to_contain_text("Round 1 of 2")
    for word in ("puns", "hugs"):
        ask_for(page, word)
        expect_lattice_of(page, word)
    every_segmentation_is_listed(page)
    page.locator(".words .word").nth(2).click()
    expect_lattice_of(page, "pun")
    expect(page).to_have_url(re.compile("word=pun"))
    open_by_keyboard(page)
    expect(status).to_contain_text("Round 1 of 2")
    ask_for(page, "hugs")
    walk_by_arrows(page)
    expect(status).to_contain_text("Round 1 of 2")
    click(page, "Next")
    expect(page.get_by_role("heading", name="The lattice of a word, round 2")).to_be_visible()
    assert_the_table_fills(page)
    page.locator(".ways .way").nth(1).click()
    expect(page.locator(".ways .way[aria-pressed=true] .chip")).to_have_text([*"hugs"])
    expect(page.locator(".arc.chosen")).to_have_count(4)  # h, u, g and s
    expect(page.locator(".arc.best")).to_have_count(2)  # hug and s
    tab_leaves_the_diagram(page)


def tab_leaves_the_diagram(page: Page) -> None:
    """It uses the arrow keys itself, and no others."""
    diagram = page.locator(".diagram > .scroll:not(.ways)")
    diagram.focus()
    expect(diagram).to_be_focused()
    page.keyboard.press("Tab")
    expect(diagram).not_to_be_focused()


def expect_lattice_of(page: Page, word: str) -> None:
    expect(page.get_by_label("Any word")).to_have_value(word)
    expect(page.locator(".diagram .unit")).to_have_text(list(word))


def every_segmentation_is_listed(page: Page) -> None:
    """Of hugs at round 1, the likeliest first, and what they add up to."""
    chips = page.locator(".ways .way .chip")
    expect(chips).to_have_text(["hugs", "hug", "s", "h", "u", "g", "s", "h", "ug", "s"])
    shares = ["0.123", "0.00325", "2.57 × 10⁻⁸", "4.58 × 10⁻¹⁰", "0.127"]
    expect(page.locator(".ways tbody tr td:nth-child(2)")).to_have_text(shares)
    expect(page.locator(".diagram .label[data-state=best] .chip")).to_have_text("hugs")
    assert page.locator(".arc.best").first.evaluate("n => getComputedStyle(n).strokeDasharray") == (
        "none"
    )


def open_by_keyboard(page: Page) -> None:
    """The second word; the space bar does not start the walk."""
    page.locator(".words .word").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect_lattice_of(page, "pug")
    assert page.get_by_role("button", name="Pause").count() == 0


def walk_by_arrows(page: Page) -> None:
    """The arrows belong to the table that has the focus, not to the rounds."""
    expect_lattice_of(page, "hugs")
    page.get_by_role("button", name="First position").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".viterbi .where")).to_have_text("position 2 of 4")


def assert_the_table_fills(page: Page) -> None:
    """Viterbi's table of hugs at round 2, position by position."""
    click(page, "First position")
    rows = page.locator(".viterbi tbody tr")
    expect(rows.nth(1)).to_have_class(re.compile("later"))
    click(page, "Next position", 3)
    expect(page.locator(".viterbi .where")).to_have_text("position 3 of 4")
    expect(rows.nth(4)).to_have_class(re.compile("later"))
    compared = rows.nth(3).locator(".compared > div")
    expect(compared.locator(".chip")).to_have_text(["hug", "g"])
    expect(compared.first).to_contain_text("−1.214 ✓")
    expect(compared.nth(1)).to_contain_text("−11.765")
    expect(rows.nth(3).locator("td").last).to_have_text("hug from 0")
    click(page, "Last position")
    expect(page.locator(".trace-back")).to_contain_text("s from 3, then hug from 0")


def test_a_long_word_fits_a_phone(page: Page, visit: Visit) -> None:
    """Its lattice without probabilities, and its segmentations: nothing is cut at the right."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(visit, page, corpus="inflections", word="friendliness", lang="en")
    expect(page.get_by_label("Any word")).to_have_value("friendliness")
    expect(page.locator(".diagram .label small")).to_have_count(0)
    widths = "(box) => box.scrollWidth - box.clientWidth"
    for box in page.locator(".diagram .scroll, .scroll.ways").all():
        assert box.evaluate(widths) <= 1


HOSTILE = ["<img src=x onerror=a(1)>", "a\x00\u202eb$x^2$"]


def test_any_word_is_shown_as_it_is_and_a_round_sends_one_report(page: Page, visit: Visit) -> None:
    """Unknown characters are named; a word that is too long is refused, and the last one stays."""
    sent = frames_sent(page)
    link = Link(text="hug 10\npug 5\npun 12\nbun 4\nhugs 5")
    status = open_lesson(visit, page, **link.to_params(), size=10)
    expect(status).to_have_text("Round 0 of 2: a seed vocabulary of 19 tokens, none dropped yet")
    come_to_rest(page)
    sent.clear()
    button = page.get_by_role("button", name="Next", exact=True).first
    button.evaluate("button => { button.click(); button.click(); }")
    expect(page).to_have_url(re.compile(r"step=2"))
    assert len(steps_told(sent)) == 1
    come_to_rest(page)
    for word in HOSTILE:
        page.get_by_label("Any word").evaluate("(field, word) => { field.value = word; }", word)
        click(page, "Show its lattice")
        expect(page.locator(".diagram .unit").first).to_have_text(word[0])
        expect(page.locator(".diagram .unit")).to_have_count(len(word))
        expect(page.locator(".note")).to_contain_text("Not in the vocabulary")
        assert page.locator(".lattice img, .lattice script").count() == 0
    ask_for(page, "hugqé")
    expect(page.locator(".note .literal")).to_have_text("q (U+0071) é (U+00E9)")
    ask_for(page, "a" * 25)
    expect(page.get_by_role("alert").filter(has_text="25 characters")).to_be_visible()
    expect(page.locator(".diagram .unit")).to_have_text(list("hugqé"))
    use_a_long_text(page)


def steps_told(sent: list[bytes]) -> set[str]:
    """The reports of a step in what a page sent: each message repeats the last of them."""
    messages = [BackMsg.FromString(payload).rerun_script.widget_states for payload in sent]
    states = [state for message in messages for state in message.widgets]
    told = {state.json_value for state in states if state.id.endswith("-walk_follower")}
    return {report for report in told if "step" in report}


def use_a_long_text(page: Page) -> None:
    """A worker trains 13,500 characters, with every word twice; all of them are counted."""
    come_to_rest(page)
    text = "pug hugs " * 1_500 + "mug mug"
    own_text_field(page).evaluate("(area, text) => { area.value = text; }", text)
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator(".words .count")).to_have_text(["×1,500", "×1,500", "×2"])
    expect(page.locator(".headline")).to_contain_text("Round 0")
