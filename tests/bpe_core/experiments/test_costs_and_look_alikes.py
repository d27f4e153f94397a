"""The costs of a text in several forms, and how two texts differ."""

import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.costs import as_json, as_table, indented
from bpe_core.experiments.look_alikes import code_points, equal_after

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
