"""An overview of a vocabulary: each script's tokens, their ranks, and their lengths."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import altair as alt
import streamlit as st

from bpe_core.files.inspection.tokens import Landscape
from pages.components.charts.charts import (
    POINTS,
    checked,
    filled,
    in_colour,
    large_labels,
    series_colour,
)
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.charts.tables import figures_table
from pages.components.vocabularies.answers import answered
from pages.components.vocabularies.choice import script_name
from pages.session.language import _, format_number
from pages.session.uploads import Vocabulary

#: How many scripts have their own colour, how many rows the table has, and the last length bar.
COLOURED, _ROWS, _LONGEST = 5, 12, 16


def draw_landscape(vocabulary: Vocabulary) -> None:
    """The scripts as a table and by rank, and the lengths as bars."""
    landscape: Landscape | None = answered(vocabulary, {"ask": "landscape"}, "landscape")
    if landscape is None:
        return
    sentence = _("Tokens with a space before: {space}. Parts of characters: {parts}.")
    space, parts = (
        format_number(landscape["space_before"]),
        format_number(landscape["half_characters"]),
    )
    st.caption(sentence.format(space=space, parts=parts))
    draw_scripts(landscape)
    draw_ranks(landscape)
    draw_lengths(landscape)


def draw_ranks(landscape: Landscape) -> None:
    """Which scripts the early tokens belong to, and which the late ones."""
    title = _("Scripts by rank, one step for each twentieth of the vocabulary")
    scripts = coloured(landscape)
    names = (*scripts, _("all others"))
    rows = script_rows(landscape["by_rank"], scripts, names[-1])
    totals: Counter[str] = Counter()
    for row in rows:
        totals[row["name"]] += row["tokens"]
    cells = [format_number(row["tokens"]) for row in rows]
    shown_chart(
        title,
        filled(landscape_chart("stretch", _("rank"), _("tokens"), large_labels(), names), rows),
        key="inside_scripts",
        words=bars_in_words(title, totals),
        figures=ChartTable(
            [_("rank"), *names],
            [
                [str(k + 1), *cells[k * len(names) : (k + 1) * len(names)]]
                for k in range(len(landscape["by_rank"]))
            ],
        ),
    )


def draw_lengths(landscape: Landscape) -> None:
    """How many tokens there are of each length in characters."""
    title = _("Tokens by their length in characters")
    rows = length_rows(landscape["characters"])
    shown_chart(
        title,
        filled(landscape_chart("length", _("characters"), _("tokens"), large_labels()), rows),
        key="inside_lengths",
        words=bars_in_words(title, {row["length"]: row["tokens"] for row in rows}),
        figures=ChartTable(
            [_("characters"), _("tokens")],
            [[row["length"], format_number(row["tokens"])] for row in rows],
        ),
    )


def draw_scripts(landscape: Landscape) -> None:
    """How many tokens each script has, in it only, and in the main Chinese block only."""
    rows = [
        [
            script_name(row["script"]),
            format_number(row["tokens"]),
            format_number(row["pure"]) if row["pure"] else "",
            "" if row["main_block"] is None else format_number(row["main_block"]),
        ]
        for row in landscape["scripts"][:_ROWS]
    ]
    columns = [
        _("script"),
        _("tokens"),
        _("in this script only"),
        _("from the main Chinese block only"),
    ]
    figures_table(rows, columns)


def coloured(landscape: Landscape) -> dict[str, str]:
    """The most frequent scripts: each name shown, and the name in the file's views."""
    return {script_name(row["script"]): row["script"] for row in landscape["scripts"][:COLOURED]}


def script_rows(
    by_rank: Sequence[Mapping[str, int]], names: Mapping[str, str], others: str
) -> list[dict[str, Any]]:
    """Points of `landscape_chart`: a stretch of ranks, a script, and how many tokens.

    >>> script_rows([{"Latin": 7, "Han": 2, "Thai": 1}], {"Latin": "Latin"}, "others")
    [{'stretch': 1, 'name': 'Latin', 'tokens': 7, 'rank': 1}, ...]
    """
    rows = []
    for stretch, counts in enumerate(by_rank, start=1):
        shown = {name: counts.get(script, 0) for name, script in names.items()}
        shown[others] = sum(counts.values()) - sum(shown.values())
        rows += [
            {"stretch": stretch, "name": name, "tokens": count, "rank": stretch}
            for name, count in shown.items()
        ]
    return rows


def length_rows(counts: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Points of `landscape_chart`; one bar holds all lengths of `_LONGEST` and more.

    >>> length_rows([(1, 3), (15, 2), (16, 4), (40, 5)])[-2:]
    [{'length': '15', 'tokens': 2, 'rank': 15}, {'length': '16+', 'tokens': 9, 'rank': 16}]
    """
    found: Counter[int] = Counter()
    for length, count in counts:
        found[min(length, _LONGEST)] += count
    return [
        {
            "length": f"{length}+" if length == _LONGEST else str(length),
            "tokens": count,
            "rank": length,
        }
        for length, count in sorted(found.items())
    ]


@cache
def landscape_chart(
    x: str, x_title: str, y_title: str, labels: str, names: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Bars of tokens by `x`, in their order; if there are names, each bar consists of their parts.

    It is `filled` with `script_rows` or `length_rows`.
    """
    chart = alt.Chart(alt.NamedData(POINTS)).mark_bar()
    order = alt.EncodingSortField("rank", op="min")
    drawn = (chart if names else in_colour(chart)).encode(
        x=alt.X(f"{x}:O", title=x_title, sort=order, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("tokens:Q", title=y_title, axis=alt.Axis(labelExpr=labels, tickCount=5)),
        tooltip=[*(["name:N"] if names else []), alt.Tooltip("tokens:Q", format=",")],
    )
    if names:
        drawn = drawn.encode(color=series_colour("name", names, title=None, columns=4))
    return checked(drawn, 300 if names else 220)
