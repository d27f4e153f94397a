"""Draw the few counts that a merge changes, for the first steps of the learner's own training."""

from itertools import pairwise

import streamlit as st

from bpe_core import StepView, Trace
from pages.components.charts.tables import figures_table
from pages.lessons.the_code import LESSON
from pages.session.language import _, format_number
from pages.session.traces import merges_by_key

#: The steps that are counted.
STEPS = 8


def draw_renewed(key: str) -> None:
    """Draw, for each step, how many counts there are and how many a fast trainer renews."""
    trace = merges_by_key(key)
    if not isinstance(trace, Trace) or not len(trace):
        return
    with st.expander(_("Which counts does a merge change?")):
        st.markdown(LESSON.prose("renewed"))
        views = trace.views(0, min(STEPS, len(trace)) + 1)
        rows = [
            [
                format_number(after.step),
                format_number(before.word_total),
                format_number(before.pair_total),
                format_number(counts_changed(after)),
            ]
            for before, after in pairwise(views)
        ]
        columns = [
            _("Step"),
            _("words with this pair"),
            _("pairs that the program counts"),
            _("counts that have changed"),
        ]
        figures_table(rows, columns)


def counts_changed(view: StepView) -> int:
    """How many counts a step has changed: its own pair's and the others'.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12}))
    >>> [counts_changed(view) for view in trace.views(1, 3)]
    [5, 1]
    """
    return 1 + view.new_total + view.fell_total + view.rose_total + view.gone_total
