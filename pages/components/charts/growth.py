"""How three figures grow over the steps: each has a number and a chart that follow the walk."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.unigram import UnigramTrace
from pages.components.charts.charts import grown, spread
from pages.components.charts.corpus_figures import (
    character_figures,
    figures_at,
    growth_of,
    word_figures,
)
from pages.components.charts.in_words import curves_in_words
from pages.components.charts.shown_chart import ChartTable, shown_chart
from pages.components.walk_follower import live
from pages.session.language import _, current_language, format_number

#: Specifications kept: three per training and language, of about 30 kB each.
_MOST_SPECS = 96
#: Rows of the table behind each chart.
_ROWS = 11
_FORMATS = {"vocabulary_size": ",.0f", "token_count": ",.0f", "bytes_per_token": ".2f"}


def growth(trace: Trace | UnigramTrace, step: int, name: str, key: str) -> None:
    """Draw the figures at a step, each over all steps beside the word- and character-based ones.

    `name` is the name of the algorithm, and `key` the key under which the trace is held.
    """
    now = figures_at(trace, step)
    steps = spread(len(trace), _ROWS)
    then = [figures_at(trace, each) for each in steps]
    for column, (measure, title) in zip(st.columns(3), _titles().items(), strict=True):
        values = [getattr(each, measure) for each in then]
        with column:
            shown = live(measure, _figure(getattr(now, measure)))
            shown_chart(
                title,
                _spec(key, measure, current_language(), name, trace),
                key=f"growth_{measure}",
                words=_in_words(trace, title, measure, name, values),
                figures=ChartTable(
                    [_step_title(trace), title],
                    [[format_number(k), _figure(v)] for k, v in zip(steps, values, strict=True)],
                ),
                value=f" <strong>{shown}</strong>",
            )


def _in_words(
    trace: Trace | UnigramTrace, title: str, measure: str, name: str, values: Sequence[float]
) -> str:
    """Where the line begins and ends, and the values of the dashed lines."""
    ends = {name: [(0.0, values[0]), (float(len(trace)), values[-1])]}
    others = _("For comparison: {words} with words, {characters} with characters.").format(
        words=_figure(getattr(word_figures(trace.corpus), measure)),
        characters=_figure(getattr(character_figures(trace.corpus), measure)),
    )
    return f"{curves_in_words(title, ends, _step_title(trace))} {others}"


def _figure(value: float) -> str:
    return format_number(round(value, 2))


def _step_title(trace: Trace | UnigramTrace) -> str:
    return _("round") if isinstance(trace, UnigramTrace) else _("step")


def _titles() -> dict[str, str]:
    return {
        "vocabulary_size": _("Vocabulary size"),
        "token_count": _("Tokens in the corpus"),
        "bytes_per_token": _("Bytes per token"),
    }


@st.cache_resource(max_entries=_MOST_SPECS, show_spinner=False)
def _spec(
    key: str, measure: str, language: str, name: str, _trace: Trace | UnigramTrace
) -> dict[str, Any]:
    """The chart of one figure, made once per training: it holds figures, and none of its text."""
    words, characters = word_figures(_trace.corpus), character_figures(_trace.corpus)
    return grown(
        measure,
        growth_of(_trace)[measure],
        {_("words"): getattr(words, measure), _("characters"): getattr(characters, measure)},
        name=name,
        step_title=_step_title(_trace),
        number_format=_FORMATS[measure],
    )
