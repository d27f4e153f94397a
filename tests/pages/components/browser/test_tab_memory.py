"""Who reads what a browser keeps."""

import re
from pathlib import Path

PAGES = Path(__file__).parents[4] / "pages"


def test_what_a_tab_keeps_is_read_in_one_place_that_expects_anything() -> None:
    """A phone keeps a text that the server checks, and the course a list read with care.

    The first walk only compares what Streamlit keeps with a text.
    """
    reads = re.compile(r"\b(?:session|local)Storage\b")
    readers = {path.name for path in PAGES.rglob("*.js") if reads.search(path.read_text("utf-8"))}
    assert readers == {"tab_memory.js", "phone.js", "course_progress.js", "first_walk.js"}
