"""What travels to the browser for 1 MB of English and 8,000 merges.

    python -m benchmarks.served.traffic

This runs the real app in a real Chromium, with a proxy between the two that counts bytes.
"""

from __future__ import annotations

import random

from playwright.sync_api import Page

from benchmarks.served.browsing import (
    MERGES,
    SETTINGS,
    CountingProxy,
    chromium,
    open_own_text,
    server,
    upload_large,
)
from benchmarks.served.stepping import TIME_JUMP
from benchmarks.timing import print_setting, print_table

JUMPS = 30
STEPS = 20


def measure(page: Page, proxy: CountingProxy) -> list[list[str]]:
    rows = []
    open_own_text(page, proxy.url, SETTINGS)
    page.wait_for_timeout(3000)
    seen = proxy.down

    def note(what: str, times: int = 1) -> None:
        nonlocal seen
        rows.append([what, f"{(proxy.down - seen) / 1000 / times:,.1f} kB"])
        seen = proxy.down

    upload_large(page)
    note("from the upload until the first step is shown, progress included")
    page.wait_for_timeout(3000)
    note("after that, without a click (the next piece, the charts)")
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(150)
    note(f"{STEPS} steps over loaded pieces")
    page.wait_for_timeout(3000)
    note("after that: the server is told the step, and charts and address follow")
    for step in random.Random(1).sample(range(200, MERGES), JUMPS):
        page.evaluate(TIME_JUMP, step)
        page.wait_for_timeout(1200)  # until the step has been told to the server
    page.wait_for_timeout(2000)
    note(f"a jump to any step, its neighbours included (mean of {JUMPS})", JUMPS)
    return rows


def main() -> None:
    with server() as url, chromium() as browser:
        rows = measure(browser.new_page(locale="en-US"), CountingProxy(url))
        print_setting(1)
        print_table(["1 MB of English prose, 8,000 merges", "to the browser"], rows)


if __name__ == "__main__":
    main()
