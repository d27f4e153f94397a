"""Reading the texts and tables of a learner."""

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.errors import BpeError
from bpe_core.text.parallel import (
    EmptyLanguageError,
    NotParallelError,
    TooManyCellsError,
    UnequalLinesError,
    put_side_by_side,
    read_parallel,
)
from bpe_core.text.reading import (
    COUNT_LIMIT,
    CountsError,
    CountTooLargeError,
    NotTextError,
    looks_like_counts,
    read_counts,
    read_text,
    replace_surrogates,
)

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16"]
BIG_ENDIAN_MARK = b"\xfe\xff"


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_any_text_survives_every_encoding(text: str) -> None:
    """UTF-8 with and without its byte order mark, and UTF-16 in both byte orders."""
    if not text.startswith("\ufeff"):  # that character is the mark itself
        assert all(read_text(text.encode(encoding)) == text for encoding in ENCODINGS)
        assert read_text(BIG_ENDIAN_MARK + text.encode("utf-16-be")) == text


@given(st.binary())
def test_any_bytes_are_text_or_a_message_with_a_position(data: bytes) -> None:
    try:
        assert isinstance(read_text(data), str)
    except NotTextError as error:
        assert 0 <= error.fields["position"] < len(data)


@pytest.mark.parametrize(
    ("data", "position"),
    [
        (b"caf\xe9 au lait", 3),
        (b"\xef\xbb\xbfcaf\xe9 au lait", 6),
        ("哈哈".encode()[:-1], 3),
        ("hug".encode("utf-16") + b"x", 8),
        ("hug pug pun".encode("utf-16-le"), 1),
        ("哈".encode("gb18030"), 0),
        ("hug".encode("utf-32"), 2),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0),
    ],
)
def test_what_is_not_text_is_named_by_its_byte(data: bytes, position: int) -> None:
    """The position counts from the start of the file, including a byte order mark."""
    with pytest.raises(NotTextError) as caught:
        read_text(data)
    assert caught.value.fields["position"] == position
    assert str(position) in str(caught.value)


def test_an_unpaired_surrogate_in_utf16_is_kept_for_the_count() -> None:
    text = read_text(b"\xff\xfea\x00\x3d\xd8")
    assert replace_surrogates(text) == ("a\ufffd", 1)


@given(st.text())
def test_replaced_text_can_always_be_written(text: str) -> None:
    replaced, how_many = replace_surrogates(text)
    assert len(replaced) == len(text)
    assert replaced.encode().decode() == replaced
    assert how_many == sum("\ud800" <= char <= "\udfff" for char in text)


@pytest.mark.parametrize(
    ("text", "delimiter", "counts"),
    [
        ("hug 10\npug 5\n", None, {"hug": 10, "pug": 5}),
        ("  hug\t10  \n\n\n pug , 5", None, {"hug": 10, "pug": 5}),
        ("哈哈 3\r\n呵呵，2", None, {"哈哈": 3, "呵呵": 2}),
        ("hug 10\nhug 2", None, {"hug": 12}),
        ("1,000 5", None, {"1,000": 5}),
        ("café １０", None, {"café": 10}),
        ("", None, {}),
        ("word,count\r\nhug,10\r\n", ",", {"hug": 10}),
        ("词\t次数\n哈\t10", "\t", {"哈": 10}),
        ('"say ""hi""",3\n"a\nb",4', ",", {'say "hi"': 3, "a\nb": 4}),
        ("hug, 10,,\n,,\n", ",", {"hug": 10}),
        (" hug,1", ",", {" hug": 1}),
        ("word;count\na, b;3\n", ",", {"a, b": 3}),
        ("a;b,3", ",", {"a;b": 3}),
    ],
)
def test_a_table_is_read_as_it_is_typed_or_saved(
    text: str, delimiter: str | None, counts: dict[str, int]
) -> None:
    assert read_counts(text, delimiter) == counts


@pytest.mark.parametrize(
    ("text", "delimiter", "line"),
    [
        ("hug 10\npug five", None, 2),
        ("hug 10\n\npug", None, 3),
        ("hug -1", None, 1),
        ("hug 10\npug 5\n\npun\nbun 4", None, 4),
        ("word count\nhug 1", None, 1),
        ("hug,10\npug,5,6", ",", 2),
        ("hug,1O\npug,5", ",", 1),
        (",10", ",", 1),
        ("hug,ten\n", ",", 1),  # no header
        ('hug,"10', ",", 1),
        ("hug,10\nword,count", ",", 2),
    ],
)
def test_a_wrong_line_is_named(text: str, delimiter: str | None, line: int) -> None:
    """The line number is that of the learner's file, including empty lines."""
    with pytest.raises(CountsError) as caught:
        read_counts(text, delimiter)
    assert caught.value.fields["line"] == line


@pytest.mark.parametrize("count", [0, COUNT_LIMIT + 1])
def test_a_count_has_its_limits(count: int) -> None:
    with pytest.raises(CountTooLargeError) as caught:
        read_counts(f"hug 1\npug {count}")
    assert caught.value.fields == {"line": 2, "limit": COUNT_LIMIT, "count": count}


@given(st.text(), st.sampled_from([None, ",", "\t"]))
def test_any_text_is_a_table_or_a_message(text: str, delimiter: str | None) -> None:
    try:
        counts = read_counts(text, delimiter)
    except BpeError:
        return
    assert all(word and count >= 1 for word, count in counts.items())


def test_prose_and_numbers_are_no_table() -> None:
    """A table with a mistyped line is one, in whose prose the counts would be words."""
    assert not looks_like_counts("")
    assert not looks_like_counts("7481 74815\n12 13")
    assert not looks_like_counts("In the year 2024\nthere were 5")
    assert looks_like_counts("hug 10\n7481 5")
    assert looks_like_counts("hug 10\npug 5\n\npun\nbun 4")
    assert looks_like_counts("Words of a poem\nhug 10\npug 5\nbun 4")


@pytest.mark.parametrize("mistyped", range(4))
def test_one_line_in_four_of_a_table_may_be_mistyped(mistyped: int) -> None:
    for rows in range(1, 13):
        text = "\n".join(["hug 10"] * rows + ["hug ten"] * mistyped)
        assert looks_like_counts(text) == (mistyped <= (rows + mistyped) / 4)


lines = st.text(st.characters(exclude_characters="\t\r\n", exclude_categories=["Cs"]), max_size=9)
texts = st.lists(lines, max_size=4).map("\n".join).map(str.strip).filter(bool)


@given(st.lists(texts, min_size=2, max_size=4))
def test_files_come_back_from_the_table(files: list[str]) -> None:
    names = [f"{i}.txt" for i in range(len(files))]
    read = read_parallel(put_side_by_side(list(zip(names, files, strict=True))))
    assert read.texts == tuple(files)
    assert read.names == tuple(name[:-4] for name in names)
    assert read.lines == tuple(sum(map(bool, map(str.strip, f.split("\n")))) for f in files)
    first, *others = read.lines
    wrong = [(i, n) for i, n in enumerate(others, 1) if n != first]
    said = [rf"0 and {i} differ in .* \({first} and {n}\)" for i, n in wrong]
    with pytest.raises(UnequalLinesError, match=said[0]) if wrong else nullcontext():
        read.check_lines()


def test_windows_line_ends_and_tabs_in_files_are_no_cells() -> None:
    read = read_parallel(put_side_by_side([("text.en", "a\tb\r\nc\r\n"), ("text.de", "d\r\ne")]))
    assert read.names == ("text.en", "text.de")
    assert read.texts == ("a b\nc", "d\ne")
    read.check_lines()


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
def test_what_is_no_table_is_refused(table: str, error: type[BpeError]) -> None:
    with pytest.raises(error) as raised:
        read_parallel(table)
    assert raised.value.fields.get("line", 2) == 2


def test_a_language_without_a_name_has_its_number() -> None:
    assert read_parallel("\t \nx\ty").names == ("1", "2")
