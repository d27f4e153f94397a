"""A lesson without a mouse: every part is reached by Tab, and the focus is never lost."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import come_to_rest, words
from tests.browser.every_lesson.test_each_lesson import GROUND

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
    """What a screen reader would read out when it changes."""
    return page.locator("[role=status], [role=alert], [aria-live]").all_inner_texts()


def test_a_lesson_is_done_by_keyboard(page: Page, visit: Visit) -> None:
    """The guided lesson and then each step, with the focus in sight all along."""
    status = visit(page)
    the_first_page_is_ready(page, status)
    come_to_rest(page)
    its_address_says_what_is_shown(page)
    the_guided_lesson_is_done(page)
    expect(status).to_contain_text("Step 7 of 7")
    assert focused(page)
    page.keyboard.press("Home")
    expect(status).to_contain_text("Step 0 of 7")
    come_to_rest(page)
    each_step_is_announced_once_and_keeps_the_focus(page, status)


def the_first_page_is_ready(page: Page, status: Locator) -> None:
    """It has a corpus loaded and shows the state before the first merge.

    One button stands out, Next: the one that starts the guided lesson is quiet. Light and dark
    follow the reader, also while the page is open.
    """
    expect(status).to_contain_text("Step 0 of 7")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Guided lesson (10 min)")).to_be_visible()
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


def the_guided_lesson_is_done(page: Page) -> None:
    """Card by card."""
    reach(page, "Guided lesson (10 min)")
    page.keyboard.press("Enter")
    guide = page.locator(".guide")
    expect(guide).to_contain_text("Card 1 of 8")

    def next_card(title: str) -> None:
        expect(guide.locator(".state")).to_have_text("✓ Done")
        reach(page, "Next card")
        page.keyboard.press("Enter")
        expect(guide.get_by_role("heading")).to_have_text(title)
        assert focused(page) == title

    reach(page, "show token ids")
    page.keyboard.press("Space")
    next_card("Count")
    reach(page, "What if this pair were merged next?", "Shift+Tab")
    next_card("Merge")
    page.keyboard.press("ArrowRight")
    next_card("And again")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    next_card("Ties")
    page.keyboard.press("PageDown")  # p + ug and hug + s, 5 times each
    next_card("When to stop")
    page.keyboard.press("End")
    next_card("Encode a new word")
    reach(page, "Encode a new word")
    page.keyboard.type("hugs")
    page.keyboard.press("Enter")
    expect(guide.locator(".encoded .chip")).to_have_text(["hugs"])
    next_card("What goes wrong with words or characters alone")
    reach(page, "Try 2,000 words")
    reach(page, "End the guided lesson")
    page.keyboard.press("Enter")
    expect(guide).to_be_hidden()


def each_step_is_announced_once_and_keeps_the_focus(page: Page, status: Locator) -> None:
    """From the first step to the last, where the pressed button can no longer be used."""
    reach(page, "Next")
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
