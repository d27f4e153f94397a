"""Start the real server and a real Chromium for the browser benchmarks, and upload a text."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.corpora import MB, load
from pages.session.parameters import encode_text
from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.served_app import documented_start, free_port, start, stop

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
