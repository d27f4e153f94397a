"""A newcomer finds the way around: short pages, and tests laid out like the code."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
#: Lines in a page, which reads as its lesson's outline.
LONGEST_PAGE = 100


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
