"""Draw the vocabulary size and the formulas of the lesson "Unigram"."""

from math import exp, floor, log

import streamlit as st

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.session import state
from pages.session.language import _, format_number
from pages.session.link import RANGES
from pages.session.session_state import bound


def vocabulary_size(size: int | None, trace: UnigramTrace | None) -> None:
    """Draw the field for the target vocabulary size, with its bounds once they are known."""
    if size is None:
        return
    low, high = RANGES["vocab"]
    with st.container(horizontal=True, vertical_alignment="center", key="unigram_size_row"):
        st.number_input(
            _("Vocabulary size"),
            min_value=low,
            max_value=high,
            width=160,
            label_visibility="collapsed",
            **bound("unigram_size", size, choose_size),
        )
        st.caption(_("Vocabulary size") if trace is None else bounds_of_size(trace))


def bounds_of_size(trace: UnigramTrace) -> str:
    """The field's label, with the smallest and the largest possible size."""
    bounds = _(
        "Choose from {least} (only single characters or bytes) to {most} (every "
        "substring that occurs twice or more)."
    )
    least = trace.first_base_id + len(trace.corpus.base_vocabulary)
    most = least + trace.candidates
    return bounds.format(least=format_number(least), most=format_number(most))


def choose_size(size: int) -> None:
    """Train again to another vocabulary size, starting at the seed vocabulary."""
    state.change(unigram_size=size)
    state.begin_at(0)


def formulas(trace: UnigramTrace, step: int, lattice: Lattice | None) -> None:
    """Draw the formulas for this round's loss and this word's probability, with their numbers."""
    with st.expander(_("In formulas")):
        _formulas(trace, step, lattice)


def _formulas(trace: UnigramTrace, step: int, lattice: Lattice | None) -> None:
    loss = f"{trace.losses[step]:,.2f}".replace(",", "{,}")
    st.latex(rf"\mathcal{{L}} = -\sum_{{w}} c(w)\,\ln P(w) = {loss}")
    if lattice is None:
        return
    ways = [probability_in_latex(way.log_probability) for way in lattice.n_best(4)]
    if lattice.path_count > len(ways):
        ways.append(r"\dots")
    lines = [
        r"P(w) &= \sum_{s \in S(w)} \prod_{t \in s} p(t)",
        *(f"&{'+' if i else '='} {' + '.join(ways[i : i + 2])}" for i in range(0, len(ways), 2)),
    ]
    if lattice.path_count > 1:
        lines.append(f"&= {probability_in_latex(lattice.log_probability)}")
    st.latex(r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}")


def probability_in_latex(logarithm: float) -> str:
    r"""A probability as LaTeX, with four digits; given as a logarithm, so it can be tiny.

    >>> probability_in_latex(log(0.25)), probability_in_latex(-2000.0)
    ('0.2500', '2.577 \\times 10^{-869}')
    """
    power = floor(logarithm / log(10))
    if power >= -3:
        return f"{exp(logarithm):.{3 - power}f}"
    mantissa = exp(logarithm - power * log(10))
    return rf"{mantissa:.3f} \times 10^{{{power}}}"
