"""The lesson "Tokens that leave", as a learner sees it step."""

from playwright.sync_api import Page, expect

from tests.browser.actions import MOVEMENT, click, come_to_rest
from tests.served_app import Server


def test_parts_slide_together_and_a_token_that_leaves_falls_apart(
    page: Page, server: Server
) -> None:
    """Step 1 merges n + g in three words; step 3 splits the one ng that is left, in "language"."""
    page.goto(f"{server.url}/picky")
    walk = page.locator(".event-walk")
    expect(walk.locator(".words .chip").first).to_be_visible()
    expect(walk.get_by_text("The dashed line is the threshold.")).to_be_visible()
    come_to_rest(page)  # a drawing ends a movement
    page.emulate_media(reduced_motion="no-preference")
    first, slid, last = walk.evaluate(MOVEMENT, ["next", [0, 435, 1_150]])
    assert (first["over"], first["visible"]) == (["n", "g"] * 3, [1])
    assert first["below"] == [0, 1], "ng is not seen yet"
    ways = [now - then for now, then in zip(slid["left"], first["left"], strict=True)]
    assert ways[::2] == [0, 0, 0]
    assert all(way < 0 for way in ways[1::2]), "g slides to n"
    assert (last["visible"], last["below"]) == ([0], [1])
    click(page, "Next")
    expect(page.locator(".event-walk .number")).to_have_value("2")
    whole, apart = walk.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert (whole["over"], whole["visible"]) == (["ng"], [1])
    assert (apart["visible"], apart["below"]) == ([0], [1])
    parts, together = walk.evaluate(MOVEMENT, ["previous", [0, 1_150]])
    assert parts["over"] == ["n", "g"]
    assert (parts["visible"], together["visible"]) == ([1], [0])
