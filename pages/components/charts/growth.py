"""How three figures grow over the steps: a number and a chart each, which follow the walk."""

from typing import Any

import streamlit as st

from bpe_core import Trace
from bpe_core.unigram import UnigramTrace
from pages.components.charts.charts import grown, spread
from pages.components.charts.corpus_figures import (
    character_figures,
    figures_at,
    growth_of,
    word_figures,
)
from pages.components.charts.save_chart import savable
from pages.components.charts.tables import figures_table
from pages.components.walk_follower import live
from pages.session.language import _, current_language, format_number

#: Specifications kept: three a training and language, of 30 kB or so.
_MOST_SPECS = 96
#: Rows of the table behind the charts.
_ROWS = 11
_FORMATS = {"vocabulary_size": ",.0f", "token_count": ",.0f", "bytes_per_token": ".2f"}


def growth(trace: Trace | UnigramTrace, step: int, name: str, key: str) -> None:
    """The figures at a step, each over all steps beside the word- and character-based ones.

    `name` is what the algorithm is called, `key` what the trace is held under.
    """
    with savable(*_titles().values(), key="growth"):
        _charts(trace, step, name, key)
    with st.expander(_("The figures as a table")):
        _table(trace)


def _charts(trace: Trace | UnigramTrace, step: int, name: str, key: str) -> None:
    """The three, side by side."""
    now = figures_at(trace, step)
    for column, (measure, title) in zip(st.columns(3), _titles().items(), strict=True):
        shown = live(measure, format_number(round(getattr(now, measure), 2)))
        column.html(f'<p class="figure">{title} <strong>{shown}</strong></p>')
        column.vega_lite_chart(
            spec=_spec(key, measure, current_language(), name, trace),
            key=f"growth_{measure}",
            alt=_("{title} over all steps; the value at the current step is shown above.").format(
                title=title
            ),
        )


def _table(trace: Trace | UnigramTrace) -> None:
    """The figures of the three charts, from the first step to the last."""
    rows = []
    for step in spread(len(trace), _ROWS):
        then = figures_at(trace, step)
        figures = (getattr(then, measure) for measure in _titles())
        rows.append([format_number(step), *(format_number(round(each, 2)) for each in figures)])
    figures_table(rows, [_step_title(trace), *_titles().values()])


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
    """The chart of one figure, made once a training: figures alone, nothing of its text."""
    words, characters = word_figures(_trace.corpus), character_figures(_trace.corpus)
    return grown(
        measure,
        growth_of(_trace)[measure],
        {_("words"): getattr(words, measure), _("characters"): getattr(characters, measure)},
        name=name,
        step_title=_step_title(_trace),
        number_format=_FORMATS[measure],
    )
