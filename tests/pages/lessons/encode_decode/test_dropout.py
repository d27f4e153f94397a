"""BPE-dropout as drawn: the link determines the draw, and the figures add up."""

import json
from typing import Any

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


def open_nest(**params: object) -> Visitor:
    """The word nest, with the rules e + s, es + t, est + </w>; it has five base tokens."""
    return Visitor(
        "encode", corpus="low", word="nest", input=encode_text("nest"), rules=3, **params
    )


def rows_of(visitor: Visitor) -> list[dict[str, Any]]:
    found = visitor.component("dropout")
    return list(json.loads(found.json)["rows"])


def test_each_segmentation_has_its_count_and_its_exact_probability() -> None:
    """Half of all words keep e and s apart, half of the rest keep es and t apart, and so on."""
    rows = rows_of(open_nest(drop=50))
    exact = {int(row["name"]): row["bars"][1][1] for row in rows}
    assert exact == {5: "50%", 4: "25%", 3: "12.5%", 2: "12.5%"}
    assert sum(int(row["bars"][0][1]) for row in rows) == 100
    assert [row["name"] for row in rows if row["remark"]] == ["2"]


def test_nothing_dropped_is_the_usual_segmentation_alone() -> None:
    assert [row["bars"] for row in rows_of(open_nest(drop=0))] == [[[1.0, "100"], [1.0, "100%"]]]


def test_drawing_again_is_another_seed_and_the_link_keeps_it() -> None:
    visitor = open_nest(drop=50)
    first = rows_of(visitor)
    visitor.press("Draw again")
    assert visitor.address["seed"] == "2"
    assert rows_of(visitor) != first
    assert rows_of(open_nest(drop=50, seed=2)) == rows_of(visitor)
    assert rows_of(open_nest(drop=50, seed=1)) == first


def test_a_long_word_has_no_exact_probabilities() -> None:
    visitor = Visitor("encode", corpus="low", input=encode_text("lowestlowest"), rules=3)
    assert all(len(row["bars"]) == 1 for row in rows_of(visitor))


def test_a_teacher_can_hide_it() -> None:
    headings = [heading.value for heading in open_nest(view="no-dropout").app.header]
    assert not any("BPE-dropout" in heading for heading in headings)
