"""Bugs that Streamlit alone still has. When one of these fails, a module of ours can go.

The programs are those of `docs/streamlit-reports.md`, which says what would be expected.
"""

import re
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import USUAL, OpenContext
from tests.served_app import ROOT, free_port, start, stop

REPORTS = (ROOT / "docs" / "streamlit-reports.md").read_text(encoding="utf-8")
#: At one visit of six, the part that is sent first is drawn first by chance; where the server is
#: slower than the browser, at most of them.
VISITS = 60


def program_for(function: str) -> str:
    """The program in the report for which our function is the remedy."""
    section = next(text for text in REPORTS.split("\n## ") if f"Our function: `{function}`" in text)
    return section.split("```python\n")[1].split("```")[0]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Streamlit alone, with each program as a page of its own."""
    folder, port = tmp_path_factory.mktemp("alone"), free_port()
    (folder / "pages").mkdir()
    for function, file in (("catch_up", "program.py"), ("render_first", "pages/staged.py")):
        (folder / file).write_text(program_for(function), encoding="utf-8")
    options = (f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true")
    command = [sys.executable, "-m", "streamlit", "run", "program.py", *options]
    no_statistics = {"STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false"}
    server = start(command, port, folder / "log", folder, **no_statistics)
    yield server.url
    stop(server.process)


@pytest.fixture(scope="module")
def alone(context_for: OpenContext) -> Iterator[Page]:
    """A tab that nothing watches: it is Streamlit's own page."""
    page = context_for(**USUAL).new_page()
    yield page
    page.close()


def test_streamlit_alone_still_draws_nothing_of_a_press_beside_a_report(
    alone: Page, address: str
) -> None:
    """Else `catch_up` can go. It is a race, which Streamlit may win now and then."""
    assert any(press_is_lost(alone, address) for _ in range(VISITS))


def press_is_lost(page: Page, address: str) -> bool:
    page.goto(address)
    page.get_by_label("Inside").fill("x")
    page.get_by_role("button", name="Outside").click()
    expect(page.get_by_text("inside: 1")).to_be_visible()
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    return page.get_by_text("outside: 0").count() == 1


def test_streamlit_alone_still_shows_last_what_a_page_draws_first(
    alone: Page, address: str
) -> None:
    """Else `render_first` can go."""
    said = []
    while "200 sliders were before me" not in said:
        assert len(said) < VISITS, f"It was drawn early each time: {said}"
        alone.goto(f"{address}/staged")
        said.append(alone.get_by_text(re.compile(r"^\d+ sliders were")).inner_text())
