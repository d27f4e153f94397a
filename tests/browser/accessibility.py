"""Check pages with axe-core: Deque's rules for WCAG 2.0 to 2.2 A and AA and good practice."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Rules that Streamlit's own drawing breaks, by the element at fault; no setting changes that.
#: On a phone, the navigation is a list of sections, each a `div`, so its items are not in a list.
STREAMLITS = {'[data-testid="stSidebarNavItems"]': {"list", "listitem"}}


#: Nothing is half faded: Streamlit fades what it is about to replace, as far as nobody can read it.
IN_FULL_COLOUR = """() => !document.querySelector('[data-stale="true"]') &&
  !document.getAnimations().some((each) => each instanceof CSSTransition &&
    each.playState === "running")"""


def findings(page: Page) -> list[str]:
    """List axe's findings on the current page, apart from Streamlit's own problems.

    What lies half under the controls at a phone's bottom edge can be scrolled from beneath them, so
    a target that is too small counts if it still is when the page is scrolled.
    """
    page.wait_for_function(IN_FULL_COLOUR)
    found = _ask_axe(page)
    if not found:
        return []
    page.get_by_test_id("stMain").evaluate("main => main.scrollBy(0, main.clientHeight / 4)")
    still = {(rule, html) for rule, html, _ in _ask_axe(page)}
    return [
        f"{rule}: {html} {why}"
        for rule, html, why in found
        if rule != "target-size" or (rule, html) in still
    ]


def _ask_axe(page: Page) -> list[tuple[str, str, str]]:
    """Each problem as its rule, the element's HTML, and what axe says about it."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": RULES}}
    answer: dict[str, Any] = page.evaluate("options => axe.run(options)", options)
    found: list[dict[str, Any]] = answer["violations"]
    return [
        (violation["id"], node["html"][:120], node["failureSummary"])
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


#: Every element of the page, also those in shadow roots.
_ELEMENTS = """
  const roots = [document];
  const elements = [];
  for (const root of roots) {
    for (const node of root.querySelectorAll("*")) {
      elements.push(node);
      if (node.shadowRoot) roots.push(node.shadowRoot);
    }
  }
"""

#: Text that is wider than its box and neither scrolls nor ends in "…". A few pixels of a formula's
#: empty edge are no text; what is clipped to a point is for screen readers.
CUT_OFF = (
    "() => {"
    + _ELEMENTS
    + """
  const found = [];
  for (const node of elements) {
    if (node.clientWidth < 2 || node.scrollWidth <= node.clientWidth + 4) continue;
    const { overflowX, textOverflow, clipPath } = getComputedStyle(node);
    const isCut = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
    if (isCut && clipPath === "none" && node.textContent.trim()) {
      found.push(`${node.tagName}.${node.className}: ${node.textContent.slice(0, 60)}`);
    }
  }
  const main = document.querySelector("[data-testid=stMain]");
  const { scrollWidth } = document.scrollingElement;
  if (main.scrollWidth > main.clientWidth || scrollWidth > innerWidth)
    found.push("the page scrolls sideways");
  return found;
}"""
)

#: Stops that begin a line: Chinese puts none there, and English neither.
STRAY_STOPS = (
    "() => {"
    + _ELEMENTS
    + """
  const found = [];
  for (const before of elements) {
    const stop = before.nextSibling;
    if (!(stop instanceof Text)) continue;
    if (!/^[，。、；：！？）”,.;:!?)]/.test(stop.data)) continue;
    const range = document.createRange();
    range.setStart(stop, 0);
    range.setEnd(stop, 1);
    const last = [...before.getClientRects()].at(-1);
    const first = range.getClientRects()[0];
    if (last && first && first.top >= last.bottom - 2)
      found.push(`${before.textContent}${stop.data}`.slice(0, 60));
  }
  return found;
}"""
)

#: Controls in a lesson's head that lie over each other.
OVERLAPPING = """() => {
  const controls = [...document.querySelectorAll([
    ".st-key-lesson_title :is(button, [data-baseweb=select], .st-key-settings_button)",
    ".st-key-lesson_title [data-testid=stNumberInputContainer]",
  ].join())];
  const boxes = controls.map((node) => [node, node.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes) {
    for (const [other, b] of boxes) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1 && height > 1) found.push(`${one.outerHTML.slice(0, 80)} over another`);
    }
  }
  return found;
}"""
