"""A chart with its name, a description in words, and a small menu with pictures and figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import streamlit as st

from pages.components.component import component

_component = component(
    "chart_menu",
    "components/charts/shown_chart/chart_menu.js",
    "components/charts/shown_chart/chart_menu.css",
)


@dataclass(frozen=True)
class ChartTable:
    """The figures of a chart as rows of a table; the first of each row is its name."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


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
        "rows": figures.rows,
        "words": words,
    }
    _component(key=f"{within}_menu", data=data, width="content")
