"""The merges of the learner's own training that join two words."""

from collections.abc import Sequence

import streamlit as st

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.experiments.borders import MOST_UNITS, CrossingMerges, crossing_merges
from pages.components.tokens.token_rows import TokenRow, token_rows
from pages.lessons.what_the_model_sees.vocabularies import Vocabulary
from pages.session.language import _, format_large, format_number, format_percent
from pages.session.traces import merges_by_key
from pages.session.uploads import HERE

#: The most merges that are listed.
MOST_LISTED = 20


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _crossing(_trace: Trace, key: str) -> CrossingMerges:
    return crossing_merges(_trace)


def draw_crossing(vocabularies: Sequence[Vocabulary]) -> None:
    """Draw how many there are and the most frequent; nothing for a tokenizer from a file."""
    here = next((each for each in vocabularies if each.code == HERE), None)
    trace = None if here is None else merges_by_key(here.key)
    if here is None or trace is None or not len(trace):
        return
    crossing: CrossingMerges = _crossing(trace, here.key)
    st.header(_("Merges of your own training that cross a word boundary"))
    if not crossing.borders:
        st.markdown(
            _(
                "None can: pre-tokenization leaves no piece of your corpus with more than one "
                "word in it."
            )
        )
        return
    st.markdown(
        _(
            "Merges that join the end of one word to the beginning of the next at least "
            "once: {n} of {merges} ({share}). Word boundaries of your corpus that are "
            "now inside a token: {closed} of {borders} ({part})."
        ).format(
            n=format_number(len(crossing.found)),
            merges=format_number(crossing.merges),
            share=format_percent(len(crossing.found) / crossing.merges),
            closed=format_number(crossing.closed),
            borders=format_number(crossing.borders),
            part=format_percent(crossing.closed / crossing.borders),
        )
    )
    if not crossing.is_whole:
        limit = format_large(MOST_UNITS)
        st.caption(_("Only the first {n} base tokens of the corpus are counted.").format(n=limit))
    rows = [
        TokenRow(
            _("step {k}").format(k=format_number(merge.step)),
            _("across two words: {n} of {m} times").format(
                n=format_number(merge.crossing), m=format_number(merge.made)
            ),
            [here.chips_of([merge.token_id])],
        )
        for merge in crossing.found[:MOST_LISTED]
    ]
    if rows:
        token_rows(rows, key="sees_crossing_merges")
