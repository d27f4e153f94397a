"""Sampling: a word segmented at random 100 times, compared with its best segmentations."""

from collections import Counter
from random import Random

import streamlit as st

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.lattice import Path as Way
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Bar, TokenRow, share_bar, token_rows
from pages.lessons.unigram import LESSON
from pages.session import state
from pages.session.language import _, format_number
from pages.session.parameters import SEEDS
from pages.session.session_state import bound

#: How often the word is segmented, how many of the best are listed, and the most rows in all.
DRAWINGS, BEST, MOST_LISTED = 100, 8, 12
#: How many of the best are computed, so that other listed segmentations can show their rank.
RANKED = 64


def draw_sampling(tokenizer: UnigramTokenizer, lattice: Lattice | None) -> None:
    """Draw the temperature slider and a table of the samples and the best segmentations.

    Without a lattice, draw nothing.
    """
    if lattice is None:
        return
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
    columns = [
        _("rank"),
        _("segmentation"),
        _("drawn, of {n}").format(n=format_number(DRAWINGS)),
        _("probability at this temperature"),
    ]
    token_rows(rows, key="sampling", columns=columns)
    st.caption(_summary(drawn, lattice.path_count, sum(drawn[way.edges] for _rank, way in listed)))


def listed_ways(lattice: Lattice, drawn: Counter[tuple[int, ...]]) -> list[tuple[int, Way]]:
    """The best segmentations, then others that were drawn, as pairs of rank (from 1) and way."""
    ranked = list(enumerate(lattice.n_best(RANKED), start=1))
    others = [row for row in ranked[BEST:] if drawn[row[1].edges]]
    return (ranked[:BEST] + others)[:MOST_LISTED]


def _row(tokenizer: UnigramTokenizer, way: Way, rank: int, times: int, share: float) -> TokenRow:
    bars = (Bar(times / DRAWINGS, format_number(times)), share_bar(share))
    chips = [chip_of(tokenizer, token_id) for token_id in way.token_ids]
    return TokenRow(format_number(rank), _("best") if rank == 1 else "", [chips], bars=bars)


def _summary(drawn: Counter[tuple[int, ...]], possible: int, listed: int) -> str:
    """How many segmentations were drawn, and how many of the draws are not listed.

    >>> _summary(Counter({(0,): 70, (1,): 30}), 5, 70).splitlines()[2].strip()
    'Drawn but not listed: 30.'
    """
    lines = [
        _("Different segmentations drawn: {n}.").format(n=format_number(len(drawn))),
        _("Possible segmentations: {n}.").format(n=format_number(possible)),
        _("Drawn but not listed: {n}.").format(n=format_number(DRAWINGS - listed))
        if listed < DRAWINGS
        else "",
        _("The same seed always draws the same segmentations. The link includes it."),
    ]
    return "  \n".join(filter(None, lines))  # lines of Markdown
