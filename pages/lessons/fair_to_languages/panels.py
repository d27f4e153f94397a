"""Draw parity-aware BPE beside BPE: how the costs of the languages differ, and all figures."""

from collections.abc import Sequence

from bpe_core.algorithms.parity import ParityTrace
from pages.components.charts.charts import spread
from pages.components.charts.shown_chart import ChartTable, shown_curves
from pages.components.charts.tables import figures_table
from pages.lessons.fair_to_languages.walk import ratio_of
from pages.session.language import _, format_number, format_rounded

#: Points of a curve, rows of the table behind it.
MOST_POINTS, MOST_ROWS = 120, 11


def draw_ratio(parity: ParityTrace, bpe: ParityTrace) -> None:
    """Draw how far the longest and the shortest text are apart, over the merges."""
    named = {_("parity-aware BPE"): parity, "BPE": bpe}
    curves = {
        name: [(k, ratio_of(trace.lengths[k])) for k in spread(len(trace), MOST_POINTS)]
        for name, trace in named.items()
    }
    title, merges = _("Longest text ÷ shortest text"), _("merges")
    rows = [
        [
            format_number(k),
            *(format_rounded(ratio_of(trace.lengths[k])) for trace in named.values()),
        ]
        for k in spread(len(bpe), MOST_ROWS)
    ]
    table = ChartTable([merges, *curves], rows)
    shown_curves(title, curves, table, key="parity_ratio", x_title=merges, number_format=",.3~f")


def draw_cost(parity: ParityTrace, bpe: ParityTrace, names: Sequence[str]) -> None:
    """Draw the tokens of each text, and what parity costs or saves it."""
    before, after = bpe.lengths[-1], parity.lengths[-1]
    counts = zip(
        (*names, _("all texts")), (*before, sum(before)), (*after, sum(after)), strict=True
    )
    rows = [
        [name, format_number(was), format_number(now), _change(now, was)]
        for name, was, now in counts
    ]
    columns = [_("tokens of the text"), "BPE", _("parity-aware BPE"), _("difference")]
    figures_table(rows, columns)


def _change(now: int, before: int) -> str:
    """By how much of it a number has changed: +12%, −3%."""
    percent = round(100 * (now - before) / before, 1)
    sign = "+" if percent > 0 else "−" if percent < 0 else ""
    return f"{sign}{format_number(abs(percent))}%"
