"""Parts of the lesson in boxes: frequencies by rank, growth, and published vocabularies."""

from collections.abc import Callable, Mapping

import streamlit as st

from bpe_core import Tokenizer, Trace
from pages.components.charts import facts_table, figures_table
from pages.components.charts.charts import Curves, filled, large_labels, size_rows, sizes_chart
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart, shown_curves
from pages.components.late_box import late_box
from pages.components.tokens.three_tokenizers import READ, Plain, growth_of, ranked
from pages.lessons.word_character_subword import LESSON
from pages.lessons.word_character_subword.panels import compared, frequencies, kinds
from pages.session.language import _, format_large, format_number


def box(title: str, name: str, draw: Callable[[], None]) -> None:
    """Offer what can be drawn in a box, and draw it when the box is opened.

    A chart that comes into a closed box has no width, and may stay empty.
    """
    offered = late_box(title, f"compare_{name}_box")
    if offered.open:
        with offered:
            draw()


def draw_ranks(plain: Plain, trace: Trace, step: int) -> None:
    """Draw how often the tokens of each vocabulary occur in the corpus, by rank."""
    st.markdown(LESSON.prose("ranks"))
    found = map(ranked, frequencies(plain, trace, step))
    curves = dict(zip(kinds(), found, strict=True))
    title = _("Frequency of tokens by rank")
    shown_curves(
        title,
        curves,
        _as_table(curves, _("rank")),
        key="compare_ranks",
        names=compared(),
        x_title=_("rank"),
        y_title=_("frequency"),
        scale="log",
    )


def draw_growth(plain: Plain, trace: Trace, step: int, text: str) -> None:
    """Draw the number of distinct tokens after each number of words of the text."""
    st.markdown(LESSON.prose("growth"))
    if not text:
        st.info(LESSON.prose("no_text"))
        return
    curves = dict(zip(kinds(), growth_of(text, plain.words, trace, step), strict=True))
    title = _("Different tokens met so far")
    read = _("words read")
    table = _as_table(curves, read)
    shown_curves(title, curves, table, key="compare_growth", names=compared(), x_title=read)
    if len(text) == READ:
        st.caption(_("Only the first {n} characters were read.").format(n=format_large(READ)))


def _as_table(curves: Curves, first: str) -> ChartTable:
    """A table of the curves' points, about ten for each curve."""
    longest = max(curves.values(), key=len)
    every = max(1, len(longest) // 10)
    xs = [x for x, _y in longest[::every]]
    at = [dict(points) for points in curves.values()]
    rows = [[format_number(x), *(_figure(points, x) for points in at)] for x in xs]
    return ChartTable([first, *curves], rows)


def _figure(points: Mapping[float, float], x: float) -> str:
    return format_number(points[x]) if x in points else "–"


def draw_published(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies and of this page's three, then who uses what."""
    st.header(_("How large vocabularies are"))
    _draw_sizes(plain, learned)
    st.header(_("Who uses what"))
    st.markdown(LESSON.prose("who"))
    titles, *models = LESSON.table("models")
    facts_table(models, titles)


def _draw_sizes(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies next to the three of this page."""
    tokenizers = (learned, plain.words, plain.characters)
    own = dict(zip(compared(), (len(each.vocabulary) for each in tokenizers), strict=True))
    titles, *vocabularies = LESSON.table("known")
    known = {name: int(size.replace(",", "")) for name, size, *_about in vocabularies}
    here, published = _("here"), _("published")
    rows = size_rows(own, known, (here, published))
    title = _("Vocabulary sizes")
    shown_chart(
        title,
        filled(sizes_chart((here, published), large_labels()), rows),
        key="compare_sizes",
        words=bars_in_words(title, {row["name"]: row["size"] for row in rows}),
        figures=ChartTable(
            ["", _("vocabulary size")], [[row["name"], format_number(row["size"])] for row in rows]
        ),
    )
    figures_table(vocabularies, ["", *titles[1:]])
