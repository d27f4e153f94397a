"""How many tokens become junk over the steps: made on the way, and no longer in the corpus.

Unlike the growth of a vocabulary, this has nothing to compare with: word- and character-based
tokenizers make no tokens on the way.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bpe_core import Trace
from pages.components.charts.charts import grown, spread
from pages.components.charts.in_words import curves_in_words
from pages.components.charts.shown_chart import ChartTable, shown_chart
from pages.components.walk_follower import live
from pages.session.language import _, current_language, format_number

#: Specifications kept: two per training and language, of about 30 kB each.
_MOST_SPECS = 64
#: Rows of the table behind each chart.
_ROWS = 11
#: The figures by their names in the walk, with the sign that follows them.
_SIGNS = {"junk": "", "junk_percent": "%"}


def junk_growth(trace: Trace, step: int, name: str, key: str) -> None:
    """Draw how many tokens are junk, and which share of the vocabulary that is, over all steps.

    `name` is the name of the algorithm, and `key` the key under which the trace is held.
    """
    steps = spread(len(trace), _ROWS)
    figures = junk_of(trace)
    titles = {
        "junk": _("Junk tokens"),
        "junk_percent": _("Junk tokens as a share of the vocabulary"),
    }
    for column, (measure, title) in zip(st.columns(2), titles.items(), strict=True):
        values, sign = figures[measure], _SIGNS[measure]
        ends = {name: [(0.0, values[0]), (float(len(trace)), values[-1])]}
        with column:
            shown_chart(
                title,
                _spec(key, measure, current_language(), name, trace),
                key=f"growth_{measure}",
                words=curves_in_words(title, ends, _("step")),
                figures=ChartTable(
                    [_("step"), title],
                    [[format_number(k), f"{_figure(values[k])}{sign}"] for k in steps],
                ),
                value=f" <strong>{live(measure, _figure(values[step]))}{sign}</strong>",
            )


def junk_of(trace: Trace) -> dict[str, Sequence[float]]:
    """How many tokens are junk at each step, and how many percent of the vocabulary.

    >>> from bpe_core import Corpus, train_bpe
    >>> figures = junk_of(train_bpe(Corpus.from_counts({"hug": 10}), num_merges=2))
    >>> figures["junk"], figures["junk_percent"]
    ([0, 0, 1], [0.0, 0.0, 20.0])
    """
    junk = trace.junk_sizes.tolist()
    sizes = range(trace.first_merge_id, trace.first_merge_id + len(trace) + 1)
    return {
        "junk": junk,
        "junk_percent": [100 * n / size for n, size in zip(junk, sizes, strict=True)],
    }


def _figure(value: float) -> str:
    return format_number(round(value, 2))


@st.cache_resource(max_entries=_MOST_SPECS, show_spinner=False)
def _spec(key: str, measure: str, language: str, name: str, _trace: Trace) -> dict[str, Any]:
    """The chart of one figure, made once per training: it holds figures, and none of its text."""
    return grown(measure, junk_of(_trace)[measure], {}, name=name, step_title=_("step"))
