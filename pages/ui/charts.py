"""Charts as functions: data in, an Altair chart out. Colours and fonts come from the theme."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

#: A line of 8,000 steps is no smoother than one of 240, and takes 30 times the bytes.
MOST_POINTS = 240
#: The data set that holds the marker of a growth chart.
MARKER = "marker"


def sampled(values: Sequence[float]) -> pd.DataFrame:
    """At most `MOST_POINTS` of the values by step, the first and the last among them.

    >>> sampled([5, 4, 3]).to_dict("list")
    {'step': [0, 1, 2], 'value': [5, 4, 3]}
    >>> len(sampled(range(8001))), int(sampled(range(8001)).step.iloc[-1])
    (240, 8000)
    """
    last = len(values) - 1
    points = min(len(values), MOST_POINTS)
    steps = sorted({round(i * last / max(points - 1, 1)) for i in range(points)})
    return pd.DataFrame({"step": steps, "value": [values[step] for step in steps]})


def growth_chart(
    values: Sequence[float],
    references: Mapping[str, float],
    *,
    name: str,
    step_title: str,
    number_format: str = ",.0f",
) -> alt.LayerChart | alt.FacetChart:
    """One figure over all steps beside what does not move, with a marker that `marked` places.

    `values[k]` is the figure at step k, and `name` says whose. `references` are the figures of
    other tokenizers by name: each is a dashed line, named in the legend, where nothing crosses.
    """
    labels = [f"{other} {format(value, number_format)}" for other, value in references.items()]
    colour = alt.Color(
        "name:N",
        scale=alt.Scale(domain=[name, *labels]),
        legend=alt.Legend(title=None, orient="bottom", columns=2, symbolType="stroke"),
    )
    x = alt.X("step:Q", title=step_title, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5))
    y = alt.Y("value:Q", title=None, axis=alt.Axis(format="~s", tickCount=5))
    line = sampled(values).assign(name=name)
    here = alt.Chart(alt.NamedData(MARKER))
    others = pd.DataFrame({"name": labels, "value": list(references.values())})
    return alt.layer(
        alt.Chart(others).mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(y=y, color=colour),
        alt.Chart(line).mark_line(strokeWidth=2.5).encode(x=x, y=y, color=colour),
        here.mark_rule(strokeWidth=1.5).encode(x=x, color=colour),
        here.mark_point(size=90, filled=True, opacity=1).encode(x=x, y=y, color=colour),
    ).properties(height=260)


def marked(spec: Mapping[str, Any], step: int, value: float, name: str) -> dict[str, Any]:
    """A growth chart's specification with its marker at a step.

    The specification is made once: to make and check one takes 40 ms, and a step only moves this.

    >>> marked({"datasets": {"line": []}}, 2, 9.5, "BPE")["datasets"]
    {'line': [], 'marker': [{'step': 2, 'value': 9.5, 'name': 'BPE'}]}
    """
    here = [{"step": step, "value": value, "name": name}]
    return {**spec, "datasets": {**spec["datasets"], MARKER: here}}
