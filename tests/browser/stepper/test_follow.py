"""Figures and charts below the stepper follow the walk.

Expected values are counted by hand: hug 10, pug 5, pun 12, bun 4, hugs 5.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import click, come_to_rest, go_to
from tests.browser.conftest import Watch
from tests.served_app import Server, paused

Visit = Callable[..., Locator]

#: Where the curve of a growth chart bends, and where its marker is: x and y in its own units.
PLACES = """chart => {
  const numbers = (text) => text.match(/-?[\\d.]+(?:e-?\\d+)?/g).map(Number);
  const curve = numbers(chart.querySelector('.mark-line path').getAttribute('d'));
  const marker = chart.querySelector('.role-mark.mark-symbol path').getAttribute('transform');
  return [curve, numbers(marker)];
}"""

#: Opens the box with the charts at the moment in which the next step is reported. Streamlit sends
#: both as one message, and draws what the first of them asks for.
OPEN_WITH_A_REPORT = """() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (call, ...more) => {
    if (!String(call).includes("sendUpdateWidgetsMessage")) return later(call, ...more);
    globalThis.setTimeout = later;
    later(() => document.querySelector(".st-key-charts_box summary").click(), 0);
    return later(call, 40);
  };
}"""


#: All at once: on a slow machine, single presses would be reported one by one.
THREE_STEPS = """() => {
  for (let i = 0; i < 3; i++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  }
}"""


def test_figures_and_the_markers_of_the_charts_follow_each_step(page: Page, visit: Visit) -> None:
    """7 base tokens, 113 letters; the first merges are u + g, 20 times, and u + n, 16 times.

    Charts come once their box is opened, and are of the step that is then shown. At each step a
    chart's marker is at its curve's point of this step. The box opens even if that comes together
    with the report of a step.
    """
    visit(page, step=1)
    click(page, "Next")
    page.wait_for_url("**step=2*")
    page.evaluate(OPEN_WITH_A_REPORT)
    click(page, "Next")
    expect(page.locator("svg.marks")).to_have_count(5)
    expect(page.locator("p.figure strong")).to_have_text(["10", "62", "1.82", "0", "0%"])
    markers_are_at(page, 3)
    table = page.locator("table.figures").last
    expect(table.get_by_role("columnheader").last).to_have_text("BPE, step 3")
    page.keyboard.press("End")  # ug and un are junk
    expect(page.locator("p.figure").nth(1)).to_have_text("Tokens in the corpus 36")
    markers_are_at(page, 7)


def markers_are_at(page: Page, step: int) -> None:
    """Wait until the marker of each of five growth charts is at a step's point of its curve."""
    for number in range(5):
        # It is looked up again each time: a chart may be drawn in place of another.
        page.wait_for_function(
            "([number, step]) => {"
            " const chart = document.querySelectorAll('svg.marks')[number];"
            f" if (!chart) return false; const [curve, marker] = ({PLACES})(chart);"
            " return Math.abs(curve[2 * step] - marker[0]) < 0.5"
            " && Math.abs(curve[2 * step + 1] - marker[1]) < 0.5; }",
            arg=[number, step],
        )


def test_steps_send_nothing_and_the_last_of_many_is_what_the_server_knows(
    page: Page, visit: Visit, watch: Watch
) -> None:
    """Steps whose pieces are loaded send nothing: the server learns the step after a pause.

    All words are there, also those that are laid out after the first picture.
    """
    sent = watch.requests  # and frames:
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append("a frame")))
    status = visit(page, corpus="english")
    expect(page.locator(".words > .word").nth(199)).to_be_visible()
    come_to_rest(page)
    before = len(sent)
    # All at once: on a slow machine, thirty single presses would take longer than the pause.
    press = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))"
    page.evaluate(f"() => {{ for (let i = 0; i < 30; i++) {press}; }}")
    assert sent[before:] == []
    expect(status).to_contain_text("Step 30 of")
    expect(page).to_have_url(re.compile("step=30"))


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
