"""The checklist for a text, as each vocabulary answers it."""

from bpe_core.tokenizers.published_vocabularies import RANKED
from pages.lessons.tokenizer_file.choosing import _rows, pieces_of, tokens_in
from pages.lessons.tokenizer_file.overlay import Cut
from pages.lessons.tokenizer_file.overlay.cuts import _are_all_of
from pages.lessons.tokenizer_file.overlay.spans import PlacedToken, place_ranked


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
    """GPT-4's rule groups digits by three from the left; its tokens have all of the text."""
    text = "ab 哈 74815"
    cut = Cut("a", "a", 100_256, place_ranked(RANKED["cl100k"].load(), text))
    rows = list(_rows(text, [cut]))
    assert [row[0].split(":")[0] for row in rows] == [
        "Does your text come back exactly?",
        "Bytes per token",
        "Tokens per character, Latin",
        "Tokens per character, Han",
        "How is 74815 split",
        "Tokens of nothing but spaces and line breaks",
        "Parameters of an embedding matrix with 4,096 dimensions",
    ]
    assert rows[0][1] == "all of it"
    assert rows[4][1] == "748 | 15"
    assert rows[6][1] == "411 million"
