"""How smoothly a step moves: frames that the page misses while the words of a step slide together.

    .venv/bin/python -m benchmarks.served.movement

Frames are counted in the page by `requestAnimationFrame`, in turn for a step of the English sample,
whose 200 most frequent words are on the stage, for the same page at rest, and for a page with
nothing but 200 words, of which as many elements move: what is missed there is due to the machine. A
gap of more than one and a half frames counts as missed frames. The first gap is told apart: it is
how long the first picture takes, before which nothing moves.
"""

import os
import statistics
from itertools import pairwise

from playwright.sync_api import Page

from benchmarks.served.browsing import chromium, server
from benchmarks.served.stepping import ROOT

STEPS = 20
#: How long a step moves, in seconds, and the frames of a second.
SECONDS, RATE = 1.15, 60

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
MOVING = 60
BARE = """<style>span { display: inline-block; border: 1px solid; padding: 4px }</style>""" + (
    200 * "<p style='display: inline-block'><span>w</span><span>o</span><span>r</span></p> "
)
MOVE = """([count, time]) => {
  const spans = [...document.querySelectorAll("span")].slice(0, count);
  const way = [{ transform: "translateX(20px)" }, { transform: "none" }];
  globalThis.move = () => spans.forEach((span) => span.animate(way, time));
}"""


def main() -> None:
    """Print the table."""
    found: dict[str, list[list[float]]] = {"step": [], "rest": [], "bare": []}
    with server() as url, chromium() as browser:
        page, bare = (browser.new_page(viewport={"width": 1280, "height": 720}) for _ in range(2))
        page.goto(f"{url}/?corpus=english&merges=300")
        page.wait_for_timeout(5_000)
        bare.set_content(BARE)
        bare.evaluate(MOVE, [MOVING, 1000 * SECONDS])
        for _ in range(STEPS):
            for act, gaps in found.items():
                gaps.append(gaps_of(bare if act == "bare" else page, act))
    print(f"load {os.getloadavg()[0]:.1f}")
    for act, gaps in found.items():
        report(act, gaps)


def gaps_of(page: Page, act: str) -> list[float]:
    """The milliseconds between frames, during a step or at rest."""
    page.bring_to_front()
    times = page.evaluate(FRAMES, {"act": act, "seconds": SECONDS})
    page.wait_for_timeout(300)
    return [after - before for before, after in pairwise(times)]


def report(act: str, gaps: list[list[float]]) -> None:
    """Print how long the first picture took, and how many of the frames after it were missed."""
    first = statistics.median(each[0] for each in gaps)
    frame = 1000 / RATE
    after = [gap for each in gaps for gap in each[1:]]
    missed = sum(max(0, round(gap / frame) - 1) for gap in after if gap > 1.5 * frame)
    total = len(after) + missed
    share, longest = missed / total, max(after)
    print(f"| {act} | {first:.0f} ms | {missed} of {total}, {share:.1%} | {longest:.0f} ms |")


if __name__ == "__main__":
    main()
