"""Part of a lesson runs again by itself, and finally writes the address."""

import pytest

from pages.session import lesson_fragment
from pages.session.lesson_fragment import lesson_fragment as decorate


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
