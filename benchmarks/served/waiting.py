"""How long a learner waits for the first step: the real app, in a real Chromium, on loopback.

    python -m benchmarks.served.waiting             # two minutes
    python -m benchmarks.served.waiting --runs 1    # a quick look

The times are taken inside the page. For the first button, the clock runs from the request for the
page until a picture shows the button. For a file, it starts with the browser's event for choosing
it, and stops when the first step of its walk is drawn, with its pairs. For a sample corpus, it
starts with the press that chooses it. Each run has its own tab and a text that the server has never
seen.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Browser, Page

from benchmarks.corpora import load
from benchmarks.served.browsing import PATIENCE, chromium, open_own_text, server
from benchmarks.timing import print_setting, print_table
from sample_corpora import CATALOGUE
from tests.browser.actions import come_to_rest

MERGES = 8_000
SETTINGS = f"merges={MERGES}&pre=gpt2&unit=byte"
#: A label for the file, its bytes, and the target in seconds.
FILES = [("100 kB", 100_000, 0.7), ("1 MB", 1_000_000, 1.2), ("5 MB", 5_000_000, 3.0)]
SAMPLE_WANTED, BUTTON_WANTED = 0.3, 1.2

#: Sample corpora, each chosen for the first time by a run.
SAMPLES = ("english", "chinese", "scripts", "numbers", "inflections", "code", "mixed", "course")
#: Promises the milliseconds from an event on an element until another walk is drawn with its pairs,
#: as of the first picture that shows it.
WATCH = """(target, event) => {
  const walk = () => [...document.querySelectorAll("*")]
    .map((node) => node.shadowRoot?.querySelector(".stepper")).find(Boolean);
  const stands = () => {
    const found = walk();
    const pairs = found?.querySelector(".bars li") && !found.querySelector(".pairs.loading");
    return pairs ? found.querySelector("input.scrubber").max : undefined;
  };
  const before = stands();
  window.waited = new Promise((resolve, reject) => {
    setTimeout(reject, 60_000, "No walk within a minute.");
    target.addEventListener(event, () => {
      const start = performance.now();
      const look = () => {
        const now = stands();
        if (now !== undefined && now !== before) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      look();
    }, { capture: true, once: true });
  });
}"""

#: Promises the milliseconds from the request for a page until a picture shows the stepper's button:
#: a page is transparent until it is drawn.
SEEN = """() => {
  window.waited = new Promise((resolve) => {
    const look = () => {
      const isThere = document.documentElement?.dataset.drawn !== undefined &&
        [...document.querySelectorAll("[data-testid='stBidiComponentIsolated']")]
          .some((node) => node.shadowRoot?.querySelector(".transport button"));
      if (isThere) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}"""


def file_chosen(browser: Browser, url: str, text: bytes) -> float:
    """Seconds from choosing a file to the first step of its walk."""
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text)
        file.flush()
        page = _tab(browser, lambda page: open_own_text(page, url, SETTINGS))
        field = page.locator("input[type=file]").first
        field.evaluate(WATCH, "change")
        field.set_input_files(file.name)
        return _waited(page)


def sample_chosen(browser: Browser, url: str, corpus: str) -> float:
    """Seconds from choosing a sample corpus to the first step of its walk."""
    page = _tab(browser, lambda page: page.goto(f"{url}/?lang=en"))
    page.get_by_test_id("stMain").get_by_role("combobox").first.click()
    option = page.get_by_role("option", name=CATALOGUE[corpus].title["en"], exact=True)
    page.locator("html").evaluate(WATCH, "pointerdown")
    option.click()
    return _waited(page)


def first_button(browser: Browser, url: str) -> float:
    """Seconds from opening the app in a fresh tab until the stepper's first button is seen."""
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    page.add_init_script(f"({SEEN})()")
    page.goto(url)
    return _waited(page)


def _own(text: bytes, size: int) -> bytes:
    """A text of `size` bytes that is new each time, because a different word is put in front."""
    return (b"%d " % time.time_ns() + text)[:size].decode(errors="ignore").encode()


def _tab(browser: Browser, visit: Callable[[Page], object]) -> Page:
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    visit(page)
    page.locator(".transport").wait_for(timeout=PATIENCE)
    come_to_rest(page)
    return page


def _waited(page: Page) -> float:
    page.set_default_timeout(PATIENCE)
    took = float(page.evaluate("window.waited")) / 1000
    page.close()
    return took


def row(name: str, wanted: float, times: list[float]) -> list[str]:
    """A row of the table: the median, all runs, and the target."""
    runs = ", ".join(f"{each:.2f}" for each in sorted(times))
    return [name, f"{median(times):.2f}", runs, f"{wanted:.1f}"]


def measure(runs: int) -> list[list[str]]:
    english = load("English prose", 5_000_000).encode()
    rows = []
    with server() as url, chromium() as browser:
        first_button(browser, url)  # a server's first visitor waits for its own start, too
        times = [first_button(browser, url) for _ in range(runs)]
        rows.append(row("the app opened → its first usable button", BUTTON_WANTED, times))
        times = [sample_chosen(browser, url, corpus) for corpus in SAMPLES[:runs]]
        rows.append(row("a sample corpus chosen → its first step", SAMPLE_WANTED, times))
        for name, size, wanted in FILES:
            texts = [_own(english, size) for _ in range(runs)]
            times = [file_chosen(browser, url, text) for text in texts]
            said = f"a file of {name} chosen → its first step, {MERGES:,} merges"
            rows.append(row(said, wanted, times))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Time how long a learner waits.")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print_setting(runs)
    rows = measure(runs)
    print_table(["what", "seconds, median", "all runs", "target"], rows)


if __name__ == "__main__":
    main()
