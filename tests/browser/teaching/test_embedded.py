"""A stage in a frame of somebody else's page: another origin, in a real Chromium."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from pages.teaching.embedding import MESSAGE, snippet
from tests.served_app import Server, start_server, stop

SITE = "http://course.localhost:8000"
COURSE = f"{SITE}/course.html"
NOTES = """<!doctype html><title>Course</title>
<script>
  heard = [];
  addEventListener("message", ({{ data, origin }}) => heard.push([origin, data]));
</script>
<h1>Course</h1>{frame}<p>After the frame.</p>"""

#: Nothing of the page scrolls. Once its frame is higher and it is drawn in it, it says so.
FITS = """() => document.querySelector("[data-testid=stMain]").scrollHeight <= innerHeight &&
  innerHeight < 1_200"""
DRAWN_HIGHER = """async () => {
  const drawn = () => new Promise(requestAnimationFrame);
  while (innerHeight < 1_500) await drawn();
  await drawn();
  await drawn();
  top.postMessage({ type: "drawn" }, "*");
}"""


def visitor_of_course(browser: Browser, frame: str) -> Page:
    """A visitor of a course's own site, whose page has this code in it."""
    page = browser.new_page(
        locale="en-US",
        viewport={"width": 1100, "height": 900},
        permissions=["local-network-access"],  # the app runs on this machine, the course does not
    )
    whole = NOTES.format(frame=frame)
    page.route(COURSE, lambda route: route.fulfill(body=whole, content_type="text/html"))
    return page


def heights(page: Page) -> list[tuple[str, int]]:
    """Who reported a height to the surrounding page, and which; the message holds nothing else."""
    heard: list[tuple[str, dict[str, Any]]] = page.evaluate("heard")
    told = [(sender, data) for sender, data in heard if "height" in data]
    assert all(data.keys() == {"type", "height"} for _, data in told)
    return [(sender, int(data["height"])) for sender, data in told if data["type"] == MESSAGE]


def content_stays_as_it_is_in_a_taller_frame(page: Page) -> None:
    """Else each height that it reports would make it higher."""
    before = heights(page)[-1]
    page.evaluate("document.querySelector('iframe').height = 1_500")
    page.frames[1].evaluate(DRAWN_HIGHER)
    page.wait_for_function("heard.some(([, { type }]) => type === 'drawn')")
    assert heights(page)[-1] == before


def test_a_site_that_is_let_in_shows_the_step_and_hears_the_height(
    tmp_path: Path, browser: Browser
) -> None:
    """The stage alone, stepping by its own websocket; the frame becomes as high as its content."""
    server = start_server(tmp_path / "log", MERGE_BY_MERGE_FRAME_ANCESTORS=f"'self' {SITE}")
    try:
        address = f"{server.url}/?lang=en&corpus=low&step=3"
        code = snippet(address, 'A "title"', height=400, theme="dark")
        page = visitor_of_course(browser, code)
        page.goto(COURSE)
        frame = page.frame_locator("iframe[title='A \"title\"']")
        expect(frame.get_by_role("status").filter(has_text="Step")).to_contain_text("Step 3 of 10")
        expect(frame.get_by_test_id("stSidebar")).to_be_hidden()
        expect(frame.locator(".panel.merges")).to_be_hidden()
        expect(frame.get_by_role("heading", level=1)).to_be_hidden()
        expect(frame.get_by_test_id("stApp")).to_have_css("background-color", "rgb(20, 23, 28)")
        frame.get_by_role("button", name="Next", exact=True).click()
        expect(frame.get_by_role("status").filter(has_text="Step")).to_contain_text("Step 4")
        page.frames[1].wait_for_url(re.compile("step=4"))
        page.wait_for_function("document.querySelector('iframe').height > 400")
        page.frames[1].wait_for_function(FITS)
        heard = heights(page)
        assert heard
        assert all(sender == server.url and height > 0 for sender, height in heard)
        # Streamlit reports the address, which can hold a text, but not after our message.
        told: list[str] = page.evaluate(
            "heard.slice(heard.findIndex(([, data]) => data.height)).map(([, d]) => d.type)"
        )
        assert set(told) == {MESSAGE}
        content_stays_as_it_is_in_a_taller_frame(page)
        assert not server.faults()
        page.close()
    finally:
        stop(server.process)


def test_a_site_that_is_not_let_in_shows_nothing(browser: Browser, server: Server) -> None:
    """The browser refuses the frame because of the header."""
    code = snippet(f"{server.url}/?lang=en&corpus=low", "BPE")
    page = visitor_of_course(browser, code)
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(COURSE)
    assert page.frame_locator("iframe").locator(".stepper").count() == 0
    assert heights(page) == []
    page.close()
