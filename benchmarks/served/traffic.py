"""What travels to the browser for 1 MB of English and 8,000 merges, and how long a jump takes.

    python -m benchmarks.served.traffic

This runs the real app in a real Chromium, with a proxy between the two that counts bytes.
"""

from __future__ import annotations

import random
from statistics import median

from playwright.sync_api import Locator, Page

from benchmarks import corpora
from benchmarks.served.browsing import (
    PATIENCE,
    CountingProxy,
    chromium,
    open_own_text,
    server,
    upload,
)
from benchmarks.timing import p95, print_setting, print_table

MERGES = 8_000
JUMPS = 30
STEPS = 20

#: Goes to a step as the scrubber does, and returns the milliseconds until everything is drawn.
JUMP = """(scrubber, step) => new Promise((resolve) => {
  const root = scrubber.getRootNode();
  const start = performance.now();
  const waits = () => root.querySelector(".pairs.loading")
    || [...root.querySelectorAll(".why, .changed")].some((node) => node.innerText.endsWith("…"));
  const look = () => waits() ? setTimeout(look, 2)
    : requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  scrubber.value = String(step);
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
  look();
})"""


def scrubber(page: Page) -> Locator:
    return page.locator("input.scrubber")


def wait_for_walk(page: Page, merges: int = MERGES) -> None:
    page.get_by_text(f"of {merges:,}").first.wait_for(timeout=PATIENCE)
    page.locator(".bars li").first.wait_for(timeout=PATIENCE)


def measure(page: Page, proxy: CountingProxy) -> tuple[list[list[str]], list[float]]:
    rows = []
    open_own_text(page, proxy.url, f"merges={MERGES}&pre=gpt2&unit=byte")
    page.wait_for_timeout(3000)
    seen = proxy.down

    def note(what: str) -> None:
        nonlocal seen
        rows.append([what, f"{(proxy.down - seen) / 1000:,.1f} kB"])
        seen = proxy.down

    upload(page, corpora.load("English prose", 1_000_000))
    wait_for_walk(page)
    note("from the upload until the first step is shown, progress included")
    page.wait_for_timeout(3000)
    note("after that, without a click (the next piece, the charts)")
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(150)
    note(f"{STEPS} steps over loaded pieces")
    page.wait_for_timeout(3000)
    note("after that: the server is told the step, and charts and address follow")
    steps = random.Random(1).sample(range(200, MERGES), JUMPS)
    times = []
    for step in steps:
        times.append(float(scrubber(page).evaluate(JUMP, step)))
        page.wait_for_timeout(1200)  # until the step has been told to the server
    page.wait_for_timeout(2000)
    rows.append(
        [
            f"a jump to any step, its neighbours included (mean of {JUMPS})",
            f"{(proxy.down - seen) / 1000 / JUMPS:,.1f} kB",
        ]
    )
    return rows, times


def main() -> None:
    with server() as url, chromium() as browser:
        proxy = CountingProxy(url)
        page = browser.new_page(locale="en-US")
        rows, times = measure(page, proxy)
        print_setting(1)
        print_table(["1 MB of English prose, 8,000 merges", "to the browser"], rows)
        times.sort()
        print(
            f"A jump to a step that is not loaded yet, everything drawn: median "
            f"{median(times):.0f} ms, p95 {p95(times):.0f} ms, "
            f"most {times[-1]:.0f} ms ({JUMPS} jumps)."
        )


if __name__ == "__main__":
    main()
