"""How smoothly a step moves: frames that the page misses while the words of a step slide together.

    .venv/bin/python -m benchmarks.served.movement

Frames are counted in the page by `requestAnimationFrame`, in turn for a step of the English sample,
whose 200 most frequent words are on the stage, and for the same page at rest: what is missed at
rest is due to the machine. A gap of more than one and a half frames counts as missed frames.
"""

import os
from itertools import pairwise

from playwright.sync_api import Page

from benchmarks.served.browsing import chromium, server
from benchmarks.served.stepping import ROOT

STEPS = 20
#: How long a step moves, in seconds, and the frames of a second.
SECONDS, RATE = 1.15, 60

FRAMES = """async ({ isStep, seconds }) => {
  const root = %ROOT%;
  if (isStep) root.querySelector('button.next').click();
  const start = performance.now();
  const times = [];
  while (performance.now() - start < 1000 * seconds) {
    times.push(await new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  return times;
}""".replace("%ROOT%", ROOT)


def main() -> None:
    """Print the table."""
    gaps: dict[bool, list[float]] = {True: [], False: []}
    with server() as url, chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"{url}/?corpus=english&merges=300")
        page.wait_for_timeout(5_000)
        for _ in range(STEPS):
            for is_step, found in gaps.items():
                found += gaps_of(page, is_step=is_step)
    print(f"load {os.getloadavg()[0]:.1f}")
    for is_step, found in gaps.items():
        report("a step" if is_step else "at rest", found)


def gaps_of(page: Page, *, is_step: bool) -> list[float]:
    """The milliseconds between frames, during a step or at rest."""
    times = page.evaluate(FRAMES, {"isStep": is_step, "seconds": SECONDS})
    page.wait_for_timeout(300)
    return [after - before for before, after in pairwise(times)]


def report(name: str, gaps: list[float]) -> None:
    """Print how many frames were missed, of how many, and the longest gap."""
    frame = 1000 / RATE
    missed = sum(max(0, round(gap / frame) - 1) for gap in gaps if gap > 1.5 * frame)
    total = len(gaps) + missed
    print(f"| {name} | {missed} of {total} | {missed / total:.1%} | {max(gaps):.0f} ms |")


if __name__ == "__main__":
    main()
