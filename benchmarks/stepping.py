"""Measure how fast the stepper answers and how smoothly it moves, in a real Chromium.

    python -m benchmarks.stepping

A click is timed inside the page, from the event to the new step in the DOM, and also to the end of
the layout that it needs, which is forced. Animation is off, as for a reader who prefers reduced
motion. After each click, the whole stepper is replaced by a copy, as a page would that draws
everything again: the ratio is that of a click to this, layouts included. A jump ends when all is
shown, including pieces fetched from the server.

Frames are counted by `requestAnimationFrame`, in turn for a step of the English sample with its 200
words, for the same page at rest, and for a page with nothing but as many words, which move: what is
missed there is due to the machine. A gap of more than one and a half frames counts as missed
frames. The first gap is told apart: it is how long the first picture takes.
"""

import sys
from itertools import pairwise
from statistics import median

from playwright.sync_api import Browser, Page

from benchmarks.measuring import (
    PATIENCE,
    SETTINGS,
    chromium,
    open_own_text,
    p95,
    print_setting,
    server,
    upload_large,
)
from bpe_core.__main__ import run

CLICKS, JUMPS, STEPS = 50, 20, 20
#: How long a step moves, in seconds, and the frames of a second.
SECONDS, RATE = 1.15, 60

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

FRAMES = """async ({ act, seconds }) => {
  if (act === "step") %ROOT%.querySelector('button.next').click();
  if (act === "bare") move();
  const start = performance.now();
  const times = [];
  while (performance.now() - start < 1000 * seconds) {
    times.push(await new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  return times;
}""".replace("%ROOT%", ROOT)
#: A page with as many words, which moves as many elements as the sample's steps do on average.
BARE = """<style>span { display: inline-block; border: 1px solid; padding: 4px }</style>""" + (
    200 * "<p style='display: inline-block'><span>w</span><span>o</span><span>r</span></p> "
)
MOVE = """([count, time]) => {
  const spans = [...document.querySelectorAll("span")].slice(0, count);
  const way = [{ transform: "translateX(20px)" }, { transform: "none" }];
  globalThis.move = () => spans.forEach((span) => span.animate(way, time));
}"""


def main() -> None:
    print_setting(1)
    with server() as url, chromium() as browser:
        clicks(browser, f"{url}/?corpus=english&merges=300", "English sample, 300 merges")
        clicks(browser, f"{url}/wordpiece?corpus=english&merges=300", "WordPiece, the same")
        large(browser, url)
        movement(browser, f"{url}/?corpus=english&merges=300")


def _open(browser: Browser, url: str) -> Page:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(url)
    page.locator("button.next").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(3_000)  # so that the rest of the page is drawn, too
    return page


def clicks(browser: Browser, url: str, name: str) -> None:
    report_clicks(_open(browser, url), name)


def report_clicks(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    times = page.evaluate(TIME_CLICKS, {"clicks": CLICKS, "pause": 30})
    updated, laid_out, again = (list(column) for column in zip(*times, strict=True))
    report(f"{name}: Next, to the new step in the DOM", updated)
    report(f"{name}: Next, layout included", laid_out)
    print(f"| {name}: ÷ everything drawn again | {median(laid_out) / median(again):.2f} | | |")


def large(browser: Browser, url: str) -> None:
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    open_own_text(page, url, SETTINGS)
    upload_large(page)
    report_clicks(page, "1 MB of English, 8,000 merges")
    steps = [(i * 4_789 + 611) % 8_001 for i in range(JUMPS)]
    report("the same: a jump, everything shown", [page.evaluate(TIME_JUMP, k) for k in steps])


def report(name: str, times: list[float]) -> None:
    print(f"| {name} | {median(times):.1f} ms | {p95(times):.1f} ms | {max(times):.1f} ms |")


def movement(browser: Browser, url: str) -> None:
    found: dict[str, list[list[float]]] = {"step": [], "rest": [], "bare": []}
    page, bare = (browser.new_page(viewport={"width": 1280, "height": 720}) for _ in range(2))
    page.goto(url)
    page.wait_for_timeout(5_000)
    bare.set_content(BARE)
    bare.evaluate(MOVE, [60, 1000 * SECONDS])
    for _ in range(STEPS):
        for act, gaps in found.items():
            gaps.append(gaps_of(bare if act == "bare" else page, act))
    frame = 1000 / RATE
    for act, gaps in found.items():
        first = median(each[0] for each in gaps)
        after = [gap for each in gaps for gap in each[1:]]
        missed = sum(max(0, round(gap / frame) - 1) for gap in after if gap > 1.5 * frame)
        share = missed / (len(after) + missed)
        print(f"| {act} | first picture {first:.0f} ms | frames missed {missed}, {share:.1%} | |")


def gaps_of(page: Page, act: str) -> list[float]:
    """The milliseconds between frames, during a step or at rest."""
    page.bring_to_front()
    times = page.evaluate(FRAMES, {"act": act, "seconds": SECONDS})
    page.wait_for_timeout(300)
    return [after - before for before, after in pairwise(times)]


if __name__ == "__main__":
    sys.exit(run(main))
