"""A chart with its name, a description in words, and a small menu with pictures and figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import streamlit as st

from pages.components.charts.charts import Curves, curves_chart, drawn_curves, large_labels
from pages.components.component import component
from pages.session.language import _, format_rounded, written

_component = component("components/charts/chart_menu.js", "components/charts/chart_menu.css")


@dataclass(frozen=True)
class ChartTable:
    """The figures of a chart as rows of a table; the first of each row is its name."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def shown_chart(
    title: str,
    spec: Mapping[str, Any],
    *,
    key: str,
    words: str,
    figures: ChartTable,
    value: str = "",
) -> None:
    """Draw a chart. `words` describes it; `value` is HTML of ours that is shown beside its name.

    The menu is our own, because Streamlit's offers only PNG and is labelled in English.
    """
    within = f"{key}_chart"
    with st.container(key=within):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(f'<p class="figure">{escape(title)}{value}</p>')
            _menu(title, words, figures, within)
        st.vega_lite_chart(spec=dict(spec), key=key, alt=words)


def _menu(title: str, words: str, figures: ChartTable, within: str) -> None:
    data = {
        "within": within,
        "name": title,
        "columns": figures.columns,
        "rows": [[*map(written, row)] for row in figures.rows],
        "words": words,
    }
    _component(key=f"{within}_menu", data=data, width="content")


def shown_curves(
    title: str,
    curves: Curves,
    figures: ChartTable,
    *,
    key: str,
    x_title: str,
    names: tuple[str, ...] = (),
    scale: Literal["linear", "log"] = "linear",
    **axes: Any,
) -> None:
    """Draw curves; their `names` are in the order of their colours, if that is not their own.

    `axes` are other arguments of `curves_chart`.
    """
    if scale == "log":
        axes["labels"] = large_labels()
    spec = curves_chart(names or tuple(curves), x_title=x_title, scale=scale, **axes)
    shown_chart(
        title,
        drawn_curves(spec, curves, scale=scale),
        key=key,
        words=curves_in_words(title, curves, x_title),
        figures=figures,
    )


#: The number of bars that are described; the table has all of them.
_MOST_BARS = 6


def curves_in_words(
    title: str, curves: Mapping[str, Sequence[tuple[float, float]]], x_title: str
) -> str:
    """Where each curve begins and where it ends."""
    sentence = _("{name}: from {first} ({x}: {start}) to {last} ({x}: {end})")
    sentences = [
        sentence.format(
            name=name,
            x=x_title,
            start=format_rounded(points[0][0]),
            first=format_rounded(points[0][1]),
            end=format_rounded(points[-1][0]),
            last=format_rounded(points[-1][1]),
        )
        for name, points in curves.items()
        if points
    ]
    return _sentence(title, sentences)


def bars_in_words(title: str, bars: Mapping[str, float]) -> str:
    """The largest bars with their figures."""
    largest = sorted(bars, key=lambda name: -bars[name])
    sentences = [f"{name}: {format_rounded(bars[name])}" for name in largest[:_MOST_BARS]]
    if (rest := len(largest) - _MOST_BARS) > 0:
        sentences.append(_("and {n} more", n=rest))
    return _sentence(title, sentences)


def _sentence(title: str, sentences: Sequence[str]) -> str:
    return _("{title}. {sentences}.", title=title, sentences=_("; ").join(sentences))
