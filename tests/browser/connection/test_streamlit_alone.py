"""What Streamlit alone still does in a browser. When one of these fails, a module of ours can go.

The programs are those of `docs/streamlit-reports.md`, which says what would be expected.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.served_app import ROOT, free_port, start, stop

REPORTS = (ROOT / "docs" / "streamlit-reports.md").read_text(encoding="utf-8")
#: At one visit of six, the part that is sent first is drawn first by chance.
VISITS = 6


def program_for(module: str) -> str:
    """The program in the report that is about the module."""
    section = next(text for text in REPORTS.split("\n## ") if f"/{module}.py`" in text)
    return section.split("```python\n")[1].split("```")[0]


@contextmanager
def visits(context: BrowserContext, folder: Path, module: str) -> Iterator[Callable[[], Page]]:
    """Serve a program by Streamlit alone, and visit it as often as wanted."""
    program, port = folder / "program.py", free_port()
    program.write_text(program_for(module), encoding="utf-8")
    options = (f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true")
    command = [sys.executable, "-m", "streamlit", "run", program.name, *options]
    no_statistics = {"STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false"}
    server = start(command, port, folder / "log", folder, **no_statistics)

    def visit() -> Page:
        page = context.new_page()
        page.goto(server.url)
        return page

    try:
        yield visit
    finally:
        stop(server.process)


def test_streamlit_alone_still_draws_nothing_of_a_press_beside_a_report(
    context_for: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """Else `full_reruns` can go. It is a race, which Streamlit may win now and then."""
    with visits(context_for(), tmp_path, "full_reruns") as visit:
        assert any(press_is_lost(visit()) for _ in range(VISITS))


def press_is_lost(page: Page) -> bool:
    page.get_by_label("Inside").fill("x")
    page.get_by_role("button", name="Outside").click()
    expect(page.get_by_text("inside: 1")).to_be_visible()
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    return page.get_by_text("outside: 0").count() == 1


def test_streamlit_alone_still_shows_last_what_a_page_draws_first(
    context_for: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """Else `staged_rendering` can go."""
    with visits(context_for(), tmp_path, "staged_rendering") as visit:
        for _ in range(VISITS):
            page = visit()
            said = page.get_by_text(re.compile(r"^\d+ sliders were")).inner_text()
            page.close()
            if said == "200 sliders were before me":
                return
    pytest.fail(f"It was drawn early {VISITS} times; the last time it said: {said}")
