"""Draw the parts of the lesson "Unigram": vocabulary size, formulas, and sampling."""

from collections import Counter
from math import exp, floor, log
from random import Random

import streamlit as st

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.lattice import Path as Way
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Bar, TokenRow, share_bar, token_rows
from pages.lessons.unigram import LESSON
from pages.session import state
from pages.session.language import _
from pages.session.link import RANGES
from pages.session.parameters import SEEDS
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
    least = trace.first_base_id + len(trace.corpus.base_vocabulary)
    most = least + trace.candidates
    return LESSON.prose("sizes", least=least, most=most)


def choose_size(size: int) -> None:
    """Train again to another vocabulary size, starting at the seed vocabulary."""
    state.change(unigram_size=size)
    state.begin_at(0)


def formulas(trace: UnigramTrace, step: int, lattice: Lattice | None) -> None:
    """Draw the formulas for this round's loss and this word's probability, with their numbers."""
    with st.expander(_("In formulas")):
        loss = f"{trace.losses[step]:,.2f}".replace(",", "{,}")
        st.latex(rf"\mathcal{{L}} = -\sum_{{w}} c(w)\,\ln P(w) = {loss}")
        if lattice is not None:
            st.latex(_probability(lattice))


def _probability(lattice: Lattice) -> str:
    ways = [probability_in_latex(way.log_probability) for way in lattice.n_best(4)]
    if lattice.path_count > len(ways):
        ways.append(r"\dots")
    lines = [
        r"P(w) &= \sum_{s \in S(w)} \prod_{t \in s} p(t)",
        *(f"&{'+' if i else '='} {' + '.join(ways[i : i + 2])}" for i in range(0, len(ways), 2)),
    ]
    if lattice.path_count > 1:
        lines.append(f"&= {probability_in_latex(lattice.log_probability)}")
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


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


#: How often the word is segmented, how many of the best are listed, and the most rows in all.
DRAWINGS, BEST, MOST_LISTED = 100, 8, 12
#: How many of the best are computed, so that other listed segmentations can show their rank.
RANKED = 64


def draw_sampling(tokenizer: UnigramTokenizer, lattice: Lattice | None) -> None:
    """Draw the temperature slider and a table of the samples and the best segmentations.

    Without a lattice, draw nothing.
    """
    if lattice is not None:
        with st.expander(_("Sampling: a different segmentation each time")):
            _draw_samples(tokenizer, lattice)


def _draw_samples(tokenizer: UnigramTokenizer, lattice: Lattice) -> None:
    st.markdown(LESSON.prose("sampling"))
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    tenths, seed = state.chosen("heat"), state.chosen("seed")
    left.slider(
        _("Temperature"),
        0.1,
        5.0,
        step=0.1,
        format="%.1f",
        **bound("unigram_heat", tenths / 10, lambda heat: state.choose(heat=round(10 * heat))),
    )
    right.button(_("Draw again"), on_click=lambda: state.choose(seed=(seed + 1) % (SEEDS + 1)))
    random, temperature = Random(seed), tenths / 10
    drawn = Counter(lattice.sample(random, temperature).edges for _time in range(DRAWINGS))
    listed = listed_ways(lattice, drawn)
    rows = [
        _row(tokenizer, way, rank, drawn[way.edges], lattice.share(way, temperature))
        for rank, way in listed
    ]
    columns = LESSON.titles("sampling_titles", n=DRAWINGS)
    token_rows(rows, key="sampling", columns=columns)
    st.caption(_summary(drawn, lattice.path_count, sum(drawn[way.edges] for _rank, way in listed)))


def listed_ways(lattice: Lattice, drawn: Counter[tuple[int, ...]]) -> list[tuple[int, Way]]:
    """The best segmentations, then others that were drawn, as pairs of rank (from 1) and way."""
    ranked = list(enumerate(lattice.n_best(RANKED), start=1))
    others = [row for row in ranked[BEST:] if drawn[row[1].edges]]
    return (ranked[:BEST] + others)[:MOST_LISTED]


def _row(tokenizer: UnigramTokenizer, way: Way, rank: int, times: int, share: float) -> TokenRow:
    bars = (Bar(times / DRAWINGS, times), share_bar(share))
    chips = [chip_of(tokenizer, token_id) for token_id in way.token_ids]
    return TokenRow(rank, _("best") if rank == 1 else "", [chips], bars=bars)


def _summary(drawn: Counter[tuple[int, ...]], possible: int, listed: int) -> str:
    """How many segmentations were drawn, and how many of the draws are not listed.

    >>> _summary(Counter({(0,): 70, (1,): 30}), 5, 70).splitlines()[2].strip()
    'Drawn but not listed: 30.'
    """
    lines = [
        _("Different segmentations drawn: {n}.", n=len(drawn)),
        _("Possible segmentations: {n}.", n=possible),
        _("Drawn but not listed: {n}.", n=DRAWINGS - listed) if listed < DRAWINGS else "",
        _("The same seed always draws the same segmentations. The link includes it."),
    ]
    return "  \n".join(filter(None, lines))  # lines of Markdown
