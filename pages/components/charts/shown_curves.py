"""Named curves with their description, their table and their menu."""

from typing import Any, Literal

from pages.components.charts.charts import Curves, curves_chart, drawn_curves, large_labels
from pages.components.charts.in_words import curves_in_words
from pages.components.charts.shown_chart import ChartTable, shown_chart


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
