"""Few places lean on Streamlit's own page, which promises nothing."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
#: The names that Streamlit gives its elements, and its state, for its own tests.
UNPROMISED = re.compile(r"data-?test|\bst(?:App|Main|Sidebar|Header)\b", re.IGNORECASE)
SCRIPTS = {"components/browser/page.js"}


def files_that_name_streamlits_elements(ending: str) -> set[str]:
    return {
        path.relative_to(PAGES).as_posix()
        for path in PAGES.rglob(f"*.{ending}")
        if UNPROMISED.search(path.read_text("utf-8"))
    }


def test_scripts_take_it_from_one_module() -> None:
    assert files_that_name_streamlits_elements("js") == SCRIPTS


def test_the_stylesheets_that_name_it_are_those_of_the_document() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = text.partition("## Where it relies on Streamlit")[2]
    assert files_that_name_streamlits_elements("css") == {*re.findall(r"`([\w/]+\.css)`", section)}
