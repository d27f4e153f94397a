"""Measure the wait for the first step: the real app, in a real Chromium, on loopback.

    python -m benchmarks.waiting             # two minutes
    python -m benchmarks.waiting --runs 1    # a quick look

Seconds differ by a factor of two between machines, so each is given beside a reference that was
measured in turns with it: a page of Streamlit's with nothing but a button, and the same training in
a Python process of its own, which has been given the text and has imported what it needs.

The times are taken inside the page. For the first button, the clock runs from the request for the
page until a picture shows the button, and, in other tabs, until it is in the page. For a file, it
starts with the browser's event for choosing it, and stops when the first step of its walk is drawn,
with its pairs. For a sample corpus, it starts with the press that chooses it. Each run has its own
tab and a text that the server has never seen.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page

from benchmarks.corpora import load
from benchmarks.measuring import (
    MERGES,
    PATIENCE,
    ROOT,
    SETTINGS,
    bare_page,
    chromium,
    open_own_text,
    print_setting,
    print_table,
    runs_wanted,
    server,
)
from bpe_core.__main__ import run
from pages.static_edition import write_site
from sample_corpora import CATALOGUE
from tests.browser.actions import come_to_rest

#: A label for the file, its bytes, and the target in seconds.
FILES = [("100 kB", 100_000, 0.7), ("1 MB", 1_000_000, 1.2)]
SAMPLE_WANTED, BUTTON_WANTED, STATIC_WANTED = 0.3, 1.2, 0.5
#: Reads a text from its input, trains on it, and prints the seconds.
BARE_TRAINING = f"""
import sys, time
from bpe_core.algorithms.train import train
from bpe_core.specification import TrainingSpecification
specification = TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges={MERGES})
text = sys.stdin.read()
start = time.perf_counter()
train(specification.corpus_of(text), specification)
print(time.perf_counter() - start)
"""

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

#: Promises the milliseconds from the request for a page until a picture shows its first button.
WATCH_BUTTON = """() => {
  window.waited = new Promise((resolve) => {
    const look = () => {
      if (%IS_THERE%) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}"""
SEEN_BARE = WATCH_BUTTON.replace(
    "%IS_THERE%", """document.querySelector("[data-testid='stButton'] button")"""
)
#: A first visit has its walk in the page that the server answers with; it is hidden until then. It
#: begins with a question, whose first token can be tapped.
BUTTON = """[...document.querySelectorAll("*")]
          .map((node) => node.shadowRoot?.querySelector(".led .words .chip"))
          .some((next) => next && getComputedStyle(next).visibility === "visible")"""
SEEN = WATCH_BUTTON.replace("%IS_THERE%", BUTTON)
#: The rest of the lesson is there, too.
DRAWN = WATCH_BUTTON.replace("%IS_THERE%", "document.documentElement?.dataset.drawn !== undefined")
#: The static edition has no shadow roots.
SEEN_STATIC = WATCH_BUTTON.replace(
    "%IS_THERE%", """document.querySelector(".transport .next:not(:disabled)")"""
)


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
    page = _tab(browser, lambda page: page.goto(f"{url}/?corpus=hug&lang=en"))
    page.get_by_test_id("stMain").get_by_role("combobox").first.click()
    option = page.get_by_role("option", name=CATALOGUE[corpus].title["en"], exact=True)
    page.locator("html").evaluate(WATCH, "pointerdown")
    option.click()
    return _waited(page)


def first_button(browser: Browser, url: str, seen: str = SEEN) -> float:
    """Seconds from opening a page in a cold browser until its first button is seen."""
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    page.add_init_script(f"({seen})()")
    page.goto(url)
    return _waited(page)


def trained_alone(text: bytes) -> float:
    """Seconds of the same training in a Python process of its own."""
    command = [sys.executable, "-c", BARE_TRAINING]
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, cwd=ROOT, check=True)
    return float(done.stdout)


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


def row(name: str, wanted: float, times: list[float], beside: Sequence[float] = ()) -> list[str]:
    """A row of the table: the median, all runs, the target, the reference and the ratio to it."""
    runs = ", ".join(f"{each:.2f}" for each in sorted(times))
    reference = median(beside) if beside else 0.0
    compared = [f"{reference:.2f}", f"{median(times) / reference:.2f}"] if beside else ["", ""]
    return [name, f"{median(times):.2f}", runs, f"{wanted:.1f}", *compared]


def measure(runs: int) -> list[list[str]]:
    with bare_page() as bare, static_page() as plain, server() as url, chromium() as browser:
        # A server's first visitor waits for its own start, too.
        first_button(browser, url), first_button(browser, bare, SEEN_BARE)
        opened = [
            (
                first_button(browser, url),
                first_button(browser, url, DRAWN),
                first_button(browser, bare, SEEN_BARE),
                first_button(browser, plain, SEEN_STATIC),
            )
            for _ in range(runs)
        ]
        app, drawn, streamlit, static = map(list, zip(*opened, strict=True))
        rows = [
            row("the app opened → its first usable button", BUTTON_WANTED, app, streamlit),
            row("the same, until the whole lesson is drawn", BUTTON_WANTED, drawn, streamlit),
            row("the static edition opened (beside the app)", STATIC_WANTED, static, app),
        ]
        times = [sample_chosen(browser, url, corpus) for corpus in SAMPLES[:runs]]
        rows.append(row("a sample corpus chosen → its first step", SAMPLE_WANTED, times))
        english = load("English prose", 1_000_000).encode()
        for name, size, wanted in FILES:
            texts = [_own(english, size) for _ in range(runs)]
            pairs = [(file_chosen(browser, url, text), trained_alone(text)) for text in texts]
            what = f"a file of {name} chosen → its first step, {MERGES:,} merges"
            rows.append(row(what, wanted, *map(list, zip(*pairs, strict=True))))
    return rows


class _QuietFiles(SimpleHTTPRequestHandler):
    """Files, without a line for each request."""

    def log_message(self, *message: object) -> None:
        pass


@contextmanager
def static_page() -> Iterator[str]:
    """The first page of the static edition, on a plain server of files; its address."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder))
        files = partial(_QuietFiles, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), files) as serving:
            threading.Thread(target=serving.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{serving.server_port}/merge-by-merge.html"
            serving.shutdown()


def main() -> None:
    runs = runs_wanted("Time how long a learner waits.")
    print_setting(runs)
    rows = measure(runs)
    head = ["what", "seconds, median", "all runs", "target", "reference", "ratio"]
    print_table(head, rows)


if __name__ == "__main__":
    sys.exit(run(main))
