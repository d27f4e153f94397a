"""The lesson "Tokens that leave", as a learner sees it step."""

from playwright.sync_api import Page, expect

from tests.browser.actions import NEXT_IN_MOTION, click
from tests.served_app import Server

#: Presses a button and stops the movement at these moments: what lies over the words, and how
#: visible it is; how visible all else is; and where what lies over them begins.
MOVEMENT = """async (node, [button, moments]) => {
  const root = node.getRootNode();
  const { stopAt } = await (NEXT_IN_MOTION)(root, button);
  const opacity = (node) => Number(getComputedStyle(node).opacity);
  return moments.map((moment) => {
    stopAt(moment);
    const over = [...root.querySelectorAll(".ghost.tokens .chip")];
    return {
      over: over.map((chip) => chip.textContent),
      visible: [...new Set(over.map(opacity))],
      left: over.map((chip) => Math.round(chip.getBoundingClientRect().left)),
      below: [...new Set([...root.querySelectorAll(".words .chip")].map(opacity))].sort(),
    };
  });
}""".replace("NEXT_IN_MOTION", NEXT_IN_MOTION)


def test_parts_slide_together_and_a_token_that_leaves_falls_apart(
    page: Page, server: Server
) -> None:
    """Step 1 merges n + g in three words; step 3 splits the one ng that is left, in "language"."""
    page.goto(f"{server.url}/picky")
    walk = page.locator(".event-walk")
    expect(walk.locator(".words .chip").first).to_be_visible()
    expect(walk.get_by_text("The dashed line is the threshold.")).to_be_hidden()  # no bars yet
    page.emulate_media(reduced_motion="no-preference")
    first, slid, last = walk.evaluate(MOVEMENT, ["next", [0, 435, 1_150]])
    assert first["over"] == ["n", "g"] * 3
    assert first["visible"] == [1]
    assert first["below"] == [0, 1], "ng is not seen yet"
    ways = [now - then for now, then in zip(slid["left"], first["left"], strict=True)]
    assert ways[::2] == [0, 0, 0]
    assert all(way < 0 for way in ways[1::2]), "g slides to n"
    assert (last["visible"], last["below"]) == ([0], [1])
    for step in (2, 3):
        click(page, "Next")
        expect(page.locator(".event-walk .number")).to_have_value(str(step))
    click(page, "Previous")
    whole, apart = walk.evaluate(MOVEMENT, ["next", [0, 1_150]])
    assert (whole["over"], whole["visible"]) == (["ng"], [1])
    assert (apart["visible"], apart["below"]) == ([0], [1])
    parts, together = walk.evaluate(MOVEMENT, ["previous", [0, 1_150]])
    assert (parts["over"], parts["visible"]) == (["n", "g"], [1])
    assert together["visible"] == [0]
