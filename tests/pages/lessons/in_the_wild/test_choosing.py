"""The checklist for a text, as each vocabulary answers it."""

from pages.lessons.in_the_wild.choosing import pieces_of, tokens_in
from pages.lessons.in_the_wild.overlay import Cut
from pages.lessons.in_the_wild.overlay.cuts import _are_all_of
from pages.lessons.in_the_wild.overlay.spans import PlacedToken
from tests.pages.whole_app.visitor import Visitor


def placed(*spans: tuple[int, int]) -> list[PlacedToken]:
    return [PlacedToken(0, start, end) for start, end in spans]


def test_tokens_count_for_the_script_in_which_they_begin() -> None:
    """A token of a space and a word is one of the word, and each half of a character is one."""
    cut = Cut("a", "a", 9, placed((0, 2), (2, 3), (3, 5), (5, 6), (6, 7)))  # " a" "!" "哈" in two
    assert tokens_in(cut, " a!哈1") == {"Latin": 1, "Common": 2, "Han": 2}


def test_a_number_is_cut_where_its_tokens_end() -> None:
    cut = Cut("a", "a", 9, placed((0, 4), (4, 6), (6, 8)))
    assert pieces_of(cut, "a 74815!", "74815") == ["74", "81", "5"]


def test_text_comes_back_if_all_of_it_is_covered_by_its_own_tokens() -> None:
    assert _are_all_of(placed((0, 2), (2, 3)), "abc")
    assert not _are_all_of(placed((0, 1), (2, 3)), "a c")
    assert not _are_all_of(placed((0, 2)), "abc")
    assert not _are_all_of([PlacedToken(0, 0, 1, "a")], "A")
    assert _are_all_of([PlacedToken(0, 0, 2, "▁a")], " a")


def test_the_checklist_has_the_text_s_own_questions() -> None:
    visitor = Visitor("wild", corpus="english", lang="en")
    assert not visitor.app.exception
    assert "Does your text come back exactly?" in visitor.text
    assert "How is 7481 cut" not in visitor.text  # the sample writes 7,481
