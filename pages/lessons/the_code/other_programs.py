"""Draw what other programs do: count only what a merge changes, and merge by an expression."""

import inspect
from itertools import pairwise

import streamlit as st

from bpe_core import StepView, Trace
from bpe_core.experiments.regular_expression import Walked, merge_by_expression, walked
from pages.components.charts.tables import figures_table
from pages.components.component import component
from pages.lessons.the_code import LESSON
from pages.session.language import _, current_language, format_number, visible
from pages.session.traces import merges_by_key

#: The steps that are counted.
STEPS = 8
#: A corpus on which all three agree at first. Then "e s" is found inside "the s"; 5 is taken for a
#: token where it only follows a no-break space; and a backslash means something to the expression.
COUNTS = {
    "the": 9,
    "newest": 3,
    "theses": 2,
    "\\d": 4,
    "§\N{NO-BREAK SPACE}5": 6,
    "5a": 5,
    "§\N{NO-BREAK SPACE}5a": 1,
}
MERGES = 7

_component = component(
    "expression_walk",
    "lessons/the_code/expression_walk.js",
    "components/stepper/stepper.css",
)


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


def draw_regular_expression() -> None:
    """Draw the function, and a walk over the merges of each program."""
    with st.expander(_("The merge as a regular expression, as tutorials print it")):
        st.markdown(LESSON.prose("regular_expression"))
        source = inspect.getsource(merge_by_expression)
        start, end = source.index('    """'), source.rindex('"""') + 4
        st.code(source[:start] + source[end:], language="python")
        steps = walked(COUNTS, MERGES)
        data = {
            "lang": current_language(),
            "steps": [step_of(*each) for each in zip(steps, [None, *steps[:-1]], strict=True)],
        }
        _component(key="expression_walk", data=data)


def step_of(step: Walked, before: Walked | None) -> dict[str, object]:
    """A step for the browser: what happens, and each word in each way, with whether it is right."""
    ways = [step.right, step.by_expression, step.by_replacing]
    return {
        "pair": [visible(token) for token in step.pair or ()],
        "says": event_of(step, before),
        "ended": step.by_expression if isinstance(step.by_expression, str) else "",
        "words": [
            [
                [[visible(token) for token in words[i]], words[i] == right]
                if not isinstance(words, str)
                else None
                for words in ways
            ]
            for i, right in enumerate(step.right)
        ],
    }


def event_of(step: Walked, before: Walked | None) -> str:
    """The name of the sentence about a step: what goes wrong in it that was right before."""
    if before is None:
        return "start"
    if isinstance(step.by_expression, str):
        return "ended"
    if step.by_expression != step.right and before.by_expression == before.right:
        return "expression"
    if step.by_replacing != step.right and before.by_replacing == before.right:
        return "replaced"
    return "agrees"
