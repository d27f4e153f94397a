"""The charts, read from their data: what is drawn is what was given."""

from itertools import pairwise
from math import log
from typing import Any, Literal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from pages.components.charts.charts import (
    APART,
    CURVES_HEIGHT,
    LABELS,
    MEASURE,
    MOST_POINTS,
    REFERENCES,
    START,
    TOP,
    curves_chart,
    drawn_curves,
    grown,
    label_heights,
    large_labels,
    sampled,
)
from pages.components.charts.corpus_figures import character_figures, figures_at, growth_of
from pages.components.charts.shown_chart import bars_in_words, curves_in_words
from pages.session.language import speaking
from tests.examples import markers, units, word_counts


def chart(values: list[float]) -> dict[str, Any]:
    references = {"words": 5, "characters": 7}
    return grown("token_count", values, references, name="BPE", step_title="step")


def rows(data: bytes) -> list[dict[str, object]]:
    return pa.ipc.open_stream(data).read_all().to_pylist()


def test_the_marker_is_at_the_start_until_the_walk_says_otherwise() -> None:
    """Both layers draw the marker; the browser tests check that it follows."""
    spec = chart([7, 8, 9])
    assert rows(spec["datasets"][START]) == [{"step": 0, "value": 7, "line": 0}]
    for layer in spec["layer"][2:4]:
        assert layer["data"] == {"name": START}
        assert {"name": MEASURE, "value": "token_count"} in spec["params"]
        taken = {each["as"]: each["calculate"] for each in layer["transform"]}
        assert taken == {
            "step": "walk ? walk.step : datum.step",
            "value": "walk ? walk[measure] : datum.value",
        }


def test_every_layer_reads_data_that_are_there() -> None:
    spec = chart([7, 8, 9])
    assert {layer["data"]["name"] for layer in spec["layer"]} == set(spec["datasets"])


def test_each_line_is_named_at_its_end_references_with_their_figures() -> None:
    """150 pixels for 0 to 9: a line that ends at 9 has its label at the top, one at 5 is lower."""
    spec = chart([7, 8, 9])
    references = rows(spec["datasets"][REFERENCES])
    assert references == [{"line": 1, "value": 5}, {"line": 2, "value": 7}]
    labels = rows(spec["datasets"][LABELS])
    assert [(row["line"], row["label"]) for row in labels] == [
        (0, "BPE"),
        (1, "words 5"),
        (2, "characters 7"),
    ]
    assert [row["height"] for row in labels] == pytest.approx([0, 150 * 4 / 9, 150 * 2 / 9])
    assert {"name": TOP, "value": 9} in spec["params"]


def test_an_axis_counts_in_ten_thousands_where_the_language_does() -> None:
    with speaking("zh"):
        assert large_labels() == (
            "datum.value >= 100000000 ? format(datum.value / 100000000, '~r') + ' 亿' : "
            "datum.value >= 10000 ? format(datum.value / 10000, '~r') + ' 万' : "
            "format(datum.value, '~r')"
        )


def test_names_of_falling_curves_stand_where_they_begin() -> None:
    """Both axes logarithmic: curves that fall meet at their ends."""
    spec = curves_chart(("a", "b"), x_title="x", scale="log")
    drawn = drawn_curves(spec, {"a": [(1, 100), (9, 1)], "b": [(1, 10), (99, 1)]}, scale="log")
    labels = rows(drawn["datasets"][LABELS])
    assert [(row["name"], row["x"]) for row in labels] == [("a", 1), ("b", 1)]
    # From a little below 1 to twice the highest, on a scale of logarithms.
    shares = [log(y / 0.9) / log(200 / 0.9) for y in (100, 10)]
    heights = [CURVES_HEIGHT * (1 - share) for share in shares]
    assert [row["height"] for row in labels] == pytest.approx(heights)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_a_point_says_its_curve_and_both_figures(scale: Literal["linear", "log"]) -> None:
    spec = curves_chart(("a", "b"), x_title="x", scale=scale)
    for layer in spec["layer"][:2]:
        assert [each["field"] for each in layer["encoding"]["tooltip"]] == ["name", "x", "y"]


@given(st.lists(st.floats(0, 150), max_size=8))
def test_labels_keep_their_order_never_overlap_and_stay_in_the_chart(wanted: list[float]) -> None:
    placed = label_heights(wanted, 150)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    kept = [placed[i] for i in order]
    assert all(below - above >= APART - 1e-6 for above, below in pairwise(kept))
    assert not kept or kept[-1] <= 150


def test_a_chart_says_where_its_curves_begin_and_end() -> None:
    told = curves_in_words("Size", {"BPE": [(0, 7), (2, 1234)], "none": []}, "step")
    assert told == "Size. BPE: from 7 (step: 0) to 1,234 (step: 2)."


def test_a_chart_of_bars_tells_of_the_largest_first() -> None:
    told = bars_in_words("Lengths", dict.fromkeys("13456", 3) | {"2": 5000})
    assert told == "Lengths. 2: 5,000; 1: 3; 3: 3; 4: 3; 5: 3; 6: 3."
    many = bars_in_words("Lengths", {str(i): i for i in range(9)})
    assert many.endswith("3: 3; and 3 more.")


def test_vega_says_nothing_in_english_beside_the_pages_own_description() -> None:
    assert chart([7, 8])["config"] == {"aria": False, "mark": {"aria": False}}


@pytest.mark.parametrize("steps", [1, 2, 239, 240, 241, 32_001])
def test_a_long_line_is_thinned_and_keeps_both_ends(steps: int) -> None:
    thinned = sampled(list(range(steps)))
    assert len(thinned) == min(steps, MOST_POINTS)
    assert (thinned[0]["step"], thinned[-1]["step"]) == (0, steps - 1)
    assert all(point["step"] == point["value"] for point in thinned)


@given(word_counts, units, markers)
def test_character_figures_are_those_of_the_words(
    counts: dict[str, int], unit: str, marker: str
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    figures = character_figures(corpus)
    extra = 1 if marker else 0
    assert figures.token_count == sum((len(w) + extra) * n for w, n in counts.items())
    assert figures.vocabulary_size == len({c for word in counts for c in word}) + extra
    assert figures.word_count == sum(counts.values())


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_growth_says_what_each_step_says(unit: str) -> None:
    trace = train_bpe(Corpus.from_text("哈哈哈哈 hug hugs", unit=unit), special_tokens=["<s>"])
    growth = growth_of(trace)
    for name, values in growth.items():
        steps = range(len(trace) + 1)
        assert values == [getattr(figures_at(trace, step), name) for step in steps]
