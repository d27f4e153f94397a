"""A lesson without a mouse: every part is reached by Tab, and the focus is never lost."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, words
from tests.browser.every_lesson.test_each_lesson import GROUND
from tests.served_app import Server

Visit = Callable[..., Locator]

MOST_TABS = 90
#: What has the focus, through all shadow roots: its role by tag or attribute, and its name.
FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  if (!node || node === document.body) return "";
  const label = node.ariaLabel ?? node.closest("label")?.textContent ?? node.textContent;
  return label.trim();
}"""


def focused(page: Page) -> str:
    """The name of what has the focus; "" if nothing has."""
    name: str = page.evaluate(FOCUSED)
    return name


def reach(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab, or Shift+Tab, until the element with this name has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if focused(page) == name:
            return
    raise AssertionError(f"{name!r} is not reached by {key}")


def announced(page: Page) -> list[str]:
    """The texts that a screen reader reads out when they change."""
    return page.locator("[role=status], [role=alert], [aria-live]").all_inner_texts()


def test_a_lesson_is_done_by_keyboard(page: Page, server: Server, visit: Visit) -> None:
    """The first questions and then each step, with the focus in sight all along."""
    page.goto(f"{server.url}/?arrival=1")
    the_first_questions_are_answered(page)
    status = visit(page)
    the_first_page_is_ready(page, status)
    come_to_rest(page)
    its_address_says_what_is_shown(page)
    each_step_is_announced_once_and_keeps_the_focus(page, status)


def the_first_page_is_ready(page: Page, status: Locator) -> None:
    """It has a corpus loaded and shows the state before the first merge.

    One button stands out, Next. Light and dark follow the reader, also while the page is open.
    """
    expect(status).to_contain_text("Step 0 of 7")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_test_id("stBaseButton-primary")).to_have_count(0)
    app = page.get_by_test_id("stApp")
    for scheme, ground in reversed(GROUND.items()):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(app).to_have_css("background-color", ground)


def its_address_says_what_is_shown(page: Page) -> None:
    """The language too, so that a copied link opens as it looked."""
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
    params = {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}
    assert params == {"step": "1", "lang": "en"}
    page.keyboard.press("Home")
    expect(page).not_to_have_url(re.compile("step=1"))


def the_first_questions_are_answered(page: Page) -> None:
    """Place by place: the question is read when it comes, and so is the answer."""
    question = page.locator(".arrival h2")
    question.wait_for()
    come_to_rest(page)
    for pair, asked in (("u+g", "Which two come next?"), ("u+n", "And now?")):
        reach(page, "Choose from a list")
        page.keyboard.press("Enter")
        reach(page, pair)
        page.keyboard.press("Enter")
        expect(page.locator(".turn .answer")).to_contain_text("Right")
        assert focused(page) == f"Merge {pair}"
        page.keyboard.press("Enter")
        expect(question).to_have_text(asked)
        assert focused(page) == asked
    page.keyboard.press("ArrowLeft")
    expect(question).to_have_text("Which two come next?")
    reach(page, "Show all panels")
    page.keyboard.press("Enter")
    expect(question).to_be_hidden()
    expect(page.locator(".transport")).to_be_visible()


def each_step_is_announced_once_and_keeps_the_focus(page: Page, status: Locator) -> None:
    """From the first step to the last, where the pressed button can no longer be used.

    On the way to it, Tab goes past the closed sidebar.
    """
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.evaluate("node => node.addEventListener('focusin', () => (window.isStray = true))")
    reach(page, "Next")
    assert not page.evaluate("window.isStray")
    for step in range(1, 8):
        before = announced(page)
        page.keyboard.press("Enter")
        expect(status).to_contain_text(f"Step {step} of 7")
        said = [now for now, then in zip(announced(page), before, strict=True) if now != then]
        assert said == [status.inner_text()]
        assert focused(page) == ("Next" if step < 7 else "Previous")
    reach(page, "Merges, in the order they were learned")
    page.keyboard.press("Tab")  # the first merge
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Step 1 of 7")
    assert focused(page).startswith("1")
    assert words(page)[0] == "h|ug ×10"
