"""Draw the few counts that a merge changes, for the first steps of the learner's own training."""

import streamlit as st

from bpe_core import Trace
from bpe_core.experiments.renewed_counts import renewed_counts
from pages.components.charts.tables import figures_table
from pages.lessons.the_code import LESSON
from pages.session.language import _, format_number
from pages.session.traces import merges_by_key

#: The words of the corpus and the steps that are counted.
MOST_WORDS, STEPS = 500, 8


def draw_renewed(key: str) -> None:
    """Draw, for each step, how many counts there are and how many a fast trainer renews."""
    trace = merges_by_key(key)
    if not isinstance(trace, Trace) or not len(trace):
        return
    with st.expander(_("Which counts does a merge change?")):
        st.markdown(LESSON.prose("renewed"))
        rows = [
            [
                format_number(each.step),
                format_number(each.words),
                format_number(each.pairs),
                format_number(each.changed),
            ]
            for each in renewed_counts(trace, MOST_WORDS, STEPS)
        ]
        columns = [
            _("Step"),
            _("words with this pair"),
            _("pairs that the program counts"),
            _("counts that have changed"),
        ]
        figures_table(rows, columns)
        if len(trace.corpus.words) > MOST_WORDS:
            message = _("Only the first {n} words of the corpus are counted here.")
            st.caption(message.format(n=format_number(MOST_WORDS)))
