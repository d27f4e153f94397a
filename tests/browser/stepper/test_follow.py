"""The rest of the page, and the server, follow the walk."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest, go_to
from tests.served_app import Server, paused

Visit = Callable[..., Locator]

#: All at once: on a slow machine, single presses would be reported one by one.
THREE_STEPS = """() => {
  for (let i = 0; i < 3; i++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  }
}"""


def test_a_step_is_not_lost_by_leaving_at_once(page: Page, visit: Visit, server: Server) -> None:
    """To another lesson, without waiting after the last click: going back shows that step.

    A server that was busy finds the step and the next lesson waiting at the same moment.
    """
    visit(page, "/side_by_side", corpus="english")
    expect(page.get_by_text("What is this?")).to_be_visible()  # the page is whole
    click(page, "Next", times=3)
    go_to(page, "Further", "WordPiece")
    expect(page.get_by_text("Step 0 of").first).to_be_visible()
    come_to_rest(page)
    with paused(server):
        page.evaluate(THREE_STEPS)
        page.wait_for_function("() => !window.pendingTimers.size")  # reported, and not yet heard
        page.get_by_role("link", name="Merge by merge").click(delay=100)  # as a hand presses
    expect(page).to_have_url(f"{server.url}/?lang=en")
    expect(page.get_by_text("Step 0 of").first).to_be_visible()
    come_to_rest(page)
    for lesson in ("wordpiece.*corpus=quit", "side_by_side.*corpus=english"):
        page.go_back()
        expect(page).to_have_url(re.compile(f"{lesson}.*step=3"))
        expect(page.get_by_text("Step 3 of").first).to_be_visible()
        come_to_rest(page)
