"""What leaves a page as a table that a spreadsheet opens: a word such as =1+1 would be computed."""

import ast
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "pages"
#: Streamlit writes CSV for these in the browser, and guards no formula in it.
UNGUARDED = {"dataframe", "data_editor", "line_chart", "bar_chart", "area_chart", "scatter_chart"}


@pytest.mark.parametrize(
    "path", sorted(PAGES.rglob("*.py")), ids=lambda path: str(path.relative_to(PAGES))
)
def test_no_page_draws_what_streamlit_exports_unguarded(path: Path) -> None:
    """Tables are plain HTML (`charts/tables.py`), charts hold numbers and names of ours."""
    calls = [
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    assert not UNGUARDED & set(calls)
