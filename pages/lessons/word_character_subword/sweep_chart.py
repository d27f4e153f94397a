"""The chart of the sweep: curves by vocabulary size, and a handle that marks one size on them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import altair as alt

from pages.components.charts.charts import (
    Curves,
    curves_chart,
    drawn_curves,
    in_arrow,
    series_colour,
)

#: The data set with the points of the curves at the handle.
HANDLE = "handle"


@cache
def sweep_chart(names: tuple[str, ...], *, x_title: str, y_title: str) -> dict[str, Any]:
    """Curves with a vertical line and a point on each curve at the handle: for `drawn_sweep`."""
    spec = curves_chart(names, x_title=x_title, y_title=y_title)
    handle = alt.Chart(alt.NamedData(HANDLE)).encode(x="x:Q")
    marks = alt.layer(
        handle.mark_rule(strokeWidth=1.5, color="gray"),
        handle.mark_point(size=110, filled=True, opacity=1).encode(
            y="y:Q", color=series_colour("name", names)
        ),
    ).to_dict()
    return {**spec, "layer": [*spec["layer"], {name: marks[name] for name in ("data", "layer")}]}


def drawn_sweep(spec: Mapping[str, Any], curves: Curves, at: Curves) -> dict[str, Any]:
    """A `sweep_chart` with its curves, and `at` as the points at the handle."""
    drawn = drawn_curves(spec, curves, scale="linear")
    rows = [{"name": name, "x": x, "y": y} for name, points in at.items() for x, y in points]
    return {**drawn, "datasets": {**drawn["datasets"], HANDLE: in_arrow(rows)}}
