"""Tables that leave a page for a spreadsheet, which would compute a word such as =1+1."""

import ast
from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "pages"
#: Streamlit writes CSV for these in the browser, without guarding against formulas.
UNGUARDED = {"dataframe", "data_editor", "line_chart", "bar_chart", "area_chart", "scatter_chart"}


def unguarded_calls(path: Path) -> list[str]:
    """The lines where a source calls one of these."""
    return [
        f"{path.relative_to(PAGES)}:{node.lineno}: {node.func.attr}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in UNGUARDED
    ]


def test_no_page_draws_what_streamlit_exports_unguarded() -> None:
    """Tables are plain HTML (`charts/__init__.py`), charts hold numbers and names of ours."""
    sources = sorted(PAGES.rglob("*.py"))
    assert sources
    assert not [call for path in sources for call in unguarded_calls(path)]
