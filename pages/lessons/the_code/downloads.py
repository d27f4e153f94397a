"""The parts below the program: its downloads, and what other programs do.

It can be taken along as it is, as a notebook, as an exercise, and as a class, in the learner's
language. Other programs count only what a merge changes, or merge by an expression.
"""

import inspect
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import streamlit as st

from bpe_core import StepView, Trace
from bpe_core.errors import BpeError
from bpe_core.experiments.regular_expression import Walked, merge_by_expression, walked
from bpe_core.files.program import write_program
from bpe_core.teaching_materials.exercise import GRADES, write_exercise
from bpe_core.teaching_materials.notebook import check_notebook, write_class, write_notebook
from pages.components.charts import figures_table
from pages.components.component import STEPPER, component
from pages.components.library_code import in_readers_language
from pages.lessons.the_code import LESSON
from pages.session.language import (
    N_,
    _,
    current_language,
    format_number,
    gettext,
    speaking,
    translate_error,
    visible,
)
from pages.session.traces import merges_by_key

_GRADES = {
    1: N_("Exercise 1: fill in an expression in each function"),
    2: N_("Exercise 2: write the lines"),
    3: N_("Exercise 3: write the functions"),
}


def offer_program(key: str) -> None:
    """Draw the boxes below the program; `key` is the key of the training."""
    with st.expander(_("Take it with you: program, notebook, exercises")):
        _your_words(key)
        st.caption(LESSON.prose("exercises"))
        with st.container(horizontal=True):
            for grade in GRADES:
                _button(gettext(_GRADES[grade]), f"bpe_exercise_{grade}.py", _exercise, grade)
        _button(_("For teachers: the solution"), "bpe_solution.py", _exercise, 0)
    with st.expander(_("minbpe's form: the same functions as a class")):
        source = in_readers_language(write_class().decode())
        _button(_("Download"), "tokenizer.py", write_class)
        st.code(source[source.index("class Tokenizer") :], language="python")


def _your_words(key: str) -> None:
    """Draw the downloads that contain the learner's words."""
    trace = merges_by_key(key)
    try:
        if trace is not None:
            check_notebook(trace)
    except BpeError as error:
        st.info(translate_error(error))
        return
    with st.container(horizontal=True):
        _button(_("Program with your words (.py)"), "bpe.py", _program, key)
        _button(_("Jupyter notebook with your words"), "bpe.ipynb", _notebook, key)


def _button(label: str, file_name: str, build: Callable[..., bytes], *args: object) -> None:
    """Draw a download button; the file is built on request, in a separate thread."""
    st.download_button(
        label,
        partial(_in_language, current_language(), build, *args),
        file_name=file_name,
        mime="text/x-python" if file_name.endswith(".py") else "application/x-ipynb+json",
        on_click="ignore",
        key=f"take_{file_name}",
    )


def _in_language(language: str, build: Callable[..., bytes], *args: object) -> bytes:
    """Build a file with its messages in this language, its docstrings and comments, too."""
    with speaking(language):
        return in_readers_language(build(*args).decode()).encode()


def _exercise(grade: int) -> bytes:
    return write_exercise(grade, LESSON.words("exercise"))


def _trace(key: str) -> Trace:
    if (trace := merges_by_key(key)) is None:
        raise LookupError("the trace is no longer held")
    return trace


def _program(key: str) -> bytes:
    return write_program(_trace(key))


def _notebook(key: str) -> bytes:
    return write_notebook(_trace(key), notebook_words())


def notebook_words() -> dict[str, str]:
    """The notebook's Markdown: its title, and the text above each cell."""
    said = LESSON.words("notebook")
    beginning = said.pop("beginning")
    return {**said, "title": f"# {said['title']}\n\n{beginning}"}


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

_component = component("lessons/the_code/expression_walk.js", STEPPER)


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
        figures_table(rows, LESSON.titles("renewed_titles"))


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
