"""Draw the sweep over the size of a vocabulary, with a handle to read it off.

A training passes through all vocabulary sizes, from its base vocabulary on. The text held out is
what the training has not seen; it may be empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import altair as alt
import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bpe_core import Trace
from bpe_core.experiments.costs import (
    GROWTH,
    SAVING,
    Paying,
    larger,
    stops_paying,
    tokens_at_every_step,
)
from pages.components.charts import figures_table
from pages.components.charts.charts import (
    MOST_POINTS,
    Curves,
    curves_chart,
    drawn_curves,
    in_arrow,
    series_colour,
    spread,
)
from pages.components.charts.shown_chart import curves_in_words, shown_chart
from pages.components.fields import parameter_switch
from pages.components.training import cached_or_trained
from pages.lessons.word_character_subword import HELD_OUT, LESSON
from pages.lessons.word_character_subword.panels import points_table
from pages.session import state
from pages.session.language import _, ngettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import find, shown_trace
from pages.session.training_request import bpe_request

#: The most characters that are held out of a corpus and counted.
MOST_HELD_OUT = 20_000


class Costs(NamedTuple):
    """The costs of one vocabulary size."""

    size: int
    corpus_tokens: int
    held_out_tokens: int
    parameters: int
    attention: int


@dataclass(frozen=True, eq=False)
class Sweep:
    """Tokens of the corpus and of the text held out at each size from `first_size` on (int64).

    `unknown` is how many characters of the text held out training never saw: they are not counted,
    because what is lost has no cost.
    """

    first_size: int
    corpus: NDArray[np.int64]
    held_out: NDArray[np.int64]
    unknown: int = 0

    @property
    def last_size(self) -> int:
        """The vocabulary size after the last merge."""
        return self.first_size + len(self.corpus) - 1

    @property
    def has_held_out(self) -> bool:
        """Whether any text is held out."""
        return bool(self.held_out[0])

    def within(self, size: int) -> int:
        """The size nearest to `size` that the training passes through."""
        return min(max(size, self.first_size), self.last_size)

    def costs(self, size: int, width: int) -> Costs:
        """Return a size's costs; attention compares each token of the corpus with every token."""
        corpus = int(self.corpus[size - self.first_size])
        held_out = int(self.held_out[size - self.first_size])
        return Costs(size, corpus, held_out, size * width, corpus**2)

    def shares(self, size: int) -> list[float]:
        """The same costs as percentages of their largest values; those of any width are equal."""
        here, start, end = (self.costs(n, 1) for n in (size, self.first_size, self.last_size))
        largest = start._replace(size=end.size, parameters=end.parameters)
        return [percent(now, most) for now, most in zip(here[1:], largest[1:], strict=True)]

    def curves(self, names: Sequence[str]) -> dict[str, list[tuple[float, float]]]:
        """Size and percentage of each of the four costs; no points for a text that is empty."""
        sizes = [self.first_size + k for k in spread(len(self.corpus) - 1, MOST_POINTS)]
        points = [(float(size), self.shares(size)) for size in sizes]
        curves = {name: [(x, ys[i]) for x, ys in points] for i, name in enumerate(names)}
        return curves if self.has_held_out else curves | {names[1]: []}

    @property
    def deciding(self) -> NDArray[np.int64]:
        """The tokens that decide what pays: those of the text held out, if there is any."""
        return self.held_out if self.has_held_out else self.corpus

    def stops_paying(self) -> tuple[Paying, int]:
        """Where a larger vocabulary stops paying.

        >>> flat, steep = np.array([45, 45, 45, 45]), np.array([45, 30, 20, 15])
        >>> Sweep(4, steep, flat).stops_paying()[0].value
        'stops'
        """
        return stops_paying(self.first_size, self.deciding)


def percent(now: int, most: int) -> float:
    """A share in percent, with one decimal; 0 of nothing.

    >>> percent(1, 3), percent(0, 0)
    (33.3, 0.0)
    """
    return round(100 * now / most, 1) if most else 0.0


_sweeps: WeakKeyDictionary[Trace, Sweep] = WeakKeyDictionary()


@lesson_fragment
def draw_sizes(key: str, text: str, width: int) -> None:
    """Draw the sweep: only this reruns when the handle moves. `text` may serve as held out."""
    parameter_switch(_("Text held out"), HELD_OUT, "held", key="compare_held")
    if (sweep := chosen_sweep(key, text)) is None:
        return
    if sweep.first_size == sweep.last_size:
        st.info(_("This training has no merges, so there is only one vocabulary size."))
        return
    draw_sweep(sweep, width)


def chosen_sweep(key: str, text: str) -> Sweep | None:
    """The sweep with the text that is held out; None while its training is not there yet."""
    trace = shown_trace(key, Trace)
    request = bpe_request()
    if state.chosen("held") == "corpus":
        held_out = request.but(hold_out=True)
        if isinstance(known := find(held_out), Trace) and known in _sweeps:
            return _sweeps[known]
        specification, whole = request.source()
        if spared := specification.held_out_words(whole, MOST_HELD_OUT):
            done = cached_or_trained(held_out)
            if done is None or not isinstance(done.trace, Trace):
                return None
            return _sweeps.setdefault(done.trace, sweep_of(done.trace, spared))
        st.caption(LESSON.prose("too_short"))
    return sweep_of(trace, request.specification.words_of(text))


def names() -> tuple[str, ...]:
    """The names of the four curves."""
    return tuple(LESSON.titles("sweep_titles"))


def draw_sweep(sweep: Sweep, width: int) -> None:
    """Draw where it stops paying, the chart, its handle, and what is read off there."""
    st.markdown(summary(sweep, width))
    chosen = state.chosen("handle")
    size = sweep.within(sweep.stops_paying()[1] if chosen is None else chosen)
    draw_chart(sweep, size)
    if count := sweep.unknown:
        sentence = ngettext(
            "Of the text held out, {n} character is not counted: training never saw it, so it is "
            "lost.",
            "Of the text held out, {n} characters are not counted: training never saw them, so "
            "they are lost.",
            count,
            n=count,
        )
        st.caption(sentence)
    st.slider(
        _("Vocabulary size at the handle"),
        sweep.first_size,
        sweep.last_size,
        **state.bound_to_parameter("handle", size),
    )
    draw_costs(sweep, size, width)


def draw_chart(sweep: Sweep, size: int) -> None:
    """Draw the four costs by vocabulary size, each in percent of its largest value."""
    title, x_title = _("Costs of a vocabulary, by its size"), _("vocabulary size")
    y_title = _("% of the largest value")
    curves = {name: points for name, points in sweep.curves(names()).items() if points}
    here = zip(names(), sweep.shares(size), strict=True)
    at = {name: [(float(size), share)] for name, share in here if name in curves}
    shown_chart(
        title,
        drawn_sweep(sweep_chart(names(), x_title=x_title, y_title=y_title), curves, at),
        key="compare_sweep",
        words=curves_in_words(_("{title}, in %", title=title), curves, x_title),
        figures=points_table(curves, x_title),
    )


def draw_costs(sweep: Sweep, size: int, width: int) -> None:
    """Draw the table of what is read off: at the start, at the handle, and at the end."""
    labels = LESSON.titles("costs_titles", n=width)
    columns = [sweep.costs(each, width) for each in (sweep.first_size, size, sweep.last_size)]
    titles = ["", _("before the merges"), _("at the handle"), _("after all merges")]
    figures_table(zip(labels, *columns, strict=True), titles)


def summary(sweep: Sweep, width: int) -> str:
    """Where a larger vocabulary stops paying, in a sentence with its rule."""
    outcome, size = sweep.stops_paying()
    if outcome is Paying.TOO_FEW_MERGES:
        return LESSON.prose("too_few_merges", growth=GROWTH)
    then = sweep.within(larger(size))
    here, there = (int(sweep.deciding[each - sweep.first_size]) for each in (size, then))
    return LESSON.prose(
        "pays_to_the_end" if outcome is Paying.TO_THE_END else "pays_until",
        size=size,
        growth=GROWTH,
        saving=SAVING,
        parameters=(then - size) * width,
        saved=here - there,
        text=_("the text held out") if sweep.has_held_out else _("the corpus"),
    )


#: The data set with the points of the curves at the handle.
HANDLE = "handle"


@cache
def sweep_chart(names: tuple[str, ...], *, x_title: str, y_title: str) -> dict[str, Any]:
    """Curves with a vertical line and a point on each curve at the handle: for `drawn_sweep`."""
    spec = curves_chart(names, x_title=x_title, y_title=y_title)
    handle = alt.Chart(alt.NamedData(HANDLE)).encode(x="x:Q")
    marks = alt.layer(
        handle.mark_rule(strokeWidth=1.5, color="gray"),
        handle.mark_point(size=110, filled=True, opacity=1).encode(
            y="y:Q", color=series_colour("name", names)
        ),
    ).to_dict()
    return {**spec, "layer": [*spec["layer"], {name: marks[name] for name in ("data", "layer")}]}


def drawn_sweep(spec: Mapping[str, Any], curves: Curves, at: Curves) -> dict[str, Any]:
    """A `sweep_chart` with its curves, and `at` as the points at the handle."""
    drawn = drawn_curves(spec, curves, scale="linear")
    rows = [{"name": name, "x": x, "y": y} for name, points in at.items() for x, y in points]
    return {**drawn, "datasets": {**drawn["datasets"], HANDLE: in_arrow(rows)}}


def sweep_of(trace: Trace, held_out: Mapping[str, int]) -> Sweep:
    """The sweep of a training; `held_out` are words as its corpus writes them, with counts."""
    tokenizer = trace.tokenizer(0)
    spelled = ((n, tokenizer.encode_word(word)) for word, n in held_out.items())
    unknown = sum(n * ids.count(tokenizer.unknown_id) for n, ids in spelled)
    tokens = tokens_at_every_step(trace, held_out) - unknown
    return Sweep(trace.first_merge_id, trace.token_counts, tokens, unknown)
