"""Small tables of figures as plain HTML.

Streamlit's own tables need a megabyte of script, which would delay a first visit, and interpret
their cells as Markdown.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

import streamlit as st

from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from pages.components.html import Html
from pages.session.language import _, format_digits, format_number, written

#: A number as a language writes it, which never breaks.
_NUMBER = re.compile(r"[-−+×]?\d[\d.,]*%?")


def figures_table(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> None:
    """Draw rows of texts and numbers under column titles; the first cell of each is its name."""
    st.html(table_html("figures", rows, columns, _figure))


def facts_table(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> None:
    """Draw rows of short texts; on a narrow screen each row is a card that names its columns."""
    st.html(table_html("facts", rows, columns, _fact))


def table_html(
    kind: str,
    rows: Iterable[Sequence[Any]],
    columns: Sequence[str],
    cell_of: Callable[[str, str], str],
) -> str:
    """A table as HTML, with the cells that are made of a text and its column's title.

    >>> table_html("facts", [["BPE", "<b>"]], ["", "unit"], _fact)
    '<table class="facts"><thead><tr><td></td><th scope="col">unit</th></tr></thead><tbody><tr><th scope="row">BPE</th><td data-label="unit">&lt;b&gt;</td></tr></tbody></table>'
    """  # noqa: E501  (the expected output is one line)
    head = "".join(
        f'<th scope="col">{_cell(each)}</th>' if each else "<td></td>" for each in columns
    )
    body = ""
    for name, *cells in (map(written, row) for row in rows):
        data = "".join(cell_of(*each) for each in zip(cells, columns[1:], strict=True))
        body += f'<tr><th scope="row">{_cell(name)}</th>{data}</tr>'
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _fact(text: str, column: str) -> str:
    return f'<td data-label="{escape(column)}">{_cell(text)}</td>'


def _figure(text: str, _column: str) -> str:
    """A cell with data.

    >>> _figure("24,576", "tokens"), _figure("3 words", "")
    ('<td class="digits">24,576</td>', '<td>3 words</td>')
    """
    kind = ' class="digits"' if _NUMBER.fullmatch(text) else ""
    return f"<td{kind}>{_cell(text)}</td>"


def _cell(text: str) -> str:
    """A text, in which everything but `Html` is literal."""
    return text if isinstance(text, Html) else escape(text)


def ratio(value: float, digits: int = 2) -> str:
    """A ratio as a cell; "–" for what is not a number.

    >>> ratio(2.456), ratio(3), ratio(float("nan"))
    ('2.46', '3.00', '–')
    """
    return "–" if value != value else format_digits(value, digits)


def cost(value: float | str, unknown: int) -> str:
    """Write a text's cost as a cell: "–" if some of it became the unknown token and so is lost.

    >>> cost(12, 0), cost(1.5, 0), cost(3, 1), cost("2.4 ×", 0)
    ('12', '1.50', '–', '2.4 ×')
    """
    if unknown:
        return "–"
    return ratio(value) if isinstance(value, float) else written(value)


def tokens_of_text(count: int, unknown: int) -> str:
    """The number of tokens of a text as a cell, and how many of them are unknown.

    >>> tokens_of_text(3, 0), tokens_of_text(3, 1)
    ('3', '3, 1 of them unknown')
    """
    return format_number(count) + (_(", {n} of them unknown", n=unknown) if unknown else "")


def note_lost_text() -> None:
    """Say why a cost is "–"."""
    st.caption(
        _(
            "–: part of the text became the unknown token and is lost, so what it costs can't be "
            "compared."
        )
    )


def count_of(counted: str) -> str:
    r"""How often something occurs, in a formula in the learner's language.

    >>> count_of(r"a\,b")
    '\\text{count}(a\\,b)'
    """
    count = _("count")
    return rf"\text{{{count}}}({counted})"


def score_fraction() -> str:
    """The score by which WordPiece ranks pairs, as a fraction."""
    together, left, right = map(count_of, (r"a\,b", "a", "b"))
    return rf"\frac{{{together}}}{{{left} \times {right}}}"


def score_formula(trace: WordPieceTrace, step: int) -> None:
    """Draw the score that won at a step; before the first step, that of the first merge."""
    coming = max(1, step)
    if len(trace):
        st.header(_("The score of step {k}", k=coming))
        score = _("score")
        formula = rf"\text{{{score}}}(a, b) = {score_fraction()}"
        st.latex(in_two_lines(formula, score_numbers(trace, coming)))


def in_two_lines(formula: str, numbers: str) -> str:
    """A formula with its numbers on the line below, because phones and columns are narrow."""
    return r"\begin{aligned} &" + formula + r" \\[0.5em] &" + numbers + r" \end{aligned}"


def score_numbers(trace: WordPieceTrace, step: int) -> str:
    r"""The counts behind the merge at a step, and its score to three digits.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> score_numbers(train_wordpiece(Corpus.from_counts(counts)), 1)
    ' = \\frac{5}{20 \\times 5} = 0.05'
    """
    counts = (trace.merge_counts, trace.left_counts, trace.right_counts)
    count, left, right = (int(values[step - 1]) for values in counts)
    fraction = rf"\frac{{{in_latex(count)}}}{{{in_latex(left)} \times {in_latex(right)}}}"
    return f" = {fraction} = {in_latex(three_digits(count / (left * right)))}"


def three_digits(value: float) -> float:
    """A number rounded to three significant digits.

    >>> three_digits(0.0123456)
    0.0123
    """
    return float(f"{value:.3g}")


def in_latex(value: int | float) -> str:
    r"""A number in a formula; a bare comma would be followed by a space there.

    >>> in_latex(1234), in_latex(0.05), in_latex(1.5e-07)
    ('1{,}234', '0.05', '1.5 \\times 10^{-7}')
    """
    mantissa, _sign, power = f"{value:.12g}".partition("e")
    if power:
        return rf"{mantissa} \times 10^{{{int(power)}}}"
    return f"{value:,.12g}".replace(",", "{,}")
