"""Letters inside tokens: a token's contents, against counting in the text itself."""

import csv
import io
import json

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.experiments.characters import code_points, equal_after
from bpe_core.experiments.costs import as_json, as_table, indented
from bpe_core.experiments.letters_and_digits import count_letter, spelled_out
from bpe_core.text.characters import graphemes_of

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
    assert len(counted.inside) == len(tokens)
    assert all(
        inside <= token.count(letter.encode())
        for inside, token in zip(counted.inside, tokens, strict=True)
    )


@given(texts)
def test_whole_characters_as_tokens_split_no_letter(text: str) -> None:
    counted = count_letter([character.encode() for character in text], "哈")
    assert counted.split == 0
    assert counted.inside == [int(character == "哈") for character in text]


@given(st.text(st.characters(exclude_characters="-"), max_size=20))
def test_what_is_spelled_out_is_the_text_without_its_hyphens(text: str) -> None:
    assert spelled_out(text, "-").replace("-", "") == text


def test_people_count_an_emoji_of_several_as_one() -> None:
    assert graphemes_of("a👩‍👩‍👧e\u0301") == ["a", "👩‍👩‍👧", "e\u0301"]


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


def test_an_alphabet_is_not_normalized_away() -> None:
    assert equal_after("paypal", "p\u0430ypal") == []
    assert equal_after("ﬁ", "fi") == ["NFKC", "NFKD"]
    assert [p.number for p in code_points("hug\u200b", "hug") if p.is_different] == ["U+200B"]
