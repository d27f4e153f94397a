"""The charts, read from their data: what is drawn is what was given."""

from typing import Any

import pyarrow as pa
import pytest

from pages.components.charts.charts import (
    LABELS,
    LINE,
    MEASURE,
    MOST_POINTS,
    REFERENCES,
    START,
    grown,
    growth_chart,
    sampled,
)


def chart(values: list[float]) -> dict[str, Any]:
    references = {"words": 5, "characters": 7}
    return grown("token_count", values, references, name="BPE", step_title="step")


def rows(data: bytes) -> list[dict[str, object]]:
    return pa.ipc.open_stream(data).read_all().to_pylist()


def test_the_line_goes_through_every_step() -> None:
    line = rows(chart([7, 8, 9])["datasets"][LINE])
    assert [(point["step"], point["value"]) for point in line] == [(0, 7), (1, 8), (2, 9)]


def test_the_marker_is_at_the_start_until_the_walk_says_otherwise() -> None:
    """Both layers that draw it; the browser tests see it follow."""
    spec = chart([7, 8, 9])
    assert rows(spec["datasets"][START]) == [{"step": 0, "value": 7, "line": 0}]
    for layer in spec["layer"][2:]:
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


def test_the_legend_names_each_reference_with_its_figure() -> None:
    spec = chart([7, 8, 9])
    references = rows(spec["datasets"][REFERENCES])
    assert references == [{"line": 1, "value": 5}, {"line": 2, "value": 7}]
    assert {"name": LABELS, "value": ["BPE", "words 5", "characters 7"]} in spec["params"]


def test_trainings_share_what_does_not_change() -> None:
    """The specification of a language is made and checked once."""
    one, other = (growth_chart(3, step_title="step") for _ in range(2))
    assert one is other


def test_vega_says_nothing_in_english_beside_the_pages_own_description() -> None:
    assert chart([7, 8])["config"] == {"aria": False, "mark": {"aria": False}}


def test_a_walk_without_steps_still_draws() -> None:
    assert len(chart([7])["layer"]) == 4


@pytest.mark.parametrize("steps", [1, 2, 239, 240, 241, 32_001])
def test_a_long_line_is_thinned_and_keeps_both_ends(steps: int) -> None:
    thinned = sampled(list(range(steps)))
    assert len(thinned) == min(steps, MOST_POINTS)
    assert (thinned[0]["step"], thinned[-1]["step"]) == (0, steps - 1)
    assert all(point["step"] == point["value"] for point in thinned)
