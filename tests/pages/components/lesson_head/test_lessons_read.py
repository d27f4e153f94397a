"""One cookie says to the server and to the page which lessons a browser has read."""

from pathlib import Path

from pages.components.lesson_head import COOKIE

PAGES = Path(__file__).resolve().parents[4] / "pages"


def test_the_page_writes_the_cookie_that_the_server_reads() -> None:
    script = PAGES / "components" / "lesson_head" / "lessons_read.js"
    assert f'const COOKIE = "{COOKIE}";' in script.read_text("utf-8")
