"""Check pages with axe-core: Deque's rules for WCAG 2.0 to 2.2 A and AA and good practice.

Each lesson is seen in both themes and at both widths; the languages and the corpora take turns.
"""

from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from pages.lessons import FIRST_LESSON
from pages.session.link import OWN, Link
from tests.browser.actions import come_to_rest, stood_still, watch_shifts
from tests.browser.conftest import LESSONS
from tests.served_app import Server

NewPage = Callable[..., Page]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Rules that Streamlit's own drawing breaks, by the element at fault; no setting changes that.
#: On a phone, the navigation is a list of sections, each a `div`, so its items are not in a list.
STREAMLITS = {'[data-testid="stSidebarNavItems"]': {"list", "listitem"}}
HEIGHTS = {1280: 720, 390: 844}
HUG = {"corpus": "hug", "step": 2}
CHINESE_BYTES = Link(corpus=OWN, text="哈哈哈哈 你好，世界 hug", unit="byte", step=3).to_params()
TURNS = [
    ("light", "en", 1280, HUG),
    ("dark", "zh", 390, CHINESE_BYTES),
    ("dark", "en", 1280, CHINESE_BYTES),
    ("light", "zh", 390, HUG),
]
#: Two turns for each lesson, which together cover both themes, languages and widths.
VISITS = [
    pytest.param(lesson, *turn, id=f"{lesson}-{turn[0]}-{turn[1]}-{turn[2]}")
    for i, lesson in enumerate(LESSONS)
    for turn in TURNS[2 * (i % 2) :][:2]
]


def findings(page: Page) -> list[str]:
    """What axe finds on the current page, apart from Streamlit's own problems."""
    page.evaluate(AXE_SCRIPT)
    ask = "rules => axe.run({resultTypes: ['violations'], runOnly: {type: 'tag', values: rules}})"
    found: list[dict[str, Any]] = page.evaluate(ask, RULES)["violations"]
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
        if not any(
            violation["id"] in rules and _is_within(page, node["target"], place)
            for place, rules in STREAMLITS.items()
        )
    ]


def _is_within(page: Page, target: list[Any], place: str) -> bool:
    """Whether the element that axe names is within another; elements in a shadow root are not."""
    if not isinstance(target[0], str):
        return False
    within: bool = page.locator(target[0]).first.evaluate(
        "(node, place) => Boolean(node.closest(place))", place
    )
    return within


#: Text that is wider than its box and neither scrolls nor ends in "…". A few pixels of a formula's
#: empty edge are no text; what is clipped to a point is for screen readers.
CUT_OFF = """() => {
  const roots = [document];
  const found = [];
  for (let i = 0; i < roots.length; i++) {
    for (const node of roots[i].querySelectorAll("*")) {
      if (node.shadowRoot) roots.push(node.shadowRoot);
      if (node.clientWidth < 2 || node.scrollWidth <= node.clientWidth + 4) continue;
      const { overflowX, textOverflow, clipPath } = getComputedStyle(node);
      const isCut = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
      if (isCut && clipPath === "none" && node.textContent.trim()) {
        found.push(`${node.tagName}.${node.className}: ${node.textContent.slice(0, 60)}`);
      }
    }
  }
  const main = document.querySelector("[data-testid=stMain]");
  if (main.scrollWidth > main.clientWidth) found.push("the page scrolls sideways");
  return found;
}"""


@pytest.mark.parametrize(("lesson", "theme", "language", "width", "params"), VISITS)
def test_a_lesson_is_accessible_stands_still_and_is_whole_at_200_percent(
    new_page: NewPage,
    server: Server,
    lesson: str,
    theme: Literal["light", "dark"],
    language: str,
    width: int,
    params: dict[str, Any],
) -> None:
    """No fault of ours by axe, no layout shift above 0.05 as it is drawn, no text cut off."""
    page = new_page()
    watch_shifts(page)
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    path = "" if lesson == FIRST_LESSON.address else lesson
    page.goto(f"{server.url}/{path}?{urlencode({'lang': language, **params})}")
    page.get_by_role("heading", level=1).wait_for()
    come_to_rest(page)
    expect(page.locator("[data-stale=true]")).to_have_count(0)  # nothing is fading
    assert findings(page) == []
    stood_still(page)
    if width == 1280:  # of which 640 × 360 are left at twice the size
        page.set_viewport_size({"width": 640, "height": 360})
        come_to_rest(page)
        assert page.evaluate(CUT_OFF) == []
