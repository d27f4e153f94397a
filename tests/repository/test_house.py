"""A newcomer finds the way around: short pages, small folders, tests laid out like the code."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
#: Lines in a page, which reads as its lesson's outline, and entries in a folder.
LONGEST_PAGE, MOST_ENTRIES = 100, 15
LISTS = {"lessons", "prose", "data"}


def test_a_page_is_an_outline() -> None:
    """Longer code is in a named part of the lesson."""
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PAGES.rglob("page.py")}
    assert not {path.parent.name: n for path, n in lengths.items() if n > LONGEST_PAGE}


def test_no_room_is_overfull() -> None:
    """Lessons, prose and data are lists that grow; everything else is split by subject."""
    counted = {}
    for folder, rooms, files in os.walk(ROOT):
        rooms[:] = [name for name in rooms if not name.startswith((".", "__"))]
        shown = [name for name in files if not name.startswith((".", "__"))]
        counted[Path(folder)] = len(rooms) + len(shown)
    del counted[ROOT]  # what stands there is where tools look for it
    overfull = {folder for folder, n in counted.items() if n > MOST_ENTRIES}
    assert not {folder for folder in overfull if folder.name not in LISTS}


def test_tests_of_the_pages_lie_as_these_do() -> None:
    """A folder's tests are in a folder of the same name; whole-app tests have their own."""
    tests = ROOT / "tests" / "pages"
    rooms = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    mirrored = {room for room in rooms if room.parts[:1] != ("whole_app",)}
    assert not {str(room) for room in mirrored if not (PAGES / room).is_dir()}
