"""The walk that a visitor without a link has before Streamlit's page is there."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import findings
from tests.browser.actions import come_to_rest
from tests.served_app import Server

STEP_NUMBER = re.compile("^(Step number|第几步)$")
OpenPage = Callable[..., Page]


#: Streamlit's page does not reach the server until it is let in.
HOLD = """() => {
  const { fetch } = window;
  const opened = new Promise((open) => window.letIn = open);
  window.fetch = async (...request) => {
    if (String(request[0]).includes("/_stcore/")) await opened;
    return fetch(...request);
  };
}"""


class Opening:
    """A visit without a link, whose lesson does not come until it is let in."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        page.add_init_script(f"({HOLD})()")
        page.goto(server.url)
        page.locator(".transport .next").wait_for()

    def let_in(self) -> None:
        """Let Streamlit draw the lesson, and wait until it has.

        The script with which it draws what is HTML comes after the walk, as on a busy machine.
        """
        late: list[Route] = []

        def come_late(route: Route) -> None:
            late.append(route)

        self.page.route("**/Html.*.js", come_late)
        self.page.evaluate("window.letIn()")
        self.page.locator("#root .mount > div").first.wait_for(state="attached")
        for route in late:
            route.continue_()
        self.page.unroute("**/Html.*.js")
        self.page.locator("html[data-drawn]").wait_for(state="attached")
        expect(self.page.locator("#first-walk")).to_have_count(0)
        come_to_rest(self.page)

    def place(self) -> list[float]:
        """The left and upper edges of the walk, its width, and how high its button stands."""
        box = self.page.locator(".stepper").bounding_box()
        button = self.page.locator(".transport .next").bounding_box()
        assert box is not None
        assert button is not None
        return [box["x"], box["y"], box["width"], button["y"]]


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [(1280, 720, "en-US"), (1280, 720, "zh-CN"), (800, 800, "en-US"), (390, 844, "zh-CN")],
)
def test_the_lesson_goes_on_with_the_walk_that_the_visitor_began(
    new_page: OpenPage, server: Server, width: int, height: int, locale: str
) -> None:
    """Nothing moves, nothing is lost, and the keyboard stays where it was."""
    page = new_page(locale=locale, viewport={"width": width, "height": height})
    opening = Opening(page, server)
    step, forward = (
        page.locator(".transport .number"),
        page.locator(".transport .next"),
    )
    forward.click()
    page.keyboard.press("ArrowRight")
    forward.focus()
    expect(step).to_have_value("2")
    before, told = opening.place(), page.locator(".stepper [role=status]").first.inner_text()
    opening.let_in()
    expect(page).to_have_url(re.compile("step=2"))
    assert opening.place() == pytest.approx(before, abs=1)
    expect(page.locator(".stepper [role=status]").first).to_have_text(told)
    expect(forward).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(step).to_have_value("3")
    expect(page).to_have_url(re.compile("step=3"))


def test_what_was_switched_on_before_is_on_in_the_lesson(
    new_page: OpenPage, server: Server
) -> None:
    page = new_page()
    opening = Opening(page, server)
    assert not findings(page)
    page.get_by_label("Predict", exact=True).check()
    opening.let_in()
    expect(page.get_by_label("Predict", exact=True)).to_be_checked()
    expect(page).to_have_url(re.compile("predict"))


def test_a_browser_that_asks_in_another_language_gets_the_lesson_in_its_own(
    new_page: OpenPage, server: Server
) -> None:
    page = new_page()

    def ask_in_chinese(route: Route) -> None:
        route.continue_(headers=route.request.headers | {"accept-language": "zh"})

    page.route(f"{server.url}/", ask_in_chinese)
    opening = Opening(page, server)
    page.get_by_role("button", name="下一步", exact=True).click()
    opening.let_in()
    expect(page.locator(".stepper")).to_have_count(1)
    expect(page.locator(".stepper [role=status]").first).to_have_text(re.compile("Step 0"))


def test_a_visitor_who_chose_a_theme_waits_for_the_lesson(
    new_page: OpenPage, server: Server
) -> None:
    """The first walk has the colours that the system prefers."""
    page = new_page()
    page.add_init_script("localStorage.setItem('stActiveTheme-/-v2', '\"Dark\"')")
    page.goto(server.url)
    come_to_rest(page)
    expect(page.locator("#first-walk")).to_have_count(0)
    expect(page.locator(".stepper")).to_be_visible()
    page.evaluate("localStorage.clear()")  # other tests have pages in the same browser
