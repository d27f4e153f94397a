"""The merge as a regular expression, as many tutorials print it, beside the textbook's."""

import inspect
from collections.abc import Sequence
from html import escape

import streamlit as st

from bpe_core.experiments.regular_expression import Compared, compare, merge_by_expression
from pages.components.charts.tables import facts_table
from pages.components.html import Html
from pages.lessons.the_code import LESSON
from pages.session.language import _, visible

#: Words in tokens, and the pair that is merged: one on which all agree, and three on which not.
EXAMPLES = (
    (("n", "e", "w", "e", "s", "t"), ("e", "s")),
    (("t", "he", "s", "t"), ("e", "s")),
    (("\\", "d"), ("\\", "d")),
    (("a\u00a05", "k", "m"), ("5", "k")),
)


def draw_regular_expression() -> None:
    """Draw the function, and what it makes of each example."""
    with st.expander(_("The merge as a regular expression, as tutorials print it")):
        st.markdown(LESSON.prose("regular_expression"))
        source = inspect.getsource(merge_by_expression)
        start, end = source.index('    """'), source.rindex('"""') + 4
        st.code(source[:start] + source[end:], language="python")
        rows = [_row(compare(tokens, pair)) for tokens, pair in EXAMPLES]
        columns = [_("word and pair"), "merge_pair", _("regular expression"), "str.replace"]
        facts_table(rows, columns)


def _row(compared: Compared) -> list[str]:
    is_right, is_right_too = compared.agrees
    left, right = compared.pair
    return [
        Html(f"{_tokens(compared.tokens)} ({_tokens([left])} + {_tokens([right])})"),
        _tokens(compared.right),
        _marked(compared.by_expression, is_right),
        _marked(compared.by_replacing, is_right_too),
    ]


def _marked(found: Sequence[str] | str, is_right: bool) -> str:
    shown = escape(found) if isinstance(found, str) else _tokens(found)
    return Html(f"{shown} {'✓' if is_right else '≠'}")


def _tokens(tokens: Sequence[str]) -> str:
    return Html(" ".join(f"<bdi>{escape(visible(token, 9))}</bdi>" for token in tokens))
