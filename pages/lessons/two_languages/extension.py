"""Extending a vocabulary: the first text's, finished, gets new tokens for the second text."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from bpe_core import TrainingSpecification
from bpe_core.experiments.extending import Added, Extended, appended, continued, swapped
from bpe_core.text.parallel import parallel_corpora
from pages.components.charts import figures_table
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.two_languages import LESSON
from pages.lessons.two_languages.vocabularies import digest
from pages.session.language import _, format_number

#: The merges of each training, and tokens listed.
MOST_MERGES, MOST_LISTED = 400, 8
#: One in so many old tokens gives its place to a new one, where tokens are swapped.
ONE_IN = 4


@dataclass(frozen=True)
class Column:
    """The figures of one way to extend a vocabulary; `tokens` are those of both texts."""

    size: int
    added: int
    gone: int
    lost: int
    tokens: tuple[int, int]


@dataclass(frozen=True)
class Extension:
    """The figures of the old vocabulary and of each way, and what was appended."""

    columns: list[Column]
    by_appending: Extended
    appended: list[Added]


def draw_extension(specification: TrainingSpecification, texts: tuple[str, str]) -> None:
    """Draw each way as figures, and the new tokens: those that come out, and those that can't."""
    with st.expander(_("Extending a vocabulary")):
        st.markdown(LESSON.prose("extension"))
        key = digest(specification, texts)
        extension = _extension(key, specification, texts)
        _draw_figures(extension.columns)
        lost = [each for each in extension.appended if not each.is_produced]
        produced = [each for each in extension.appended if each.is_produced]
        columns = [_("new token"), _("its pieces in the old vocabulary"), _("what comes out now")]
        if lost:
            st.markdown(_("**Never produced**: an old merge comes first and takes a piece away."))
            _draw_tokens(extension.by_appending, lost, columns, key="extension_lost")
        if produced:
            st.markdown(LESSON.prose("produced"))
            _draw_tokens(extension.by_appending, produced, columns, key="extension_kept")


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _extension(
    key: str, _specification: TrainingSpecification, _texts: tuple[str, str]
) -> Extension:
    """Train on the beginnings of both texts, with bytes as the unit."""
    first, second = parallel_corpora(
        _texts,
        unit="byte",
        pre_tokenizer=_specification.pre_tokenizer,
        normalizer=_specification.normalizer,
    ).each
    merges = min(_specification.num_merges or MOST_MERGES, MOST_MERGES)
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
        tokens = (way.total(first), way.total(second))
        gone = by_appending.old - way.old
        columns.append(Column(base + len(way.merges), len(added), gone, lost, tokens))
    return Extension(columns, by_appending, list(by_appending.added()))


def _draw_figures(columns: Sequence[Column]) -> None:
    rows = [
        [_("vocabulary size"), *(format_number(each.size) for each in columns)],
        [_("old tokens that are gone"), *(format_number(each.gone) for each in columns)],
        [_("new tokens"), *(format_number(each.added) for each in columns)],
        [_("new tokens that are never produced"), *(format_number(each.lost) for each in columns)],
        [_("tokens of the first text"), *(format_number(each.tokens[0]) for each in columns)],
        [_("tokens of the second text"), *(format_number(each.tokens[1]) for each in columns)],
    ]
    figures_table(rows, ["", _("old vocabulary"), _("appended"), _("swapped"), _("continued")])


def _draw_tokens(
    extended: Extended, added: Sequence[Added], columns: Sequence[str], *, key: str
) -> None:
    def chips(ids: Sequence[int]) -> list[Chip]:
        return [Chip(extended.texts[i]) for i in ids]

    rows = [
        TokenRow(format_number(n), "", [chips([each.token]), chips(each.old), chips(each.now)])
        for n, each in enumerate(added[:MOST_LISTED], 1)
    ]
    token_rows(rows, key=key, columns=["", *columns])
    if len(added) > MOST_LISTED:
        message = _("The first {n} of {total}.")
        st.caption(message.format(n=format_number(MOST_LISTED), total=format_number(len(added))))
