"""The walk that a visitor without a link has before Streamlit's page is there."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.accessibility import findings
from tests.browser.actions import come_to_rest, wait_until
from tests.browser.conftest import VIEWPORT
from tests.browser.lessons.conftest import OpenHeld
from tests.served_app import Server

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 800, "height": 800}
SIZES = (VIEWPORT, TABLET, PHONE)


def let_in(page: Page) -> None:
    """Let Streamlit draw the lesson, and wait until it has.

    The script with which it draws what is HTML comes after the walk, as on a busy machine.
    """
    late: list[Route] = []

    def come_late(route: Route) -> None:
        late.append(route)

    page.route("**/Html.*.js", come_late)
    page.evaluate("window.letIn()")
    page.locator("#root .mount > div").first.wait_for(state="attached")
    for route in late:
        route.continue_()
    page.unroute("**/Html.*.js")
    page.locator("html[data-drawn]").wait_for(state="attached")
    expect(page.locator("#first-walk")).to_have_count(0)


def place(page: Page) -> list[float]:
    """The left and upper edges of the walk, its width, and how high its button stands."""
    box = page.locator(".stepper").bounding_box()
    button = page.locator(".transport .next").bounding_box()
    assert box is not None
    assert button is not None
    return [box["x"], box["y"], box["width"], button["y"]]


@pytest.mark.parametrize(("language", "size"), [("en-US", VIEWPORT), ("zh-CN", PHONE)])
def test_the_lesson_goes_on_with_the_walk_that_the_visitor_began(
    open_held: OpenHeld, language: str, size: ViewportSize
) -> None:
    """Nothing moves, nothing is lost, and the keyboard stays where it was."""
    page = open_held(language, size)
    step, forward = page.locator(".transport .number"), page.locator(".transport .next")
    assert size == PHONE or not findings(page)
    page.locator(".transport .predict input").check()
    forward.click()
    page.keyboard.press("ArrowRight")
    forward.focus()
    expect(step).to_have_value("2")
    before = []
    for other in (*SIZES, size):
        page.set_viewport_size(other)
        before.append(place(page))
    told = page.locator(".stepper [role=status]").first.inner_text()
    let_in(page)
    come_to_rest(page)
    expect(page).to_have_url(re.compile("view=predict.*step=2|step=2.*view=predict"))
    for other, then in zip((*SIZES, size), before, strict=True):
        page.set_viewport_size(other)  # Streamlit's script lays the page out, too
        wait_until(lambda then=then: place(page) == pytest.approx(then, abs=1))
    expect(page.locator(".stepper [role=status]").first).to_have_text(told)
    expect(page.locator(".transport .predict input")).to_be_checked()
    expect(forward).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=3"))


def test_a_browser_that_asks_in_another_language_gets_the_lesson_in_its_own(
    open_held: OpenHeld, speak: Callable[[str], None]
) -> None:
    page = open_held("zh-CN")
    speak("en-US")
    page.get_by_role("button", name="下一步", exact=True).click()
    let_in(page)
    expect(page.locator(".stepper")).to_have_count(1)
    expect(page.locator(".stepper [role=status]").first).to_have_text(re.compile("Step 0"))


def test_a_visitor_who_chose_a_theme_waits_for_the_lesson(page: Page, server: Server) -> None:
    """The first walk has the colours that the system prefers."""
    page.goto(f"{server.url}/_stcore/health")
    page.evaluate("localStorage.setItem('stActiveTheme-/-v2', '\"Dark\"')")
    page.goto(server.url)
    page.locator("html[data-drawn]").wait_for(state="attached")
    expect(page.locator("#first-walk")).to_have_count(0)
    expect(page.locator(".stepper")).to_be_visible()
    page.evaluate("localStorage.clear()")  # other tests have pages in the same browser
