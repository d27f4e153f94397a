"""The charts, read from their data: what is drawn is what was given."""

import altair as alt
import pandas as pd
import pyarrow as pa
import pytest

from pages.ui.charts import MOST_POINTS, growth_chart, packed, sampled


def chart(values: list[float]) -> alt.LayerChart:
    references = {"words": 5, "characters": 7}
    return growth_chart("token_count", values, references, name="BPE", step_title="step")


def layers(drawn: alt.LayerChart) -> list[pd.DataFrame]:
    return [layer.data for layer in drawn.layer]


def test_the_line_goes_through_every_step() -> None:
    line = layers(chart([7, 8, 9]))[1]
    assert list(zip(line.step, line.value, strict=True)) == [(0, 7), (1, 8), (2, 9)]


def test_the_marker_stands_at_the_start_until_the_walk_says_otherwise() -> None:
    """Both layers that draw it; the browser tests see it follow."""
    for layer in chart([7, 8, 9]).layer[2:]:
        assert layer.data.to_dict("list") == {"step": [0], "value": [7], "name": ["BPE"]}
        taken = {each["as"]: each["calculate"] for each in layer.to_dict()["transform"]}
        assert taken == {
            "step": "walk ? walk.step : datum.step",
            "value": "walk ? walk.token_count : datum.value",
        }


def test_the_legend_names_each_reference_with_its_figure() -> None:
    references = layers(chart([7, 8, 9]))[0]
    assert references.name.tolist() == ["words 5", "characters 7"]
    assert references.value.tolist() == [5, 7]


def rows(data: bytes) -> list[dict[str, object]]:
    return pa.ipc.open_stream(data).read_all().to_pylist()


def test_packing_changes_no_data() -> None:
    spec = chart([7, 8, 9]).to_dict()
    data = packed(spec)["datasets"]
    assert {name: rows(packed_rows) for name, packed_rows in data.items()} == spec["datasets"]


def test_vega_says_nothing_in_english_beside_the_pages_own_description() -> None:
    assert chart([7, 8]).to_dict()["config"] == {"aria": False}


def test_a_walk_without_steps_still_draws() -> None:
    spec = chart([7]).to_dict()
    assert len(spec["layer"]) == 4


@pytest.mark.parametrize("steps", [1, 2, 239, 240, 241, 32_001])
def test_a_long_line_is_thinned_and_keeps_both_ends(steps: int) -> None:
    thinned = sampled(list(range(steps)))
    assert len(thinned) == min(steps, MOST_POINTS)
    assert thinned.step.iloc[0] == 0
    assert thinned.step.iloc[-1] == steps - 1
    assert (thinned.step == thinned.value).all()
