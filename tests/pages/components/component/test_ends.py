"""A component's script returns to Streamlit a function that ends it."""

from pathlib import Path

PAGES = Path(__file__).resolve().parents[4] / "pages"
#: Draws everything anew each time, and ends only what that drawing has begun.
SHARES_NOTHING = {"components/lesson_head/idea/idea.js"}


def test_no_drawing_ends_what_another_draws() -> None:
    """Streamlit may draw twice and then end the first: `onceGone` waits until both have gone."""
    ends_anyway = {
        path.relative_to(PAGES).as_posix()
        for path in PAGES.rglob("*.js")
        if "return () =>" in path.read_text(encoding="utf-8")
    }
    assert ends_anyway == SHARES_NOTHING
