"""Draw the growth of figures over the steps: a number and a chart that follow the walk."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from bpe_core import Trace
from pages.components.charts.charts import grown, spread
from pages.components.charts.corpus_figures import character_figures, growth_of, word_figures
from pages.components.charts.shown_chart import ChartTable, curves_in_words, shown_chart
from pages.components.walk_follower import live
from pages.session.language import _, current_language, format_number, format_rounded

#: Specifications kept: five per training and language, of about 30 kB each.
_MOST_SPECS = 160
#: Rows of the table behind each chart.
_ROWS = 11


class _Growing(NamedTuple):
    """A figure at each step, by its name in the walk.

    `others` are the same figure with words and with characters as tokens, and `sign` follows it.
    """

    measure: str
    title: str
    values: Sequence[float]
    others: Mapping[str, float] = {}
    number_format: str = ",.0f"
    sign: str = ""


def growth(trace: Trace, step: int, name: str, key: str) -> None:
    """Draw three figures at a step, and over all steps beside word- and character-based tokens.

    `name` is the name of the algorithm, and `key` the key under which the trace is held.
    """
    values = growth_of(trace)
    words, characters = word_figures(trace.corpus), character_figures(trace.corpus)
    figures = [
        _Growing(
            measure,
            title,
            values[measure],
            {_("words"): getattr(words, measure), _("characters"): getattr(characters, measure)},
            number_format,
        )
        for measure, title, number_format in (
            ("vocabulary_size", _("Vocabulary size"), ",.0f"),
            ("token_count", _("Tokens in the corpus"), ",.0f"),
            ("bytes_per_token", _("Bytes per token"), ".2f"),
        )
    ]
    _draw(figures, trace, step, name, key)


def junk_growth(trace: Trace, step: int, name: str, key: str) -> None:
    """Draw how many tokens become junk: made on the way, and no longer in the corpus.

    The second figure is their share of the vocabulary. Neither has anything to compare with: word-
    and character-based tokenizers make no tokens on the way.
    """
    junk = trace.junk_sizes.tolist()
    sizes = range(trace.first_merge_id, trace.first_merge_id + len(trace) + 1)
    shares = [100 * n / size for n, size in zip(junk, sizes, strict=True)]
    title = _("Junk tokens as a share of the vocabulary")
    figures = [
        _Growing("junk", _("Junk tokens"), junk),
        _Growing("junk_percent", title, shares, sign="%"),
    ]
    _draw(figures, trace, step, name, key)


def _draw(figures: Sequence[_Growing], trace: Trace, step: int, name: str, key: str) -> None:
    step_title = _("step")
    for column, each in zip(st.columns(len(figures)), figures, strict=True):
        shown = live(each.measure, format_rounded(each.values[step]))
        rows = [
            [format_number(k), format_rounded(each.values[k]) + each.sign]
            for k in spread(len(trace), _ROWS)
        ]
        with column:
            shown_chart(
                each.title,
                _spec(key, each.measure, current_language(), name, step_title, each),
                key=f"growth_{each.measure}",
                words=_in_words(each, name, step_title),
                figures=ChartTable([step_title, each.title], rows),
                value=f" <strong>{shown}{each.sign}</strong>",
            )


def _in_words(figure: _Growing, name: str, step_title: str) -> str:
    """Where the line begins and ends, and the values of the dashed lines."""
    values = figure.values
    ends = {name: [(0.0, values[0]), (float(len(values) - 1), values[-1])]}
    line = curves_in_words(figure.title, ends, step_title)
    if not figure.others:
        return line
    words, characters = map(format_rounded, figure.others.values())
    others = _("For comparison: {words} with words, {characters} with characters.")
    return f"{line} {others.format(words=words, characters=characters)}"


@st.cache_resource(max_entries=_MOST_SPECS, show_spinner=False)
def _spec(
    key: str, measure: str, language: str, name: str, step_title: str, _growing: _Growing
) -> dict[str, Any]:
    """The chart of one figure, made once per training: it holds figures, and none of its text."""
    return grown(
        measure,
        _growing.values,
        _growing.others,
        name=name,
        step_title=step_title,
        number_format=_growing.number_format,
    )
