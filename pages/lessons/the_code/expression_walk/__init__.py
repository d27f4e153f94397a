"""The merge as a regular expression, as many tutorials print it, stepped beside the textbook's."""

import inspect

import streamlit as st

from bpe_core.experiments.regular_expression import Walked, merge_by_expression, walked
from pages.components.component import component
from pages.lessons.the_code import LESSON
from pages.session.language import _, current_language, visible

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
    "lessons/the_code/expression_walk/expression_walk.js",
    "components/stepper/stepper.css",
)


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
