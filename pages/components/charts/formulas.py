"""Formulas with the numbers of a step; tokens are never put where LaTeX would interpret them."""

import streamlit as st

from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from pages.session.language import _, format_number


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
        st.header(_("The score of step {k}").format(k=format_number(coming)))
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
