"""The state of a session is kept in one place."""

import ast
from pathlib import Path

import pytest

from pages.session import lesson_fragment
from pages.session.lesson_fragment import lesson_fragment as decorate

ROOT = Path(__file__).resolve().parents[3]
#: Modules that touch it: the place itself, and code on Streamlit's internals that knows no pages.
IN_PLACE = {
    "pages/session/session_state.py",
    "server/streamlit_internals/reruns.py",
}


def test_session_state_is_touched_in_one_place() -> None:
    """All other code keeps a `SessionValue`, binds a widget, or asks what a component reported."""
    touching = set()
    for folder in ("pages", "server"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if any(getattr(node, "attr", "") == "session_state" for node in ast.walk(tree)):
                touching.add(str(path.relative_to(ROOT)))
    assert touching == IN_PLACE


def test_a_lessons_fragments_write_the_address() -> None:
    """A lesson's own fragments are `@lesson_fragment`; a bare one only looks again by itself."""
    bare = []
    for path in sorted((ROOT / "pages" / "lessons").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in getattr(node, "decorator_list", ()):
                if ast.unparse(decorator).startswith("st.fragment") and "run_every" not in (
                    ast.unparse(decorator)
                ):
                    bare.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not bare


class WholePageIsAskedForError(Exception):
    """Raised as `st.rerun` ends a fragment."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events of drawing and writing, in order."""
    events: list[str] = []
    monkeypatch.setattr(lesson_fragment.st, "fragment", lambda draw: draw)
    monkeypatch.setattr(lesson_fragment, "write_address", lambda: events.append("address"))
    return events


def test_the_address_is_written_once_all_is_drawn(written: list[str]) -> None:
    @decorate
    def draw(what: str) -> None:
        written.append(what)

    draw("a walk")
    assert written == ["a walk", "address"]


def test_a_fragment_that_asks_for_the_whole_page_leaves_the_address_to_it(
    written: list[str],
) -> None:
    """The page starts with the address as it was then: a difference would look like going back.

    Merges that a learner had chosen were once lost in this way.
    """

    @decorate
    def draw() -> None:
        raise WholePageIsAskedForError

    with pytest.raises(WholePageIsAskedForError):
        draw()
    assert not written
