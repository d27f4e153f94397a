"""A learner's actions in more than one lesson."""

import re
from collections.abc import Callable
from time import monotonic, sleep

from playwright.sync_api import Locator, Page, expect

from tests.served_app import PATIENCE


def click(page: Page, name: str, times: int = 1) -> None:
    """Click a button by its accessible name."""
    button = page.get_by_role("button", name=name, exact=True)
    for _ in range(times):
        button.click()


#: The state of a settled page and its height, or "" while something is still loading: the settings
#: beside the lesson, which are drawn after its stepper; a placeholder; a training; a chart; what
#: fades because it is old; what the page waits for; a fold, which has its own height while it opens
#: or grows.
AT_REST = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (app?.getAttribute("data-test-script-state") !== "notRunning") return "";
  if (window.pendingTimers?.size) return "";
  const frame = app.querySelector('.st-key-language_choice [role="radio"]');
  const toCome = app.querySelector(
    '[data-testid="stSkeleton"], [class*="st-key-cancel_training"], [data-stale="true"], '
    + '[class*="st-key-awaited_"], details[style*="height"]'
  );
  if (!frame || toCome) return "";
  for (const chart of app.querySelectorAll('[data-testid="stVegaLiteChart"]')) {
    if (!chart.querySelector("svg, canvas")) return "";
  }
  let length = 0;
  const roots = [app];
  for (const root of roots) {
    length += root.innerHTML.length;
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  const { scrollHeight } = app.querySelector('[data-testid="stMain"]');
  return [length, scrollHeight, performance.getEntriesByType("resource").length].join();
}"""


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until something is true, or fail."""
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end
        sleep(0.05)


def come_to_rest(page: Page) -> None:
    """Wait until a lesson is fully drawn: nothing on it changes, and nothing is fetched.

    It has to look the same three times in 100 ms, and nothing may be going to happen soon: what is
    reported to the server a little later is waited for by its timer.
    """
    page.evaluate("window.looks = []")
    page.wait_for_function(
        f"""() => {{
          window.looks = [...window.looks, ({AT_REST})()].slice(-3);
          return window.looks.length === 3 && window.looks[0] && new Set(window.looks).size === 1;
        }}""",
        polling=50,
    )


#: From this width on, in pixels, Streamlit has its navigation at the top.
TOP_NAVIGATION = 768


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until it is drawn in it.

    Where Streamlit's navigation has no room, it goes to the sidebar, a moment after all else.
    """
    page.set_viewport_size({"width": width, "height": height})
    if width < TOP_NAVIGATION:
        expect(page.locator("nav.rc-overflow")).to_have_count(0)
    come_to_rest(page)


#: Keeps count of the timers that will do something within a second, such as a report to the server.
#: Shorter ones are part of drawing, and longer ones do not belong to what was just done.
WATCH_TIMERS = """() => {
  window.pendingTimers = new Set();
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (handler, delay, ...rest) => {
    const isSoon = delay >= 100 && delay <= 1000;
    const timer = setTimeout((...given) => {
      window.pendingTimers.delete(timer);
      handler(...given);
    }, delay, ...rest);
    if (isSoon) window.pendingTimers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    window.pendingTimers.delete(timer);
    clearTimeout(timer);
  };
}"""


#: The visible text of a page, shadow roots included (`innerText` leaves them out), without what
#: matches a selector.
VISIBLE_TEXT = """(body, passedOver) => {
  const texts = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(passedOver)) return;
    if (getComputedStyle(node).display !== "contents" && !node.checkVisibility()) return;
    for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) walk(child);
  };
  walk(body);
  return texts.join("\\n");
}"""


def latin_words(page: Page, passed_over: str) -> set[str]:
    """The Latin words on a page that is drawn, except icons and what a selector matches."""
    come_to_rest(page)
    skipped = f"[data-testid=stIconMaterial], script, style, template, textarea, {passed_over}"
    return set(re.findall("[A-Za-z]{2,}", page.locator("body").evaluate(VISIBLE_TEXT, skipped)))


def open_sidebar(page: Page) -> None:
    """Show the settings, which lessons with a stage hide at first.

    The browser remembers a sidebar that was opened before on the same address.
    """
    sidebar = page.get_by_test_id("stSidebar")
    page.locator(".st-key-language_choice [role=radio]").first.wait_for()
    if page.get_by_test_id("stExpandSidebarButton").count():
        page.get_by_role("button", name=re.compile("^(Settings|设置)$")).click()
    expect(sidebar).to_be_in_viewport()


def fold(page: Page, title: str) -> Locator:
    """A fold by its title."""
    return page.locator("details").filter(has=page.get_by_text(title, exact=True)).first


def open_fold(page: Page, title: str) -> None:
    """Open a fold, or close one that is open."""
    page.locator("summary").filter(has=page.get_by_text(title, exact=True)).click()


def open_charts(page: Page) -> None:
    """Open the box with the charts and the table of a training."""
    page.locator(".st-key-charts_box summary").click()


def own_text_field(page: Page) -> Locator:
    """The field for the learner's own text, unfolded: it is folded while a text is in use."""
    field = page.get_by_label("Your own text, or words")
    field.wait_for(state="attached")
    fold = page.locator("details").filter(has=field)
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    return field


def use_text(page: Page, text: str) -> None:
    """Type the learner's own text as a learner does; the first text in use folds the field."""
    field = own_text_field(page)
    is_first = page.get_by_text("characters in use").count() == 0
    field.fill(text)
    page.get_by_role("button", name="Use this text").click()
    if is_first:
        expect(page.locator("details").filter(has=field)).not_to_have_attribute("open", "")


def words(page: Page) -> list[str]:
    """The words of the corpus as shown: tokens between bars, and the count."""
    return page.locator(".words .word").evaluate_all(
        """nodes => nodes.map(node => [...node.querySelectorAll('.chip')].map(c => c.textContent)
           .join('|') + ' ' + (node.querySelector('.count')?.textContent ?? ''))"""
    )


def go_to(page: Page, section: str, lesson: str) -> None:
    """Choose a lesson from the navigation at the top of the page."""
    page.get_by_test_id("stTopNavSection").filter(has_text=section).click()
    page.get_by_role("menuitem", name=lesson, exact=True).click()


#: The cumulative layout shift up to which a page counts as good.
MOST_SHIFT = 0.05


def watch_shifts(page: Page) -> None:
    """Collect the layout shifts of each page that is opened from now on.

    The page is shown once it is drawn, however long that takes here: the stylesheet that would show
    it after some seconds is switched off, and until then the clock stops before the script does so.
    """
    page.add_init_script(
        """window.shifts = [];
        const described = ({ node, previousRect, currentRect }) => {
          const it = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
          const name = it?.closest("[data-testid]")?.dataset.testid ?? "";
          const from = `${previousRect.x},${previousRect.y}`;
          const to = `${currentRect.x},${currentRect.y}`;
          return `${name} ${it?.tagName}.${it?.className} ${from} to ${to}`;
        };
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) {
            if (shift.hadRecentInput) continue;
            window.shifts.push([shift.value, shift.sources.map(described)]);
          }
        }).observe({ type: "layout-shift", buffered: true });
        addEventListener("DOMContentLoaded", () => {
          const root = document.getElementById("root");
          if (root) root.style.animation = "none";
        });
        const now = performance.now.bind(performance);
        const isShown = () => "drawn" in (document.documentElement?.dataset ?? {});
        performance.now = () => isShown() ? now() : Math.min(now(), 2_000);"""
    )


def stood_still(page: Page) -> None:
    """Fail, naming what moved, unless a watched page's cumulative layout shift is small."""
    shifts = page.evaluate("() => window.shifts")
    assert sum(value for value, _ in shifts) <= MOST_SHIFT, shifts


#: Presses Next or Previous and lets nothing end the movement: `ends` are what would end what is
#: lent for it, and `stopAt` shows the movement as it is after so many milliseconds.
NEXT_IN_MOTION = """async (root = document, button = "next") => {
  const ends = [];
  globalThis.setTimeout = (end) => ends.push(end);
  const now = performance.now() + 1_000; // the click before was not a moment ago
  performance.now = () => now;
  root.querySelector(`.transport .${button}`).click();
  for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
  const stopAt = (moment) => {
    for (const animation of root.getAnimations()) {
      animation.pause();
      animation.currentTime = moment;
    }
  };
  return { ends, stopAt };
}"""

#: Presses a button and stops the movement at these moments: what lies over the words, what of it
#: has won, how visible it is, and where it begins; how visible all else is; and how many bars are
#: lit, or leave.
MOVEMENT = """async (node, [button, moments]) => {
  const root = node.getRootNode();
  const { stopAt } = await (NEXT_IN_MOTION)(root, button);
  const opacity = (node) => Number(getComputedStyle(node).opacity);
  return moments.map((moment) => {
    stopAt(moment);
    const over = [...root.querySelectorAll(".ghost.tokens .chip")];
    return {
      over: over.map((chip) => chip.textContent),
      won: over.filter((chip) => chip.matches(".won")).map((chip) => chip.textContent),
      visible: [...new Set(over.map(opacity))],
      lit: root.querySelectorAll(".light").length,
      leaving: root.querySelectorAll(".bars.ghost li").length,
      left: over.map((chip) => Math.round(chip.getBoundingClientRect().left)),
      below: [...new Set([...root.querySelectorAll(".words .chip")].map(opacity))].sort(),
    };
  });
}""".replace("NEXT_IN_MOTION", NEXT_IN_MOTION)
