"""Parallel texts come back from the table that holds them, or it is said what is wrong with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.parallel import (
    EmptyLanguageError,
    NotParallelError,
    TooManyCellsError,
    UnequalLinesError,
    put_side_by_side,
    read_parallel,
)

lines = st.text(st.characters(exclude_characters="\t\r\n", exclude_categories=["Cs"]), max_size=9)
texts = st.lists(lines, max_size=4).map("\n".join).map(str.strip).filter(bool)


@given(st.lists(texts, min_size=2, max_size=4))
def test_files_come_back_from_the_table(files: list[str]) -> None:
    names = [f"{i}.txt" for i in range(len(files))]
    read = read_parallel(put_side_by_side(list(zip(names, files, strict=True))))
    assert read.texts == tuple(files)
    assert read.names == tuple(name[:-4] for name in names)
    assert read.lines == tuple(sum(map(bool, map(str.strip, f.split("\n")))) for f in files)


def test_windows_line_ends_and_tabs_in_files_are_no_cells() -> None:
    read = read_parallel(put_side_by_side([("text.en", "a\tb\r\nc\r\n"), ("text.de", "d\r\ne")]))
    assert read.names == ("text.en", "text.de")
    assert read.texts == ("a b\nc", "d\ne")
    read.check_lines()


def test_lines_that_are_empty_in_all_texts_are_no_difference() -> None:
    read_parallel("a\tb\nx\ty\n\t\n\nx\ty\n").check_lines()


def test_unequal_numbers_of_lines_are_named() -> None:
    with pytest.raises(UnequalLinesError, match="en has 2 lines, but de has 1"):
        read_parallel("en\tde\tfr\nx\ty\tz\nx").check_lines()


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ("", NotParallelError),
        ("one text\nand more", NotParallelError),
        ("a\tb", EmptyLanguageError),
        ("a\tb\nx", EmptyLanguageError),
        ("a\tb\nx\ty\tz", TooManyCellsError),
    ],
)
def test_what_is_no_table_is_refused(table: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_parallel(table)


def test_a_language_without_a_name_has_its_number() -> None:
    assert read_parallel("\t \nx\ty").names == ("1", "2")
