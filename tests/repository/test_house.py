"""A newcomer finds the way around: short pages, and tests laid out like the code."""

import ast
from pathlib import Path

from tests.repository.test_layers import sources

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
#: Lines in a page, which reads as its lesson's outline.
LONGEST_PAGE = 100
#: Lines in a function.
LONGEST_FUNCTION = 60


def test_a_page_is_an_outline() -> None:
    """Longer code is in a named part of the lesson."""
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PAGES.rglob("page.py")}
    assert not {path.parent.name: n for path, n in lengths.items() if n > LONGEST_PAGE}


def test_tests_of_the_pages_lie_as_these_do() -> None:
    """A folder's tests are in a folder of the same name; whole-app tests have their own."""
    tests = ROOT / "tests" / "pages"
    rooms = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    mirrored = {room for room in rooms if room.parts[:1] != ("whole_app",)}
    assert not {str(room) for room in mirrored if not (PAGES / room).is_dir()}


def test_a_function_can_be_seen_at_once() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name} has {size} lines"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (size := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    ]
    assert not long
