"""Charts as functions: data in, an Altair chart out. Colours and fonts come from the theme."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import altair as alt
import pyarrow as pa

from pages.components.walk_follower import place_parameter
from pages.session.language import large_words

#: A line of 8,000 points looks no smoother than one of 240, and takes 30 times the bytes.
MOST_POINTS = 240
#: Heights in pixels, without the axes. If they included the axes, Vega would leave a gap.
PLOT_HEIGHT, CURVES_HEIGHT = 150, 250
#: The data sets of a growth chart, whose specification is built without them.
LINE, REFERENCES, START = "line", "references", "start"
#: The data set with the names of the lines, which are drawn at their ends.
LABELS = "labels"
#: A chart's parameters: which figure of the walk it shows, and the largest value on its axis.
MEASURE, TOP = "measure", "top"
#: The height that a line of text needs, in pixels.
APART = 15
#: The plot gets the height that was asked for; the labels beside it reduce its width.
FIT = alt.AutoSizeParams(type="fit-x", contains="padding")


#: The last of the theme's colours, a grey, for what is not compared.
GREY = 8
#: A colour of the theme, by its number.
BY_NUMBER = alt.Color("colour:N", scale=alt.Scale(domain=[*range(GREY + 1)]), legend=None)


class Compared(NamedTuple):
    """The names of what is compared, in the order of their colours: the theme's first three.

    `stepper.css` gives them the same colours.
    """

    algorithm: str
    words: str
    characters: str


def colour_domain(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names in the order of the theme's colours; three of these are only for what is compared.

    >>> colour_domain(Compared("BPE", "words", "characters"))
    Compared(algorithm='BPE', words='words', characters='characters')
    >>> colour_domain(("Picky BPE", "BPE"))
    ('BPE', '', ' ', 'Picky BPE')
    """
    if isinstance(names, Compared):
        return names
    return ("BPE", "", " ", *(name for name in names if name != "BPE"))


def series_colour(field: str, names: tuple[str, ...], **legend: Any) -> alt.Color:
    """Series by name in their colours; there is a legend if properties of it are given."""
    shown = alt.Legend(orient="top", values=list(names), **legend) if legend else None
    return alt.Color(f"{field}:N", scale=alt.Scale(domain=colour_domain(names)), legend=shown)


def in_colour(chart: alt.Chart, number: int = GREY) -> alt.Chart:
    """A chart with only one series, in a colour of the theme."""
    return chart.transform_calculate(colour=str(number)).encode(color=BY_NUMBER)


def by_rank(field: str, op: Literal["min", "max"] = "min", **axis: Any) -> alt.Y:
    """Named rows, ordered by the field `rank`, each with its name."""
    rank = alt.EncodingSortField("rank", op=op)
    return alt.Y(f"{field}:N", title=None, sort=rank, axis=alt.Axis(labelOverlap=False, **axis))


@alt.theme.register("page", enable=True)
def page_theme() -> alt.theme.ThemeConfig:
    """A theme without sizes, and without Vega's ARIA labels.

    Vega's labels are always in English, so the page describes each chart itself. The first setting
    silences the axes; only the second silences the marks.
    """
    return {"config": {"aria": False, "mark": {"aria": False}}}


def sampled(values: Sequence[float]) -> list[dict[str, Any]]:
    """At most `MOST_POINTS` of the values by step, including the first and the last.

    >>> sampled([5, 4])
    [{'step': 0, 'value': 5}, {'step': 1, 'value': 4}]
    >>> len(sampled(range(8001))), sampled(range(8001))[-1]["step"]
    (240, 8000)
    """
    steps = spread(len(values) - 1, MOST_POINTS)
    return [{"step": step, "value": values[step]} for step in steps]


def spread(last: int, most: int) -> list[int]:
    """At most `most` evenly spaced steps from 0 to `last`, including both.

    >>> spread(2, 11), spread(100, 5)
    ([0, 1, 2], [0, 25, 50, 75, 100])
    """
    gaps = min(last, most - 1)
    return [round(i * last / max(gaps, 1)) for i in range(gaps + 1)]


def large_labels() -> str:
    """The labels of an axis of large numbers, an expression: 20k, or 2 万 where it is said so.

    Smaller numbers are written out: 0.5 is not 500m.

    >>> large_labels()
    "datum.value >= 1000 ? format(datum.value, '~s') : format(datum.value, '~r')"
    """
    expression = "format(datum.value, '~r')"
    if not large_words():
        return f"datum.value >= 1000 ? format(datum.value, '~s') : {expression}"
    for unit, word in reversed(large_words()):
        large = f"format(datum.value / {unit}, '~r') + ' {word}'"
        expression = f"datum.value >= {unit} ? {large} : {expression}"
    return expression


@cache
def growth_chart(lines: int, *, step_title: str, labels: str) -> dict[str, Any]:
    """One figure over all steps beside constant ones, with a marker that follows the walk.

    This is the specification for `grown`. It is made once per language, because making and
    checking it takes 50 ms. Lines are identified by number: the first is that of the steps, and
    the others are dashed. Their names are at their ends. Until there is a walk, the marker is at
    the start.
    """
    colour = alt.Color("line:N", scale=alt.Scale(domain=[*range(lines)]), legend=None)
    x = alt.X("step:Q", title=step_title, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5))
    y = alt.Y("value:Q", title=None, scale=to_top(), axis=alt.Axis(labelExpr=labels, tickCount=5))
    line, others, start, names = (
        alt.Chart(alt.NamedData(each)) for each in (LINE, REFERENCES, START, LABELS)
    )
    here = start.transform_calculate(
        step="walk ? walk.step : datum.step", value=f"walk ? walk[{MEASURE}] : datum.value"
    )
    layers = alt.layer(
        others.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(y=y, color=colour),
        line.mark_line(strokeWidth=2.5).encode(x=x, y=y, color=colour),
        here.mark_rule(strokeWidth=1.5).encode(x=x, color=colour),
        here.mark_point(size=90, filled=True, opacity=1).encode(x=x, y=y, color=colour),
        end_names(names).encode(text="label:N", color=colour),
    )
    followed = layers.add_params(place_parameter("walk"), alt.param(name=TOP, value=1))
    return checked(followed, PLOT_HEIGHT)


def checked(
    chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: float | alt.Step
) -> dict[str, Any]:
    """The specification of a chart with a plot of this height."""
    spec: dict[str, Any] = chart.properties(height=height, autosize=FIT).to_dict()
    return spec


def to_top() -> alt.Scale:
    """From 0 to the parameter `TOP`: Python knows where a value is, and where a label fits."""
    return alt.Scale(domainMin=0, domainMax=alt.ExprRef(TOP), nice=False)


def end_names(labels: alt.Chart) -> alt.Chart:
    """Names to the right of the plot, at the heights given in their rows."""
    return labels.mark_text(
        align="left", baseline="middle", dx=7, fontSize=12, x="width", y=alt.ExprRef("datum.height")
    )


def heights(values: Sequence[float], top: float, height: int) -> list[float]:
    """How far below the top of a chart the labels of these values belong, in pixels.

    >>> heights([0, 100], 100, 150)
    [150.0, 0.0]
    """
    return label_heights([height * (1 - value / top) for value in values], height)


def label_heights(wanted: Sequence[float], height: float) -> list[float]:
    """Positions of labels in pixels below the top, as near as possible to the ends of their lines.

    Labels keep the order of their lines and are `APART` pixels apart, if the chart's height allows.

    >>> label_heights([100, 98, 20], 150)
    [113, 98, 20]
    >>> label_heights([150, 149], 150)
    [150, 135]
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + APART)
    lowest = height
    for i in reversed(order):
        placed[i] = min(placed[i], lowest)
        lowest = placed[i] - APART
    return placed


def grown(
    measure: str,
    values: Sequence[float],
    references: Mapping[str, float],
    *,
    name: str,
    step_title: str,
    number_format: str = ",.0f",
) -> dict[str, Any]:
    """A growth chart with its lines, which are encoded here in the form in which they are sent.

    `measure` is the walk's name for the figure, `values[k]` is its value at step k, and `name` is
    the name of the line. `references` are the figures of other tokenizers by name.
    """
    names = [name, *(f"{other} {value:{number_format}}" for other, value in references.items())]
    ends = [values[-1], *references.values()]
    top = max([*values, *references.values()]) or 1
    line = [{**point, "line": 0} for point in sampled(values)]
    labels = zip(names, heights(ends, top, PLOT_HEIGHT), strict=True)
    data = {
        LINE: line,
        REFERENCES: [{"line": i, "value": v} for i, v in enumerate(references.values(), start=1)],
        START: line[:1],
        LABELS: [{"line": i, "label": n, "height": h} for i, (n, h) in enumerate(labels)],
    }
    lines = 1 + len(references)
    chart = growth_chart(lines, step_title=step_title, labels=large_labels())
    spec = with_values(chart, {TOP: top})
    return {
        **spec,
        "params": [*spec["params"], {"name": MEASURE, "value": measure}],
        "datasets": {each: in_arrow(rows) for each, rows in data.items()},
    }


def with_values(spec: Mapping[str, Any], values: Mapping[str, float]) -> dict[str, Any]:
    """A specification with these values for its parameters.

    >>> with_values({"params": [{"name": "top", "value": 1}]}, {"top": 7})
    {'params': [{'name': 'top', 'value': 7}]}
    """
    params = [
        {**each, "value": values[each["name"]]} if each["name"] in values else each
        for each in spec["params"]
    ]
    return {**spec, "params": params}


def in_arrow(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows of values as Streamlit sends them: an Arrow stream.

    >>> pa.ipc.open_stream(in_arrow([{"step": 2, "name": "BPE"}])).read_all().to_pylist()
    [{'step': 2, 'name': 'BPE'}]
    """
    table = pa.Table.from_pylist(rows)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


#: Points by the names of their curves.
Curves = Mapping[str, Sequence[tuple[float, float]]]
#: The data set that holds the points of a chart whose specification is built without them.
POINTS = "points"
#: How whole numbers are written on an axis.
WHOLE = ",d"


def filled(spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A specification with the points that it draws.

    The specification is made once, because making and checking one takes 40 ms. Only its points
    change.

    >>> filled({"title": "Size"}, [{"x": 1}])["datasets"] == {POINTS: in_arrow([{"x": 1}])}
    True
    """
    return {**spec, "datasets": {POINTS: in_arrow(rows)}}


@cache
def curves_chart(
    names: tuple[str, ...],
    *,
    x_title: str,
    y_title: str | None = None,
    scale: Literal["linear", "log"] = "linear",
    number_format: str = WHOLE,
    labels: str = "datum.label",
) -> dict[str, Any]:
    """Named curves, with both axes linear or both logarithmic: for `drawn_curves`.

    Each has its own colour and its own dashes, so that they can be told apart without colour.
    `labels` are those of logarithmic axes, as an expression.
    """
    if scale == "log":  # powers of ten: more labels would overlap
        axis = alt.Axis(labelExpr=labels, values=[10**i for i in range(9)])
        x_scale = alt.Scale(type="log", domainMin=0.9)  # some width even if all are 1
        y_scale = alt.Scale(type="log", domainMin=0.9, domainMax=alt.ExprRef(TOP), nice=False)
    else:
        least = 1 if number_format == WHOLE else alt.Undefined
        axis = alt.Axis(format=number_format, tickCount=5, tickMinStep=least)
        x_scale, y_scale = alt.Scale(type="linear", nice=False), to_top()
    colour = series_colour("name", names)
    x = alt.X("x:Q", title=x_title, scale=x_scale, axis=axis)
    y = alt.Y("y:Q", title=y_title, scale=y_scale, axis=axis)
    figures = [alt.Tooltip(f"{each}:Q", format=",") for each in ("x", "y")]
    base = alt.Chart(alt.NamedData(POINTS)).encode(
        x=x, y=y, color=colour, tooltip=["name:N", *figures]
    )
    dashes = alt.Scale(domain=names, range=[[1, 0], [7, 4], [2, 3], [9, 3, 2, 3]])
    lines = base.mark_line(strokeWidth=2.5).encode(
        strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=None)
    )
    points = base.mark_point(size=14, filled=True, opacity=1)
    ends = alt.Chart(alt.NamedData(LABELS))
    named = beginning_names(ends).encode(x=x) if scale == "log" else end_names(ends)
    layers = alt.layer(lines, points, named.encode(text="name:N", color=colour))
    whole = layers.add_params(alt.param(name=TOP, value=1))
    return checked(whole, CURVES_HEIGHT)


def beginning_names(labels: alt.Chart) -> alt.Chart:
    """Names above the beginnings of curves that fall and meet at their ends."""
    return labels.mark_text(
        align="left", baseline="bottom", dx=8, dy=-5, fontSize=12, y=alt.ExprRef("datum.height")
    )


def drawn_curves(spec: Mapping[str, Any], curves: Curves, *, scale: str) -> dict[str, Any]:
    """A `curves_chart` with its points, and with names where they fit.

    The names are at the ends of the curves, or at their beginnings if both axes are logarithmic.
    """
    drawn = {name: points for name, points in curves.items() if points}
    top = max((y for points in drawn.values() for _x, y in points), default=1)
    if scale == "log":
        at = [points[0] for points in drawn.values()]
        least, top = math.log(0.9), max(top, 1) * 2
        shares = [(math.log(y) - least) / (math.log(top) - least) for _x, y in at]
        places = heights(shares, 1, CURVES_HEIGHT)
    else:
        at = [points[-1] for points in drawn.values()]
        places = heights([y for _x, y in at], top or 1, CURVES_HEIGHT)
    rows = [{"name": name, "x": x, "y": y} for name, points in drawn.items() for x, y in points]
    labels = [
        {"name": name, "x": x, "height": height}
        for name, (x, _y), height in zip(drawn, at, places, strict=True)
    ]
    return {
        **with_values(spec, {TOP: top or 1}),
        "datasets": {POINTS: in_arrow(rows), LABELS: in_arrow(labels)},
    }


def size_rows(
    own: Mapping[str, int], published: Mapping[str, int], kinds: tuple[str, str]
) -> list[dict[str, Any]]:
    """The points of `sizes_chart`, largest first; `own` are in the order of their colours.

    >>> size_rows({"BPE": 40}, {"BERT": 30_522}, ("here", "published"))[1]
    {'name': 'BPE', 'size': 40, 'kind': 'here', 'colour': 0, 'rank': 1}
    """
    colours = {name: colour for colour, name in enumerate(own)}
    largest_first = sorted({**own, **published}.items(), key=lambda item: -item[1])
    return [
        {
            "name": name,
            "size": size,
            "kind": kinds[name not in own],
            "colour": colours.get(name, GREY),
            "rank": rank,
        }
        for rank, (name, size) in enumerate(largest_first)
    ]


@cache
def sizes_chart(kinds: tuple[str, str], labels: str) -> dict[str, Any]:
    """Vocabulary sizes on a logarithmic scale, to be `filled` with `size_rows`.

    Each size is a point with its figure beside it: a circle for the first kind, a diamond for the
    second.
    """
    legend = alt.Legend(title=None, orient="top", symbolFillColor="gray", symbolStrokeWidth=0)
    scale = alt.Scale(type="log", domainMin=1, domainMax=3_000_000)
    base = alt.Chart(alt.NamedData(POINTS)).encode(
        x=alt.X(
            "size:Q",
            title=None,
            scale=scale,
            axis=alt.Axis(labelExpr=labels, values=[10**i for i in range(7)]),
        ),
        y=by_rank("name", labelLimit=220),
        color=BY_NUMBER,
    )
    shapes = alt.Scale(domain=kinds, range=["circle", "diamond"])
    layers = alt.layer(
        base.mark_point(size=130, filled=True, opacity=1).encode(
            shape=alt.Shape("kind:N", scale=shapes, legend=legend)
        ),
        base.mark_text(align="left", dx=10, fontSize=13).encode(
            text=alt.Text("size:Q", format=",")
        ),
    )
    return checked(layers, alt.Step(28))


def dot_rows(
    names: Sequence[str], multiples: Mapping[str, Sequence[float | None]]
) -> list[dict[str, Any]]:
    """The points of `dots_chart`: for each series a multiple for each name, or None for no point.

    Names with the smallest multiples in the first series come first.

    >>> dot_rows(["en", "my"], {"GPT-2": [1, 12.5], "new": [1, None]})[1:]
    [{'name': 'my', 'series': 'GPT-2', 'multiple': 12.5, 'rank': 12.5},
     {'name': 'en', 'series': 'new', 'multiple': 1, 'rank': 1}]
    """
    first = next(iter(multiples.values()))
    return [
        {"name": name, "series": series, "multiple": found[i], "rank": first[i] or 0}
        for series, found in multiples.items()
        for i, name in enumerate(names)
        if found[i] is not None
    ]


@cache
def dots_chart(series: tuple[str, ...]) -> dict[str, Any]:
    """A line of dots for each name, one dot for each series, to be `filled` with `dot_rows`."""
    legend = alt.Legend(title=None, orient="top", values=list(series))
    chart = alt.Chart(alt.NamedData(POINTS)).mark_point(size=90, filled=True, opacity=1)
    drawn = chart.encode(
        x=alt.X(
            "multiple:Q",
            title=None,
            scale=alt.Scale(domainMin=0),
            axis=alt.Axis(grid=True, format="~r", tickCount=8, tickMinStep=1),
        ),
        y=by_rank("name", "max", labelLimit=180, grid=True),
        color=series_colour("series", series, title=None),
        shape=alt.Shape("series:N", scale=alt.Scale(domain=series), legend=legend),
        tooltip=["name:N", "series:N", alt.Tooltip("multiple:Q", format=".1f")],
    )
    return checked(drawn, alt.Step(22))


@cache
def pairs_chart(vocabularies: tuple[str, ...], title: str) -> dict[str, Any]:
    """For each text a bar for each vocabulary, with its amount; `rank` is their order."""
    base = alt.Chart(alt.NamedData(POINTS)).encode(
        x=alt.X("amount:Q", title=None, scale=alt.Scale(domainMin=0), axis=alt.Axis(tickCount=6)),
        y=by_rank("text", labelLimit=180),
        yOffset=alt.YOffset("vocabulary:N", sort=list(vocabularies)),
    )
    colour = series_colour("vocabulary", vocabularies, title=title, titleLimit=400, columns=1)
    labels = base.mark_text(align="left", dx=5, fontSize=13)
    layers = alt.layer(
        base.mark_bar().encode(color=colour),
        labels.encode(color=colour, text=alt.Text("amount:Q", format=",.1f")),
    )
    return checked(layers, alt.Step(24))
