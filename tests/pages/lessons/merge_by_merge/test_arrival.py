"""The arrival in the app: its place in the link, and what the page leaves out meanwhile."""

import pytest

from tests.pages.whole_app.visitor import Visitor


def place(visitor: Visitor) -> int:
    return int(visitor.walk["classroom"]["place"])


@pytest.mark.parametrize(
    ("card", "there"), [(1, 1), (2, 1), (3, 1), (4, 3), (5, 4), (6, 5), (7, 7), (8, 6)]
)
def test_a_card_of_an_old_link_opens_the_nearest_place(card: int, there: int) -> None:
    visitor = Visitor(card=card)
    assert place(visitor) == there
    assert visitor.address == {"lang": "en", "arrival": str(there)}


def test_a_link_to_a_place_shows_the_stage_alone_until_all_panels_are_wanted() -> None:
    visitor = Visitor(arrival=2)
    assert place(visitor) == 2
    assert not visitor.app.expander
    visitor.tell("stepper", place=[3, 2])
    assert visitor.address == {"lang": "en", "arrival": "3", "step": "2"}
    visitor.tell("stepper", place=[0, 0])
    assert visitor.address == {"lang": "en"}
    assert place(visitor) == 0
    assert any(expander.label == "What is this?" for expander in visitor.app.expander)


def test_many_words_come_with_their_place() -> None:
    """In the reader's language; elsewhere nothing but the corpus changes."""
    for lang, corpus in (("en", "english"), ("zh", "lessons")):
        visitor = Visitor(arrival=5, lang=lang)
        visitor.tell("stepper", prose=1)
        assert (visitor.address["corpus"], visitor.address["arrival"]) == (corpus, "6")
        visitor = Visitor(lang=lang)
        visitor.tell("stepper", prose=1)
        assert "arrival" not in visitor.address


@pytest.mark.parametrize(
    "reported", ["3", 3, [99, 0], [-1, 0], None, [1], [1, -1], [3, 8], [2.5, 0], ["3", 0]]
)
def test_a_place_that_no_browser_reports_is_not_taken(reported: object) -> None:
    visitor = Visitor(arrival=2)
    visitor.tell("stepper", place=reported)
    assert visitor.address["arrival"] == "2"


def test_who_comes_without_a_browser_or_by_a_link_sees_all_panels() -> None:
    assert place(Visitor()) == 0
    assert place(Visitor(step=2)) == 0
