"""The lesson "The code", as a learner walks through it. Expected counts are worked out by hand.

The corpus is hug 10, pug 5, pun 12, bun 4, hugs 5: u + g occurs 20 times, u + n 16.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.actions import come_to_rest, open_fold
from tests.served_app import Server

#: Shows the page at once, as where a recording is waited for, and keeps the least height that the
#: place of the walk has had with the app's stylesheet, which says what `--header` is.
WATCH_ROOM = """() => {
  const look = () => {
    document.documentElement?.setAttribute("data-drawn", "");
    const place = document.querySelector(".st-key-program_walk");
    const isStyled = place && getComputedStyle(place).getPropertyValue("--header");
    if (isStyled) window.room = Math.min(window.room ?? Infinity, place.offsetHeight);
  };
  look();
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}"""


def test_the_program_runs_forwards_and_backwards_by_phase_and_by_line(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.url}/code?corpus=hug&merges=2", wait_until="commit")
    page.evaluate(WATCH_ROOM)
    walk = page.locator(".program")
    marked = walk.locator(".listing .now")
    following = page.get_by_role("button", name="Next", exact=True)
    expect(marked).to_contain_text("merges = {}")
    listing = walk.locator(".listing")
    assert listing.evaluate("node => node.scrollWidth <= node.clientWidth"), "a line is cut off"
    assert page.evaluate("room") >= 720 - 14 * 16  # the folds come below the screen
    following.click()
    expect(marked).to_contain_text("count_pairs(corpus)")
    page.get_by_role("button", name="Line by line").click()
    following.click()
    expect(marked).to_contain_text("counts = {}")
    expect(walk.get_by_role("status")).to_contain_text("Count: start with an empty table")
    expect(page).to_have_url(re.compile(r"by=line.*at=2|at=2.*by=line"))
    page.get_by_text("Take it with you").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Jupyter notebook with your words").click()
    assert '"nbformat": 4' in download.value.path().read_text()
    the_merge_as_an_expression_is_walked_by_keys_until_it_goes_wrong(page)


def the_merge_as_an_expression_is_walked_by_keys_until_it_goes_wrong(page: Page) -> None:
    """On a phone, too: the table scrolls in its box where it is too wide."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_fold(page, "The merge as a regular expression, as tutorials print it")
    come_to_rest(page)  # while a fold opens, the page scrolls to keep what is below it in place
    walk = page.locator(".table-walk")
    walk.get_by_role("button", name="Next", exact=True).focus()
    page.keyboard.press("End")  # where the program with the expression has ended
    expect(walk.get_by_role("row").last.locator("td").nth(1)).to_have_text("–")
    expect(page.locator(".program .listing .now")).to_contain_text("counts = {}")
    page.keyboard.press("ArrowLeft")
    expect(walk.get_by_role("status")).to_contain_text("finds it inside a token")
    wrong = walk.get_by_role("row").last.locator(".wrong")
    expect(wrong).to_have_count(2)
    sign = wrong.last.locator(".sign").filter(has_text="≠")
    sign.scroll_into_view_if_needed()
    expect(sign).to_be_in_viewport(ratio=1)
    table = walk.locator(".scroll")
    assert table.evaluate("(box) => getComputedStyle(box).overflowX") == "auto"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
