"""Start the real server and a real Chromium for benchmarks, time runs, and print tables."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.corpora import MB, load
from pages.session.parameters import encode_text
from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.served_app import documented_start, free_port, start, stop

PACKAGES = ("numpy", "regex", "tokenizers", "rustbpe", "sentencepiece")


def seconds(work: Callable[[], object]) -> float:
    """The time of one call, after a garbage collection."""
    gc.collect()
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(works: Mapping[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The median time of each piece of work, in seconds. They take turns, so that a slow moment of
    the machine affects all of them."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            times[name].append(seconds(work))
    return {name: median(spent) for name, spent in times.items()}


def runs_wanted(about: str) -> int:
    """How often each piece of work is timed, as the command line says; five times by default."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--runs", type=int, default=5)
    runs: int = parser.parse_args().runs
    return runs


def p95(times: Sequence[float]) -> float:
    """The time that 95 of 100 stay below."""
    return sorted(times)[int(0.95 * len(times))]


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def print_setting(runs: int) -> None:
    """Print the date, the machine, and the versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(
        f"{date.today()}, {_processor()}, {os.cpu_count()} cores (load {load:.1f} at the start), "
        f"Python {platform.python_version()}, {versions}; medians of {runs} interleaved runs.\n"
    )


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    if sys.platform == "linux" and about.exists():
        for line in about.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(": ")[2]
    return platform.processor() or platform.machine()


ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 180_000  # milliseconds
BARE_PAGE = "import streamlit\nstreamlit.button('Next')\n"
#: The training of a large walk.
MERGES = 8_000
SETTINGS = f"merges={MERGES}&pre=gpt2&unit=byte"
#: All simulated learners have one address.
ENVIRONMENT = {"MERGE_BY_MERGE_ADDRESS_SESSIONS": "300"}


@contextlib.contextmanager
def server(*command: str, script: str = "app.py") -> Iterator[str]:
    """Run the app inside a `with` block, on a free port; yield its address.

    `command` starts Streamlit, and `script` is what it runs.
    """
    port = free_port()
    interpreter = (sys.executable, *(command or ("-m", "streamlit")))
    app, documented = documented_start(port, interpreter=interpreter)
    app[app.index("app.py")] = script
    with tempfile.TemporaryDirectory() as folder:
        running = start(app, port, Path(folder) / "log.txt", ROOT, **documented, **ENVIRONMENT)
        try:
            yield running.url
        finally:
            stop(running.process)


@contextlib.contextmanager
def bare_page() -> Iterator[str]:
    """A page of Streamlit's with nothing but a button, started as the app is; its address."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bare.py"
        script.write_text(BARE_PAGE, encoding="utf-8")
        with server(script=str(script)) as url:
            yield url


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


def open_own_text(page: Page, url: str, settings: str = "") -> None:
    """Open the app as a learner with a short text of their own, and the field to upload another."""
    page.goto(f"{url}/?text={encode_text('hug pug')}&lang=en&{settings}")
    page.locator(".transport").wait_for(timeout=PATIENCE)
    page.locator("input[type=file]").wait_for(state="attached")


def upload_large(page: Page) -> None:
    """Upload a megabyte of English, and wait for its walk."""
    text = load("English prose", MB).encode()
    file = {"name": "text.txt", "mimeType": "text/plain", "buffer": text}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text(f"of {MERGES:,}").first.wait_for(timeout=PATIENCE)
    page.locator(".bars li").first.wait_for(timeout=PATIENCE)
