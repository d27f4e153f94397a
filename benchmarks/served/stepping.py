"""How fast the stepper answers: the real app, in a real Chromium, on loopback.

    .venv/bin/python -m benchmarks.served.stepping

A click is timed inside the page, from the event to the new step in the DOM, and also to the end of
the layout that it needs, which is forced. Animation is off, as for a reader who prefers reduced
motion. A jump ends when everything is shown and laid out, including pieces fetched from the server.
After each click, the whole stepper is replaced by a copy, as a page would that draws everything
again: the ratio is that of a click to this, layouts included.
"""

import statistics
import sys

import streamlit
from playwright.sync_api import Browser, Page

from benchmarks.served.browsing import (
    PATIENCE,
    SETTINGS,
    chromium,
    open_own_text,
    server,
    upload_large,
)
from benchmarks.timing import p95

CLICKS = 50
JUMPS = 20

ROOT = """[...document.querySelectorAll('*')]
    .find((element) => element.shadowRoot?.querySelector('.stepper')).shadowRoot"""

TIME_CLICKS = """async ({ clicks, pause }) => {
  const root = %ROOT%;
  const next = root.querySelector('button.next');
  const headline = root.querySelector('.headline');
  const times = [];
  const again = () => {
    const stepper = root.querySelector('.stepper');
    const start = performance.now();
    const copy = stepper.cloneNode(true);
    stepper.replaceWith(copy);
    copy.getBoundingClientRect();
    const drawn = performance.now();
    copy.replaceWith(stepper);
    stepper.getBoundingClientRect();
    return drawn - start;
  };
  for (let i = 0; i < clicks; i++) {
    const before = headline.textContent;
    const start = performance.now();
    next.click();
    const updated = performance.now();
    root.querySelector('.stepper').getBoundingClientRect();
    const laidOut = performance.now();
    if (headline.textContent === before) throw new Error('The click changed nothing.');
    times.push([updated - start, laidOut - start, again()]);
    await new Promise((done) => setTimeout(done, pause));
  }
  return times;
}""".replace("%ROOT%", ROOT)

TIME_JUMP = """async (step) => {
  const root = %ROOT%;
  const scrubber = root.querySelector('.scrubber');
  const start = performance.now();
  scrubber.value = String(step);
  scrubber.dispatchEvent(new Event('input'));
  const changes = root.querySelector('.changes');
  const shown = () => !root.querySelector('.loading') && !changes.textContent.startsWith('…');
  while (!shown()) await new Promise((done) => setTimeout(done, 1));
  root.querySelector('.stepper').getBoundingClientRect();
  return performance.now() - start;
}""".replace("%ROOT%", ROOT)


def main() -> None:
    """Print the table."""
    with server() as url, chromium() as browser:
        _small(browser, url)
        _large(browser, url)
        version = browser.version
    python = sys.version.split()[0]
    print(f"\nPython {python}, Streamlit {streamlit.__version__}, Chromium {version}")


def _small(browser: Browser, url: str) -> None:
    page = _open(browser, f"{url}/?corpus=english&merges=300")
    _report_clicks("English sample, 300 merges", _clicks(page, CLICKS))
    page = _open(browser, f"{url}/wordpiece?corpus=english&merges=300")
    _report_clicks("WordPiece, the same", _clicks(page, CLICKS))
    page = _open(browser, f"{url}/unigram?corpus=english&merges=300")
    _report_clicks("Unigram, the same (rounds)", _clicks_again(page, 5))
    _report_clicks("hug", _clicks_again(_open(browser, url), 7))


def _clicks_again(page: Page, steps: int) -> list[list[float]]:
    """Click through a short walk, repeatedly from its start."""
    times: list[list[float]] = []
    while len(times) < CLICKS:
        times += _clicks(page, steps)
        page.get_by_role("button", name="Start", exact=True).first.click()
    return times


def _large(browser: Browser, url: str) -> None:
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    open_own_text(page, url, SETTINGS)
    upload_large(page)
    _report_clicks("1 MB of English, 8,000 merges", _clicks(page, CLICKS))
    steps = [(i * 4_789 + 611) % 8_001 for i in range(JUMPS)]
    _report("the same: a jump, everything shown", [page.evaluate(TIME_JUMP, k) for k in steps])
    back = [page.evaluate(TIME_JUMP, k) for k in steps]
    _report("the same: a jump over loaded pieces", back)


def _open(browser: Browser, url: str) -> Page:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(url)
    page.locator("button.next").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(3_000)  # so that the rest of the page is drawn, too
    return page


def _clicks(page: Page, clicks: int) -> list[list[float]]:
    page.wait_for_timeout(500)
    times: list[list[float]] = page.evaluate(TIME_CLICKS, {"clicks": clicks, "pause": 30})
    return times


def _report_clicks(name: str, times: list[list[float]]) -> None:
    updated, laid_out, again = (list(column) for column in zip(*times, strict=True))
    _report(f"{name}: Next, to the new step in the DOM", updated)
    _report(f"{name}: Next, layout included", laid_out)
    ratio = statistics.median(laid_out) / statistics.median(again)
    print(f"| {name}: everything drawn again | {statistics.median(again):.1f} ms | {ratio:.2f} | |")


def _report(name: str, times: list[float]) -> None:
    worst = max(times)
    print(f"| {name} | {statistics.median(times):.1f} ms | {p95(times):.1f} ms | {worst:.1f} ms |")


if __name__ == "__main__":
    main()
