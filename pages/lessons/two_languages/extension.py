"""Extending a vocabulary: the first text's, finished, gets new tokens for the second text."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import TrainingSpecification
from bpe_core.experiments.extending import Added, Extended, appended, continued, swapped
from bpe_core.text.parallel import parallel_corpora
from pages.components.charts import figures_table
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.two_languages import LESSON
from pages.session.language import _

#: The merges of each training, and tokens listed.
MOST_MERGES, MOST_LISTED = 400, 8
#: One in so many old tokens gives its place to a new one, where tokens are swapped.
ONE_IN = 4


def draw_extension(specification: TrainingSpecification, texts: tuple[str, str]) -> None:
    """Draw each way as figures, and the new tokens: those that come out, and those that can't."""
    with st.expander(_("Extending a vocabulary")):
        st.markdown(LESSON.prose("extension"))
        figures, by_appending = _extension(specification, texts)
        _draw_figures(figures)
        added = list(by_appending.added())
        lost = [each for each in added if not each.is_produced]
        produced = [each for each in added if each.is_produced]
        columns = [_("new token"), _("its pieces in the old vocabulary"), _("what comes out now")]
        if lost:
            st.markdown(_("**Never produced**: an old merge comes first and takes a piece away."))
            _draw_tokens(by_appending, lost, columns, key="extension_lost")
        if produced:
            st.markdown(LESSON.prose("produced"))
            _draw_tokens(by_appending, produced, columns, key="extension_kept")


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _extension(
    specification: TrainingSpecification, texts: tuple[str, str]
) -> tuple[list[list[int]], Extended]:
    """Train on the beginnings of both texts, with bytes as the unit.

    Returns the figures of the old vocabulary and of each way, and what appending made.
    """
    first, second = parallel_corpora(
        texts,
        unit="byte",
        pre_tokenizer=specification.pre_tokenizer,
        normalizer=specification.normalizer,
    ).each
    asked = specification.num_merges
    merges = MOST_MERGES if asked is None else min(asked, MOST_MERGES)
    by_appending = appended(first, second, merges)
    more = len(by_appending.merges) - by_appending.old
    ways = [
        Extended(by_appending.texts, by_appending.merges[: by_appending.old], by_appending.old),
        by_appending,
        swapped(by_appending, first, by_appending.old // ONE_IN),
        continued(first, second, merges, more),
    ]
    base = len(first.base_vocabulary)
    columns = []
    for way in ways:
        added = list(way.added())
        lost = sum(not each.is_produced for each in added)
        of_vocabulary = (base + len(way.merges), by_appending.old - way.old, len(added), lost)
        columns.append([*of_vocabulary, way.total(first), way.total(second)])
    return columns, by_appending


def _draw_figures(columns: Sequence[Sequence[int]]) -> None:
    rows = zip(LESSON.titles("extension_titles"), *columns, strict=True)
    figures_table(rows, ["", _("old vocabulary"), _("appended"), _("swapped"), _("continued")])


def _draw_tokens(
    extended: Extended, added: Sequence[Added], columns: Sequence[str], *, key: str
) -> None:
    def chips(ids: Sequence[int]) -> list[Chip]:
        return [Chip(extended.texts[i]) for i in ids]

    rows = [
        TokenRow(n, "", [chips([each.token]), chips(each.old), chips(each.now)])
        for n, each in enumerate(added[:MOST_LISTED], 1)
    ]
    token_rows(rows, key=key, columns=["", *columns])
    if len(added) > MOST_LISTED:
        st.caption(_("The first {n} of {total}.", n=MOST_LISTED, total=len(added)))
