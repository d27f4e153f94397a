"""Letters and numbers inside tokens, against counting in the text and adding on paper."""

import csv
import io
import json
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.experiments.characters import code_points, equal_after
from bpe_core.experiments.costs import as_json, as_table, indented
from bpe_core.experiments.letters_and_digits import (
    add,
    carries,
    count_letter,
    group_from_left,
    group_from_right,
    spelled_out,
)

texts = st.text("ab哈é ", max_size=30)


def cut_at(data: bytes, places: list[int]) -> list[bytes]:
    """Bytes as tokens that end at these positions, including empty tokens."""
    ends = sorted(place % (len(data) + 1) for place in places)
    return [data[a:b] for a, b in zip([0, *ends], [*ends, len(data)], strict=True)]


@given(texts, st.lists(st.integers(0, 200), max_size=9), st.sampled_from(["a", "哈", "aa", "é"]))
@example("aaa", [], "aa")
def test_every_letter_of_the_text_is_in_a_token_or_split(
    text: str, places: list[int], letter: str
) -> None:
    """However the bytes are cut, no letter is lost or counted twice."""
    tokens = cut_at(text.encode(), places)
    counted = count_letter(tokens, letter)
    assert counted.total == text.count(letter)
    found = [token.count(letter.encode()) for token in tokens]
    assert counted.inside == found or len(letter) > 1  # in one token, "aa" may begin earlier


@given(st.text(st.characters(exclude_characters="-"), max_size=20))
def test_what_is_spelled_out_is_the_text_without_its_hyphens(text: str) -> None:
    assert spelled_out(text, "-").replace("-", "") == text


fields = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=6)
records = st.lists(st.fixed_dictionaries({"name": fields, "count": fields}), min_size=1, max_size=4)


@given(records)
def test_every_form_of_records_says_the_same(rows: list[dict[str, str]]) -> None:
    for indent in (None, 2):
        assert json.loads(as_json(rows, indent)) == rows
    assert list(csv.DictReader(io.StringIO(as_table(rows)))) == rows


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["f()", "x = 1", "pass"]))))
def test_code_is_indented_by_any_unit_and_back(lines: list[tuple[int, str]]) -> None:
    code = "\n".join("    " * depth + line for depth, line in lines)
    assert indented(code, "\t") == "\n".join("\t" * depth + line for depth, line in lines)
    assert indented(indented(code, "\t"), "    ") == code
    assert indented(code, "") == "\n".join(line for _, line in lines)


@given(st.text("aаbé\u0301\u200b", max_size=8), st.text("aаbé\u0301\u200b", max_size=8))
def test_two_texts_are_equal_where_nothing_differs(one: str, two: str) -> None:
    """A stretch without a difference is the same text in both."""
    points = code_points(one, two), code_points(two, one)
    assert [point.character for point in points[0]] == list(one)
    differs = any(point.is_different for both in points for point in both)
    assert differs == (one != two)
    if one == two:
        assert len(equal_after(one, two)) == 4


numbers = st.integers(0, 999_999_999)


class Grouped:
    """Digits in groups of a given size, from the left or from the right; ids count upwards."""

    def __init__(self, size: int, from_right: bool) -> None:
        self.group = group_from_right if from_right else group_from_left
        self.size = size
        self.known: list[bytes] = []

    def encode(self, text: str) -> list[int]:
        start = len(self.known)
        self.known += [group.encode() for group in self.group(text, self.size)]
        return list(range(start, len(self.known)))

    def token(self, token_id: int) -> bytes:
        return self.known[token_id]


@given(numbers, numbers)
def test_carries_are_those_of_adding_on_paper(a: int, b: int) -> None:
    """The digits to the right of a place carry into it what they cannot hold."""
    expected = [p for p in range(1, 10) if a % 10**p + b % 10**p >= 10**p]
    assert carries(str(a), str(b)) == expected


@given(numbers, numbers, st.integers(1, 4), st.booleans())
def test_only_groups_from_the_right_always_line_up(
    a: int, b: int, size: int, from_right: bool
) -> None:
    """A carry crosses a border where a group of a number or of the sum begins."""
    added = add(Grouped(size, from_right), a, b)
    assert added.is_known
    assert not replace(added, cuts=((), *added.cuts[1:])).is_known
    borders = [
        {p for p in range(1, len(n)) if (p if from_right else len(n) - p) % size == 0}
        for n in added.numbers
    ]
    shared = range(1, min(map(len, added.numbers[:2])))
    assert added.misaligned == [p for p in shared if (p in borders[0]) != (p in borders[1])]
    assert added.crossing == [p for p in added.carries if any(p in each for each in borders)]
