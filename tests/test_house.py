"""A newcomer finds the way around: short pages, small folders, tests laid out like the code."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "pages"
#: Lines in a page, which reads as its lesson's outline, and entries in a folder.
LONGEST_PAGE, MOST_ENTRIES = 100, 15


def entries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name not in ("__pycache__", ".DS_Store")]


def test_a_page_is_an_outline() -> None:
    """Longer code is in a named part of the lesson."""
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PAGES.rglob("page.py")}
    assert not {path.parent.name: n for path, n in lengths.items() if n > LONGEST_PAGE}


def test_no_room_is_overfull() -> None:
    """Prose and lessons are lists that grow; everything else is split by subject."""
    folders = [PAGES, *(path for path in PAGES.rglob("*") if path.is_dir())]
    counted = {
        str(folder.relative_to(ROOT)): len(entries(folder))
        for folder in folders
        if folder.name not in ("__pycache__", "lessons", "prose")
    }
    assert not {folder: n for folder, n in counted.items() if n > MOST_ENTRIES}


def test_tests_of_the_pages_lie_as_these_do() -> None:
    """A folder's tests are in a folder of the same name; whole-app tests have their own."""
    tests = ROOT / "tests" / "pages"
    rooms = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    mirrored = {room for room in rooms if room.parts[:1] != ("whole_app",)}
    assert not {str(room) for room in mirrored if not (PAGES / room).is_dir()}
