"""Small tables of figures as plain HTML.

Streamlit's own tables need a megabyte of script, which would delay a first visit, and interpret
their cells as Markdown.
"""

import re
from collections.abc import Sequence
from html import escape

import streamlit as st

from pages.components.html import Html
from pages.session.language import _, format_number

#: A number as a language writes it, which never breaks.
_NUMBER = re.compile(r"[-−+×]?\d[\d.,]*%?")


def figures_table(rows: Sequence[Sequence[str]], columns: Sequence[str]) -> None:
    """Draw rows of texts under column titles; the first cell of each row is its name."""
    st.html(table_html(rows, columns))


def table_html(rows: Sequence[Sequence[str]], columns: Sequence[str]) -> str:
    """The table as HTML, in which every text but `Html` is literal.

    >>> table_html([["<b>", "1"]], ["", "tokens"])
    '<table class="figures"><thead><tr><td></td><th scope="col">tokens</th></tr></thead><tbody><tr><th scope="row">&lt;b&gt;</th><td class="digits">1</td></tr></tbody></table>'
    """  # noqa: E501  (the expected output is one line)
    head = "".join(_title(column) for column in columns)
    body = "".join(_row(row) for row in rows)
    return f'<table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def ratio(value: float, digits: int = 2) -> str:
    """A ratio as a cell; "–" for what is not a number.

    >>> ratio(2.456), ratio(float("nan"))
    ('2.46', '–')
    """
    return "–" if value != value else format_number(round(value, digits))


def cost(value: float | str, unknown: int) -> str:
    """Write a text's cost as a cell: "–" if some of it became the unknown token and so is lost.

    >>> cost(12, 0), cost(3, 1), cost("2.4 ×", 0)
    ('12', '–', '2.4 ×')
    """
    if unknown:
        return "–"
    return value if isinstance(value, str) else ratio(value)


def tokens_of_text(count: int, unknown: int) -> str:
    """The number of tokens of a text as a cell, and how many of them are unknown.

    >>> tokens_of_text(3, 0), tokens_of_text(3, 1)
    ('3', '3, 1 of them unknown')
    """
    counted = format_number(count)
    if not unknown:
        return counted
    return counted + _(", {n} of them unknown").format(n=format_number(unknown))


def note_lost_text() -> None:
    """Say why a cost is "–"."""
    st.caption(
        _(
            "–: part of the text became the unknown token and is lost, so what it costs can't be "
            "compared."
        )
    )


def facts_table(rows: Sequence[Sequence[str]], columns: Sequence[str]) -> None:
    """Draw rows of short texts; on a phone each row is a card that names its columns itself."""
    st.html(facts_html(rows, columns))


def facts_html(rows: Sequence[Sequence[str]], columns: Sequence[str]) -> str:
    """The same for texts instead of figures.

    >>> facts_html([["BPE", "<b>"]], ["algorithm", "unit"])
    '<table class="facts"><thead><tr><th scope="col">algorithm</th>...<tr><th scope="row">BPE</th><td data-label="unit">&lt;b&gt;</td></tr></tbody></table>'
    """  # noqa: E501  (the expected output is one line)
    head = "".join(_title(column) for column in columns)
    body = "".join(_fact_row(row, columns) for row in rows)
    return f'<table class="facts"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _fact_row(row: Sequence[str], columns: Sequence[str]) -> str:
    cells = "".join(
        f'<td data-label="{escape(column)}">{_cell(cell)}</td>'
        for cell, column in zip(row[1:], columns[1:], strict=True)
    )
    return f'<tr><th scope="row">{_cell(row[0])}</th>{cells}</tr>'


def _title(column: str) -> str:
    """The heading of a column; a column without a name gets a plain cell."""
    return f'<th scope="col">{_cell(column)}</th>' if column else "<td></td>"


def _row(row: Sequence[str]) -> str:
    cells = "".join(map(_data, row[1:]))
    return f'<tr><th scope="row">{_cell(row[0])}</th>{cells}</tr>'


def _data(text: str) -> str:
    """A cell with data.

    >>> _data("24,576"), _data("3 words")
    ('<td class="digits">24,576</td>', '<td>3 words</td>')
    """
    kind = ' class="digits"' if _NUMBER.fullmatch(text) else ""
    return f"<td{kind}>{_cell(text)}</td>"


def _cell(text: str) -> str:
    return text if isinstance(text, Html) else escape(text)
